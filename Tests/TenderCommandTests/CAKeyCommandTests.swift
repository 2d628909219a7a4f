import Foundation
import Tender
import TenderCommand
import TenderTestSupport
import Testing

/// What `tender emv capk` shows, checks, takes over and ends with.
@Suite struct CAKeyCommandTests {
    private static let modulus = [UInt8](repeating: 0xC3, count: 128)

    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// A key as a line of text.
    private func line(_ index: UInt8, exponent: String = "03", expires: String = "301231") -> String {
        let sum = CAKey.checkSum(
            provider: [0xF0, 0, 0, 0, 1], index: index, modulus: Self.modulus, exponent: Hex.decode(exponent) ?? [])
        let words = ["F000000001", Hex.encode([index]), exponent, Hex.encode(Self.modulus), Hex.encode(sum), expires]
        return words.joined(separator: " ") + "\n"
    }

    @Test func importedKeysAreListedAndChecked() async throws {
        try folder.write("# of a test\n" + line(1) + line(2, exponent: "010001", expires: ""), to: "keys.txt")
        let imported = try await folder.json("emv capk import keys.txt --into keys.json")
        #expect(imported.code == 0)
        #expect(imported.object == ["outcome": "imported", "imported": ["F00000000101", "F00000000102"]])
        #expect(try folder.mode(of: "keys.json") == 0o644)
        let text = """
            F000000001 01  1024 bits  e=3  expires 301231
            F000000001 02  1024 bits  e=65537  no expiry

            """
        #expect(try await folder.tender("emv capk list keys.json").text == text)
        let rows = try await folder.json("emv capk list keys.json").object["keys"] as? [NSDictionary]
        #expect(
            rows?.first == [
                "place": "keys[0]", "rid": "F000000001", "index": "01", "bits": 1024, "exponent": 3,
                "expires": "301231", "revoked": 0,
            ])
        let clean = try await folder.json("emv capk check keys.json --date 2030-12-31")
        #expect(clean.code == 0)
        #expect(clean.object == ["outcome": "clean", "keys": 2, "faults": [String]()])
        let late = try await folder.tender("emv capk check keys.json --date 2031-01-01")
        #expect(late.code == 7)
        #expect(late.text == "! keys[0]: the key has expired\n")
    }

    @Test func aWrongCheckSumEndsWith7AndNothingIsImported() async throws {
        try folder.write(line(1), to: "keys.json")
        #expect(try await folder.tender("emv capk import keys.json --into keys.json").code == 0)
        let before = try Data(contentsOf: URL(filePath: folder.path + "/keys.json"))
        try folder.write(line(2) + line(3).replacing(" 03 03 ", with: " 04 03 "), to: "keys.txt")

        let fault = "keys[1].checksum: the check sum is another one"
        let checked = try await folder.json("emv capk check keys.txt --date 2026-12-31")
        #expect(checked.code == 7)
        #expect(checked.object == ["outcome": "faulty", "keys": 2, "faults": [fault]])
        let imported = try await folder.json("emv capk import keys.txt --into keys.json")
        #expect(imported.code == 7)
        #expect(imported.object == ["outcome": "faulty", "imported": [String](), "fault": fault])
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/keys.json")) == before)
        #expect(try await folder.tender("emv capk import keys.txt --into new.json").code == 7)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.json"))
    }

    @Test func anotherKeyIsTakenOnlyWhenAskedForAndTheFileKeepsItsLinkAndMode() async throws {
        try folder.write(line(1), to: "old.txt")
        try folder.write(line(1, expires: "351231"), to: "new.txt")
        #expect(try await folder.tender("emv capk import old.txt --into real.json").code == 0)
        try folder.setMode(0o600, of: "real.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/keys.json", withDestinationPath: "real.json")
        #expect(try await folder.tender("emv capk import new.txt --into keys.json").code == 7)
        let replaced = try await folder.tender("emv capk import new.txt --into keys.json --replace")
        #expect(replaced.code == 0)
        #expect(replaced.text == "imported 1 key: F00000000101\n")
        #expect(try await folder.tender("emv capk list real.json").text.hasSuffix("expires 351231\n"))
        #expect(try folder.mode(of: "real.json") == 0o600)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/keys.json") == "real.json")
    }

    @Test func whatIsNoFileWithKeysIsAWrongUse() async throws {
        try folder.write("F000000001 01 03\n", to: "short.txt")
        try folder.write("{}", to: "empty.json")
        for words in ["list short.txt", "check empty.json", "import missing.txt --into keys.json", "list"] {
            let (code, object) = try await folder.json("emv capk \(words)")
            #expect(code == 1, "\(words)")
            #expect(object.errorCode == "usage", "\(words)")
        }
    }
}
