import CommandLineOptions
import Testing
@testable import till

/// What the declarations of the till have in common.
@Suite struct TillDeclaredOptionsTests {
    @Test func noNameIsDeclaredTwice() {
        let names = TillOptions.all.flatMap { $0.declaration.names }
        #expect(Set(names).count == names.count)
    }

    @Test func aFormerNameIsStillRead() throws {
        #expect(try TillOptions(["--demo", "--paper", "32"])[TillOptions.width] == 32)
    }

    @Test func whatContradictsIsRefused() {
        let lines = [
            ["--demo", "--shop", "x"], ["--sign-in", "anna"], [], ["--demo", "--reader", "usb"], ["--demo", "x"],
        ]
        #expect(lines.filter { (try? TillOptions($0)) != nil } == [])
    }
}
