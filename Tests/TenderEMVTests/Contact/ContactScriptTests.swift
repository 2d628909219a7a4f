import TenderBytes
import Testing

@testable import TenderEMV

/// Scripted exchanges, a file for each step of a transaction.
@Suite struct ContactScriptTests {
    @Test(arguments: [
        "selection", "initiation", "reading", "authentication", "verification", "risk", "cryptogram", "completion",
        "scripts",
    ])
    func aStepGoesAsItsFileSays(_ file: String) throws {
        let cases = try ContactScript.cases(file)
        #expect(cases.flatMap { $0.differences() } == [])
        #expect(cases.count > 4)
        #expect(Set(cases.map(\.name)).count == cases.count)
    }
}
