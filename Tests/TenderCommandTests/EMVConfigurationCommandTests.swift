import Foundation
import Tender
import TenderTestSupport
import Testing

/// The file that `tender emv configuration` prints.
@Suite struct EMVConfigurationCommandTests {
    private func configuration(_ words: String...) async throws -> (code: Int32?, output: String) {
        try await ChildProcess.run(
            [TillJournal.program(), "emv", "configuration"] + words, in: NSTemporaryDirectory())
    }

    @Test func whatIsPrintedIsAConfiguration() async throws {
        let (code, text) = try await configuration()
        #expect(code == 0)
        #expect(throws: Never.self) { try ContactConfiguration(parsing: [UInt8](text.utf8)) }
    }

    @Test func theJSONObjectHoldsTheSameText() async throws {
        let json = try await configuration("--json").output
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let text = try #require(object?["text"] as? String)
        #expect(try await configuration().output == text + "\n")
    }
}
