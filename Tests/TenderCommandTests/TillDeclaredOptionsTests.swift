import CommandLineOptions
import TenderSale
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

    @Test func aPersonToAddHasANameAndARole() throws {
        let person = try TillOptions(["--add-person", "mia", "Mia", "manager"]).person
        #expect(person?.name == "Mia")
        #expect(person?.role == .manager)
        #expect(try TillOptions(["--add-person", "mia", "Mia"]).person == nil)
    }

    @Test func whatContradictsIsRefused() {
        let lines = [
            ["--demo", "--shop", "x"], ["--sign-in", "anna"], [], ["--demo", "--reader", "usb"], ["--demo", "x"],
            ["--demo", "--card", "visa"], ["--demo", "--emv", "x"],
            ["--demo", "--reader", "simulated-ccid", "--card", "visa", "--card-file", "x"],
            ["--add-person", "mia", "Mia", "boss"], ["--add-person", "mia", "Mia", "manager", "x"],
        ]
        #expect(lines.filter { (try? TillOptions($0)) != nil } == [])
    }
}
