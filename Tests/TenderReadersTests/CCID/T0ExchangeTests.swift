import TenderBytes
import TenderEMV
import TenderReaders
import TenderTestSupport
import Testing

/// T=0 through the driver: which blocks a card gets for a command, and what comes of its answers.
@Suite struct T0ExchangeTests {
    private func play(_ command: String, _ answers: [String], getResponseClass: UInt8 = 0) throws -> ([String], String)
    {
        var interface = ccidInterface(features: 0x1_0048, protocols: 1)
        interface.extra[48] = getResponseClass
        var reader = try CCIDTestReader(interface)
        reader.start()
        _ = reader.powerOn()
        let id = reader.ask(.transmit(try CommandAPDU(parsing: Hex.decode(command) ?? [])))
        var sent: [String] = []
        for answer in answers where reader.answers[id] == nil {
            let message = reader.next()
            sent.append(Hex.encode(message.dropFirst(10)))
            reader.answer(message, Hex.decode(answer) ?? [])
        }
        switch reader.answers[id] {
        case .success(.answer(let answer)): return (sent, Hex.encode(answer.bytes))
        case let other: return (sent, String(describing: other))
        }
    }

    private static func piece(_ count: Int) -> String { String(repeating: "aa", count: count) }

    @Test func blocksOfAllCases() throws {
        // Command, what the card answers, blocks that it gets, what the user gets.
        let vectors: [(String, [String], [String], String)] = [
            ("00a40000", ["9000"], ["00a4000000"], "9000"),
            ("00b0000004", ["010203049000"], ["00b0000004"], "010203049000"),
            ("00b0000000", ["6c02", "01029000"], ["00b0000000", "00b0000002"], "01029000"),
            ("00d6000002aabb", ["9000"], ["00d6000002aabb"], "9000"),
            // No length is expected: nothing is fetched.
            ("00d6000002aabb", ["6110"], ["00d6000002aabb"], "6110"),
            ("00a4000002aabb00", ["6102", "01029000"], ["00a4000002aabb", "00c0000002"], "01029000"),
            // No more than is expected is fetched.
            ("00a4000002aabb01", ["6102", "019000"], ["00a4000002aabb", "00c0000001"], "019000"),
            (
                "00a4000002aabb00", ["6102", "016101", "029000"], ["00a4000002aabb", "00c0000002", "00c0000001"],
                "01029000"
            ),
            // All of it is fetched if as much as fits is expected.
            (
                "00a4000002aabb00",
                ["6100", Self.piece(256) + "6100", Self.piece(256) + "6103", Self.piece(3) + "9000"],
                ["00a4000002aabb", "00c0000000", "00c0000000", "00c0000003"], Self.piece(515) + "9000"
            ),
            (
                "00b0000000", [Self.piece(256) + "6102", "01029000"], ["00b0000000", "00c0000002"],
                Self.piece(256) + "01029000"
            ),
            ("00b00000ff", [Self.piece(255) + "6102"], ["00b00000ff"], Self.piece(255) + "6102"),
            // A wrong length is corrected once, also when fetching.
            ("00b0000000", ["6c02", "6c02"], ["00b0000000", "00b0000002"], "6c02"),
            ("00b0000000", [String](repeating: "6c02", count: 1000), ["00b0000000", "00b0000002"], "6c02"),
            // What is fetched has a length of its own.
            (
                "00b0000002", ["6c03", "6102", "6c01", "019000"],
                ["00b0000002", "00b0000003", "00c0000002", "00c0000001"], "019000"
            ),
            // A command with data would be carried out again.
            ("00a4000002aabb00", ["6c02"], ["00a4000002aabb"], "6c02"),
            (
                "00a4000002aabb00", ["6104", "6c01", "019000"], ["00a4000002aabb", "00c0000004", "00c0000001"], "019000"
            ),
            // A warning outlives the fetching, and stands alone when there is nothing to fetch.
            (
                "00a4000002aabb00", ["6283", "6c01", "019000"], ["00a4000002aabb", "00c0000000", "00c0000001"], "016283"
            ),
            ("00a4000002aabb00", ["6283", "6d00"], ["00a4000002aabb", "00c0000000"], "6283"),
            ("00a4000002aabb00", ["6a82"], ["00a4000002aabb"], "6a82"),
        ]
        var failures: [String] = []
        for (command, answers, blocks, expected) in vectors {
            let (sent, result) = try play(command, answers)
            if sent != blocks || result != expected { failures.append("\(command): \(sent) \(result)") }
        }
        #expect(failures == [])
    }

    @Test func theClassOfGetResponseIsThatOfTheReader() throws {
        #expect(try play("80a4000002aabb00", ["6101", "019000"], getResponseClass: 0xFF).0.last == "80c0000001")
        #expect(try play("80a4000002aabb00", ["6101", "019000"], getResponseClass: 0x04).0.last == "04c0000001")
    }

    @Test func whatHasNoEndIsEnded() throws {
        let endless = [String](repeating: "6101", count: 1000)
        let (sent, result) = try play("00a4000002aabb00", endless)
        #expect(sent.count == 400)
        #expect(result.contains("unknownOutcome"))
        let full = Self.piece(256) + "6100"
        let (pieces, tooMuch) = try play("00b0000000", [String](repeating: full, count: 1000))
        #expect(pieces.count == 16)
        #expect(tooMuch == Self.piece(16 * 256) + "6100")
        for nonsense in ["", "90", String(repeating: "00", count: 259)] {
            #expect(try play("00b0000000", [nonsense]).1.contains("protocolViolation"))
        }
    }
}
