import Foundation
import TenderCommand
import TenderTestSupport
import Testing

/// What `tender emv decode` reads, prints and ends with; what it says is tested beside the explanations.
@Suite struct EMVDecodeCommandTests {
    private func decode(_ words: String...) async throws -> (code: Int32?, output: String) {
        try await ChildProcess.run([TillJournal.program(), "emv", "decode"] + words, in: NSTemporaryDirectory())
    }

    @Test func cardDataIsMaskedInTextAndJSON() async throws {
        let (code, text) = try await decode("5A089999990012345677")
        #expect(code == 0)
        #expect(text.hasSuffix("5A application primary account number: ************5677\n"))
        let json = try await decode("--json", "5A089999990012345677").output
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(object?["outcome"] as? String == "understood")
        #expect(object?["kind"] as? String == "tlv")
        #expect(!json.contains("99999900"))
    }

    @Test func whatIsWrongHasItsPlaceAndItsCode() async throws {
        let (code, text) = try await decode("500200")
        #expect(code == 7)
        #expect(text.contains("! what begins at byte 2 is longer than what contains it"))
        #expect(try await decode("--as", "afl", "00010100").code == 7)
    }

    @Test func whatCannotBeReadIsRefusedWithoutBeingRepeated() async throws {
        let (code, text) = try await decode("99999900123456-77")
        #expect(code == 1)
        #expect(!text.contains("9999"))
        #expect(try await decode().code == 1)
        #expect(try await decode("9000", "--file", "-").code == 1)
        #expect(try await decode("--file", "no-such-file").code == 1)
    }

    @Test func filesAndLogsAreRead() async throws {
        let path = NSTemporaryDirectory() + "/tender-emv-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data([0x9F, 0x27, 0x01, 0x80]).write(to: URL(filePath: path))
        #expect(try await decode("--file", path).output.contains("9F27 cryptogram information data: 80 = ARQC, online"))
        try Data("> 80CA9F1700\n< 9F1701039000\n".utf8).write(to: URL(filePath: path))
        #expect(try await decode("--file", path).output.contains("> GET DATA: 80CA9F17"))
        #expect(try await decode("--as", "tlv", "--file", path).code == 1)
    }
}
