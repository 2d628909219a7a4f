import Testing

/// Scripted exchanges, a file for the entry point and one for each kernel.
@Suite struct ContactlessScriptTests {
    @Test(arguments: ["entry", "kernel2", "kernel3"]) func aPartGoesAsItsFileSays(_ file: String) throws {
        let cases = try ContactlessScript.cases(file)
        #expect(cases.flatMap { $0.differences() } == [])
        #expect(cases.count > 9)
        #expect(Set(cases.map(\.name)).count == cases.count)
    }
}
