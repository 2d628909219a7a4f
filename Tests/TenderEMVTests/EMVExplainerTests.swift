import Foundation
import TenderBytes
import TenderEMV
import TenderTestSupport
import Testing

@Suite struct EMVExplainerTests {
    /// Each row of `explained.tsv` is what bytes are taken for, the bytes, and the lines of the explanation.
    @Test func everySubjectIsExplained() throws {
        let found = try Vectors.rows("explained.tsv").map { row in
            let bytes = try #require(Hex.decode(row[1]))
            let subject = try #require(row[0] == "guess" ? EMVSubject(guessing: bytes) : EMVSubject(rawValue: row[0]))
            return (row.prefix(2) + [EMVExplainer.explain(bytes, as: subject).lines.joined(separator: " | ")])
                .joined(separator: "\t")
        }
        let head = "# Made-up values, and what the rules of the books say of them: subject, bytes, lines."
        #expect(try Vectors.differences(found, "explained.tsv", head) == [])
        let subjects = Set(try Vectors.rows("explained.tsv").map { $0[0] })
        #expect(EMVSubject.allCases.filter { !subjects.contains($0.rawValue) } == [])
    }

    @Test func aSessionIsExplained() throws {
        let log = try APDULog(parsing: try Vectors.lines("session.txt").joined(separator: "\n"))
        let told = EMVExplainer.explain(log)
        let head = "# session.txt, explained."
        #expect(try Vectors.differences(told.lines, "session-explained.txt", head) == [])
        #expect(!told.hasFault)
    }

    // MARK: - Card data

    /// Digits of a card number with a valid check digit.
    private func cardNumber(_ random: inout SplitMix64, _ count: Int) -> String {
        let digits = [Int(random.next() % 5) + 2] + (0..<(count - 2)).map { _ in Int(random.next() % 10) }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let weighted = digit.element * (digit.offset.isMultiple(of: 2) ? 2 : 1)
            return sum + weighted / 10 + weighted % 10
        }
        return (digits + [(10 - sum % 10) % 10]).map(String.init).joined()
    }

    private func packed(_ digits: String) -> [UInt8] {
        Hex.decode(digits.count.isMultiple(of: 2) ? digits : digits + "F") ?? []
    }

    @Test func noExplanationShowsACardNumberOrItsTrack() throws {
        var random = SplitMix64(seed: 25)
        var shown: [String] = []
        for round in 0..<240 {
            let number = cardNumber(&random, 12 + round % 8)
            let track = packed(number + "D30122011234567890")
            let text = Array("B\(number)^CARD/TEST^3012201".utf8)
            let values: [(TLV.Tag, [UInt8])] = [
                (0x5A, packed(number)), (0x57, track), (0x9F6B, track), (0x56, text), (0x9F1F, Array(number.utf8)),
                (0x9F20, packed(number)), (0xDF8129, [0xAB] + packed(number)), (0xDF01, text), (0x86, track),
            ]
            let told = EMVExplainer.explain(
                objects: TLV.encode(0x70, values.flatMap { TLV.encode($0.0, $0.1) }))
            let said = told.lines.joined() + String(decoding: try JSONEncoder().encode(told), as: UTF8.self)
            let hidden = Array(number.dropLast(4))
            let pieces = (0...(hidden.count - 6)).map { String(hidden[$0..<($0 + 6)]) }
            let isShown = pieces.contains { said.contains($0) || said.contains(Hex.encode($0.utf8)) }
            // As text in a tag that is in no book, digit by digit.
            let alone = EMVExplainer.explain(0xDF02, Array(number.utf8)).value ?? ""
            let isMasked = alone.hasPrefix(String(repeating: "*", count: 2 * hidden.count))
            if isShown || !isMasked { shown.append(number) }
        }
        #expect(shown == [])
    }

    @Test func aPINIsNeverShown() throws {
        let log = try APDULog(parsing: "> 0020008008241234FFFFFFFFFF\n> 84240002082412345678901234\n")
        let said = EMVExplainer.explain(log).lines.joined()
        #expect(!said.contains("1234"))
        #expect(said.contains("hidden"))
    }

    @Test func whatHoldsBytesPrintsNone() throws {
        let input = try EMVInput(reading: Array("> 0020008008241234FFFFFFFFFF\n".utf8))
        var dumped = ""
        dump(input, to: &dumped)
        #expect("\(input)" == "1 commands and answers")
        #expect(!dumped.contains("18"))
    }

    // MARK: - Hostile bytes

    @Test func randomBytesNeverTrapWhateverTheyAreTakenFor() {
        var random = SplitMix64(seed: 26)
        var wrong: [String] = []
        for round in 0..<6000 {
            let bytes = (0..<Int(random.next() % 48)).map { _ in
                random.pick([
                    0x77, 0x80, 0x9F, 0x10, 0x57, 0x5A, 0xD2, 2, 4, 0, UInt8(truncatingIfNeeded: random.next()),
                ])
            }
            let subject = EMVSubject.allCases[round % EMVSubject.allCases.count]
            let told = EMVExplainer.explain(bytes, as: subject)
            _ = EMVExplainer.explain(bytes, as: EMVSubject(guessing: bytes))
            if told.lines.isEmpty || told.lines.count > 2000 { wrong.append(Hex.encode(bytes)) }
        }
        #expect(wrong == [])
    }

    @Test func randomSessionsNeverTrap() throws {
        var random = SplitMix64(seed: 27)
        let lines = try Vectors.lines("session.txt")
        for _ in 0..<100 {
            let shuffled = (0..<12).map { _ -> String in
                var line = Array(random.pick(lines).utf8)
                if line.count > 8, random.chance(50) {
                    line[2 + Int(random.next() % UInt64(line.count - 2))] = random.pick(Array("0123456789ABCDEF".utf8))
                }
                return String(decoding: line, as: UTF8.self)
            }
            let log = try APDULog(parsing: shuffled.joined(separator: "\n"))
            #expect(EMVExplainer.explain(log).parts.count == 12)
        }
    }
}
