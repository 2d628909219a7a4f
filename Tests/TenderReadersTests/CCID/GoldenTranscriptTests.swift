import TenderBytes
import TenderEMV
import TenderReaders
import Testing

/// Transcripts of an independent driver with a simulated card; ours must send the same, but for the sequence numbers of
/// what came before.
@Suite struct GoldenTranscriptTests {
    /// A message of the host without its sequence number, and what comes back: a block, or parameters.
    private struct Step {
        var message: String
        var answer: [UInt8]
        var chain: UInt8 = 0

        init(_ message: String, _ answer: String, chain: UInt8 = 0) {
            self.init(message, Hex.decode(answer) ?? [], chain: chain)
        }

        init(_ message: String, _ answer: [UInt8], chain: UInt8 = 0) {
            self.message = message
            self.answer = answer
            self.chain = chain
        }
    }

    private static let counting = (0..<256).map { UInt8($0) }
    private static let select = "00a4040007a000000003101000"

    private func block(_ header: [UInt8], _ field: some Collection<UInt8>) -> [UInt8] {
        let bytes = header + [UInt8(field.count)] + field
        return bytes + [bytes.reduce(0, ^)]
    }

    /// A host's block in a message, with bBWI.
    private func xfr(_ data: [UInt8], waiting: UInt8 = 0, level: UInt8 = 0) -> String {
        let count = UInt8(truncatingIfNeeded: data.count)
        return Hex.encode([0x6F, count, 0, 0, 0, 0, 0, waiting, level, 0] + data)
    }

    private func play(_ steps: [Step], _ requests: [CCIDRequest], _ reader: inout CCIDTestReader) throws -> [String] {
        var failures: [String] = []
        var steps = steps[...]
        var last: UInt8?
        for request in requests {
            let id = reader.ask(request)
            while reader.answers[id] == nil {
                var message = reader.next()
                guard let step = steps.popFirst(), message.count >= 10 else {
                    return failures + ["unexpected \(Hex.encode(message))"]
                }
                if let last, message[6] != last &+ 1 { failures.append("sequence \(message[6])") }
                last = message[6]
                let original = message
                message[6] = 0
                if Hex.encode(message) != step.message.replacing(" ", with: "") {
                    failures.append("\(Hex.encode(message)) instead of \(step.message)")
                }
                reader.answer(original, step.answer, specific: step.chain)
            }
            if case .failure(let error)? = reader.answers[id] { failures.append("\(request): \(error)") }
        }
        return failures + steps.map { "missing \($0.message)" }
    }

    private func command(_ text: String) throws -> CCIDRequest {
        .transmit(try CommandAPDU(parsing: Hex.decode(text) ?? []))
    }

    @Test func blockProtocolWithBadCheckWaitingTimeAndChains() throws {
        var reader = try CCIDTestReader(ccidInterface(features: 0x1_0030, protocols: 2, maximumMessage: 271))
        reader.start()
        let update = [0x00, 0xD6, 0x00, 0x00, 0x5F] + [UInt8](repeating: 0, count: 95)
        let echo = "00000f" + Self.select + "90009b"
        let steps = [
            Step("62000000000000010000", "3b800181"),
            Step("61070000000000010000 1110004d002000", "1110004d002000"),
            Step("6f050000000000000000 00c101fe3e", "00e101fe1e"),
            Step("6f110000000000000000 00000d00a4040007a00000000310100009", "00c3010295"),
            Step("6f040000000000000000 00810081", "00c30102c0"),
            Step("6f050000000000020000 00e30102e0", echo),
            Step("6f090000000000000000 00400500b0000000f5", block([0, 0x60], Self.counting.prefix(254))),
            Step("6f040000000000000000 00800080", "000004feff900095"),
            Step("6f240000000000000000 002020" + Hex.encode(update.prefix(32)) + "89", "00900090"),
            Step("6f240000000000000000 006020" + Hex.encode(update[32..<64]) + "40", "00800080"),
            Step("6f240000000000000000 002020" + Hex.encode(update[64..<96]) + "00", "00900090"),
            Step("6f080000000000000000 0040040000000044", block([0, 0x40], update + [0x90, 0])),
            Step("6f110000000000000000 00000d" + Self.select + "09", echo),
        ]
        let failures = try play(
            steps,
            [
                .powerOn, command(Self.select), command("00b0000000"), command(Hex.encode(update)),
                command(Self.select),
            ], &reader)
        #expect(failures == [])
    }

