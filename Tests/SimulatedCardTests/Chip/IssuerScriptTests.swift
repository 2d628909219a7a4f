import SimulatedCard
import TenderBytes
import Testing

@Suite struct IssuerScriptTests {
    private static let visa: [UInt8] = [0xA0, 0, 0, 0, 3, 0x10, 0x10]

    /// A card that has just asked for its issuer.
    private func terminal(_ change: (inout ChipProfile) -> Void = { _ in }) throws -> (TestTerminal, [UInt8]) {
        var profile = ChipProfile(card: try .named("offlinePinCvm"))
        profile.authentication = .dda
        change(&profile)
        var terminal = try TestTerminal(profile)
        _ = try terminal.start()
        let request = try terminal.generate(0x80)
        return (terminal, request.objects[0x9F26] ?? [])
    }

    private func send(_ instruction: UInt8, _ terminal: inout TestTerminal, _ cryptogram: [UInt8]) throws -> Int {
        let profile = terminal.card.profile
        let keys = try CardKeys(scheme: profile.scheme, number: profile.card.number, sequence: profile.sequence)
        let counter = try #require(terminal.card.transactionCount(ofApplication: 0))
        let code = try keys.commandCode(
            header: [0x84, instruction, 0, 0, 8], data: [], counter: counter, cryptogram: cryptogram)
        return terminal.send([0x84, instruction, 0, 0], code, answers: false).status
    }

    @Test func codesMatchThoseOfAnotherLibrary() throws {
        var wrong: [Int] = []
        for (place, row) in try VectorFile.rows("commands.tsv").enumerated() {
            let keys = try CardKeys(
                scheme: .visa22, number: SecretBytes(utf8: row[0]), sequence: try #require(UInt8(row[1])))
            let fields = try row[3...].map { try #require(Hex.decode($0)) }
            let code = try keys.commandCode(
                header: fields[1], data: fields[2], counter: try #require(UInt16(row[2])), cryptogram: fields[0])
            if code != fields[3] { wrong.append(place) }
        }
        #expect(wrong == [])
    }

    @Test func anApplicationIsBlockedAndUnblocked() throws {
        var (terminal, cryptogram) = try terminal()
        #expect(try send(0x1E, &terminal, cryptogram) == 0x9000)
        #expect(try terminal.generate(0x00, list: 0x8D).status == 0x9000)
        #expect(terminal.send([0, 0xA4, 4, 0], Self.visa).status == 0x6283)
        #expect(terminal.card.state == .applicationBlocked)
        (terminal, cryptogram) = try self.terminal()
        let statuses = try [0x1E, 0x18].map { try send($0, &terminal, cryptogram) }
        #expect(statuses == [0x9000, 0x9000])
        #expect(terminal.card.state == .active)
    }

    @Test func aBlockedCardStaysBlocked() throws {
        var (terminal, cryptogram) = try terminal()
        let statuses = try [0x16, 0x1E, 0x18].map { try send($0, &terminal, cryptogram) }
        #expect(statuses == [0x9000, 0x9000, 0x9000])
        #expect(terminal.card.state == .cardBlocked)
        _ = terminal.card.powerOn()
        #expect(terminal.send([0, 0xA4, 4, 0], Self.visa).status == 0x6A81)
    }

    @Test func aBlockedPINIsUnblocked() throws {
        var (terminal, cryptogram) = try terminal { $0.state = .pinBlocked }
        #expect(terminal.card.pinTries == 0)
        #expect(try send(0x24, &terminal, cryptogram) == 0x9000)
        #expect(terminal.card.pinTries == 3)
    }

    @Test func whatTheIssuerDidNotMakeIsRefused() throws {
        var (terminal, cryptogram) = try terminal()
        #expect(try send(0x16, &terminal, cryptogram.reversed()) == 0x6988)
        #expect(terminal.send([0x84, 0x16, 0, 0], [1, 2, 3, 4], answers: false).status == 0x6700)
        #expect(terminal.send([0x84, 0x16, 1, 0], [1, 2, 3, 4], answers: false).status == 0x6A86)
        _ = try terminal.start()
        #expect(try send(0x16, &terminal, cryptogram) == 0x6985)
        #expect(terminal.card.state == .active)
    }
}
