import TenderBytes
import Testing

@testable import TenderEMV

/// Files with keys of certification authorities.
@Suite struct CAKeyFileTests {
    private static let modulus = String(repeating: "C3", count: 128)

    /// A line of text for a key; its check sum is right for the modulus of these tests.
    private func line(_ index: UInt8 = 1, exponent: String = "03", modulus: String = modulus, end: String = "301231")
        -> String
    {
        let sum = CAKey.checkSum(
            provider: [0xF0, 0, 0, 0, 1], index: index, modulus: Hex.decode(Self.modulus) ?? [],
            exponent: Hex.decode(exponent) ?? [])
        return "F000000001 \(Hex.encode([index])) \(exponent) \(modulus) \(Hex.encode(sum)) \(end)\n"
    }

    private func file(_ text: String) throws -> CAKeyFile { try CAKeyFile(parsing: Array(text.utf8)) }

    private func faults(_ text: String) throws -> [String] {
        let day = try #require(EMVDate(bytes: [0x30, 0x12, 0x31]))
        return try file(text).faults(on: day).map(\.field)
    }

    @Test func whatIsWrongIsToldWithItsPlace() throws {
        let revoked = #"{"keys":[],"revoked":[{"rid":"F000000001","index":"01","serial":"000001"}]}"#
        let cases: [(String, [String])] = [
            (line() + line(2, exponent: "010001", end: ""), []), (line() + line(), ["keys[1]"]),
            (line(end: "301230"), ["keys[0]"]), (line(exponent: "05"), ["keys[0].modulus"]),
            (line(modulus: Self.modulus + Self.modulus), ["keys[0].modulus"]),
            (line(modulus: "C5" + Self.modulus.dropFirst(2)), ["keys[0].checksum"]),
            (line(end: "301301"), ["keys[0].expires"]), (revoked, ["revoked[0]"]),
            (revoked.replacing("000001\"}", with: "01\"}"), ["revoked[0].serial"]),
        ]
        var wrong: [String] = []
        for (text, expected) in cases {
            let found = try faults(text)
            if found != expected { wrong.append("\(expected), not \(found)") }
        }
        #expect(wrong == [])
        #expect(throws: ContactConfigurationError.self) { try file("F000000001 01 03\n") }
        #expect(throws: ContactConfigurationError.self) { try file("{}") }
    }

    /// The keys that the schemes publish; four are of kinds that EMV does not allow (anymore).
    @Test func thePublishedKeysHaveTheirCheckSums() throws {
        let rows = try Vectors.lines("ca-keys.txt")
        var other: [String] = []
        var unnoticed: [String] = []
        for row in rows {
            let words = row.split(separator: " ").map(String.init)
            if let fault = try file(row).entries.first?.fault { other.append("\(words[0]) \(words[1]) \(fault.field)") }
            let sum = CAKey.checkSum(
                provider: Hex.decode(words[0]) ?? [], index: Hex.decode(words[1])?.first ?? 0,
                modulus: Hex.decode(words[3]) ?? [], exponent: Hex.decode(words[2]) ?? [])
            if Hex.encode(sum).uppercased() != words[4] { unnoticed.append(row) }
        }
        #expect(unnoticed == [])
        let refused = ["A000000010 FB", "A000000010 FC", "A000000010 FD", "A000000004 06"]
        #expect(other == refused.map { "\($0) keys[0].modulus" })
        #expect(rows.count == 117)
    }

    @Test func allKeysAreTakenOverOrNone() throws {
        var target = CAKeyFile()
        let source = try file("# a comment\n" + line() + line(2, exponent: "010001", end: ""))
        #expect(try target.add(source, replaces: false).map(\.index) == [1, 2])
        #expect(try target.add(source, replaces: false).isEmpty)
        let other = try file(line(3) + line(end: "291231"))
        #expect(throws: ContactConfigurationError.self) { try target.add(other, replaces: false) }
        #expect(target.entries.count == 2)
        #expect(try target.add(other, replaces: true).map(\.index) == [3, 1])
        let again = try CAKeyFile(parsing: target.json)
        #expect(again.entries.compactMap(\.key) == target.entries.compactMap(\.key))
        #expect(again.entries.count == 3)
    }

    @Test func aConfigurationKeepsWhatElseItHas() throws {
        let text = ContactSamples.file(terminal: ", \"elements\": {\"9F15\": \"5999\"}")
        var target = try file(text)
        _ = try target.add(file(line()), replaces: false)
        let before = try ContactSamples.configuration(text)
        let after = try ContactConfiguration(parsing: target.json)
        #expect(after.terminal == before.terminal)
        #expect(after.applications == before.applications)
        #expect(after.keys.count == 1)
    }
}