    @Test func negotiationByTheHost() throws {
        var reader = try CCIDTestReader(ccidInterface(features: 0x1_0030, protocols: 2, dataRate: 115_200))
        reader.start()
        let update = [0x00, 0xD6, 0x00, 0x00, 0x5F] + [UInt8](repeating: 0, count: 95)
        let long = [0x00, 0xD6, 0x00, 0x00, 0x00, 0x01, 0x2C] + [UInt8](repeating: 0, count: 300)
        var parts: [Step] = []
        for (place, expected) in [(0, "60"), (1, "20"), (2, "60"), (3, "20")] {
            let header: [UInt8] = [0, Hex.decode(expected)?[0] ?? 0]
            let part = long[(64 * place)..<(64 * place + 64)]
            parts.append(Step(xfr(block(header, part)), place % 2 == 0 ? "00800080" : "00900090"))
        }
        let last = block([0, 0x60], long.prefix(254))
        // Five blocks: four with more to come, and the rest of 51 bytes.
        parts.append(Step("6f370000000000000000 004033" + Hex.encode(long[256...]) + "73", last))
        parts.append(Step("6f040000000000000000 00800080", block([0, 0x00], long[254...] + [0x90, 0])))
        let steps =
            [
                Step("62000000000000010000", "3b9095813140 45b0".replacing(" ", with: "")),
                Step("6f040000000000000000 ff11947a", "ff11947a"),
                Step("61070000000000010000 94100045004000", "94100045004000"),
                Step("6f050000000000000000 00c101fe3e", "00e101fe1e"),
                Step("6f110000000000000000 00000d" + Self.select + "09", "00000f" + Self.select + "90009b"),
                Step("6f090000000000000000 00400500b0000000f5", block([0, 0x60], Self.counting.prefix(254))),
                Step("6f040000000000000000 00800080", "000004feff900095"),
                Step("6f440000000000000000 002040" + Hex.encode(update.prefix(64)) + "e9", "00900090"),
                Step(
                    "6f280000000000000000 004024" + Hex.encode(update[64...]) + "64",
                    block([0, 0x40], update + [0x90, 0])),
                Step("6f110000000000000000 00000d" + Self.select + "09", "00000f" + Self.select + "90009b"),
            ] + parts
        let failures = try play(
            steps,
            [
                .powerOn, command(Self.select), command("00b0000000"), command(Hex.encode(update)),
                command(Self.select), command(Hex.encode(long)),
            ], &reader)
        #expect(failures == [])
    }

    @Test func chainsOfExtendedCommands() throws {
        let interface = ccidInterface(features: 0x4_04BA, protocols: 2, maximumMessage: 74)
        var reader = try CCIDTestReader(interface)
        reader.start()
        let answer = (0..<600).map { UInt8(truncatingIfNeeded: $0) } + [0x90, 0x00]
        var steps = [
            Step("62000000000000000000", "3b800181"),
            Step("61070000000000010000 1110004d002000", "1110004d002000"),
            Step("6f0d0000000000000000" + Self.select, "000d9000"),
            Step("6f050000000000000000 00b0000000", [UInt8](answer.prefix(64)), chain: 1),
        ]
        for place in 1...8 {
            steps.append(
                Step("6f000000000000001000", [UInt8](answer[(64 * place)..<(64 * place + 64)]), chain: 3))
        }
        steps.append(Step("6f000000000000001000", [UInt8](answer[576...]), chain: 2))
        let short = Hex.decode("00d600005f" + String(repeating: "00", count: 95)) ?? []
        steps.append(Step(xfr([UInt8](short.prefix(64)), level: 1), "", chain: 0x10))
        steps.append(Step(xfr([UInt8](short[64...]), level: 2), "00649000"))
        let long = Hex.decode("00d6000000012c" + String(repeating: "00", count: 300)) ?? []
        for place in 0..<4 {
            let part = [UInt8](long[(64 * place)..<(64 * place + 64)])
            steps.append(Step(xfr(part, level: place == 0 ? 1 : 3), "", chain: 0x10))
        }
        steps.append(Step(xfr([UInt8](long[256...]), level: 2), "01339000"))
        let failures = try play(
            steps,
            [
                .powerOn, command(Self.select), command("00b0000000"), command(Hex.encode(short)),
                command(Hex.encode(long)),
            ], &reader)
        #expect(failures == [])
        guard case .success(.answer(let read))? = reader.answers[3] else {
            Issue.record("no answer")
            return
        }
        #expect(read.data == [UInt8](answer.dropLast(2)))
        #expect(read.isSuccess)
    }
}
