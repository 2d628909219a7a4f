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

    private func send(
        _ command: IssuerCommand, _ terminal: inout TestTerminal, _ cryptogram: [UInt8]
    ) throws -> Int {
        let profile = terminal.card.profile
        let keys = try CardKeys(scheme: profile.scheme, number: profile.card.number, sequence: profile.sequence)
        let counter = try #require(terminal.card.transactionCount(ofApplication: 0))
        let bytes = try keys.command(command, counter: counter, cryptogram: cryptogram)
        return terminal.send(Array(bytes.prefix(4)), Array(bytes.dropFirst(5)), answers: false).status
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
        #expect(try send(.blockApplication, &terminal, cryptogram) == 0x9000)
        #expect(try terminal.generate(0x00, list: 0x8D).status == 0x9000)
        #expect(terminal.send([0, 0xA4, 4, 0], Self.visa).status == 0x6283)
        #expect(terminal.card.state == .applicationBlocked)
        (terminal, cryptogram) = try self.terminal()
        let statuses = try [IssuerCommand.blockApplication, .unblockApplication].map {
            try send($0, &terminal, cryptogram)
        }
        #expect(statuses == [0x9000, 0x9000])
        #expect(terminal.card.state == .active)
    }

    @Test func aBlockedCardStaysBlocked() throws {
        var (terminal, cryptogram) = try terminal()
        let statuses = try [IssuerCommand.blockCard, .blockApplication, .unblockApplication].map {
            try send($0, &terminal, cryptogram)
        }
        #expect(statuses == [0x9000, 0x9000, 0x9000])
        #expect(terminal.card.state == .cardBlocked)
        _ = terminal.card.powerOn()
        #expect(terminal.send([0, 0xA4, 4, 0], Self.visa).status == 0x6A81)
    }

    @Test func aBlockedPINIsUnblocked() throws {
        var (terminal, cryptogram) = try terminal { $0.state = .pinBlocked }
        #expect(terminal.card.pinTries == 0)
        #expect(try send(.unblockPIN, &terminal, cryptogram) == 0x9000)
        #expect(terminal.card.pinTries == 3)
    }

    @Test func aNewPINCountsFromNowOn() throws {
        var (terminal, cryptogram) = try terminal()
        let pins = ["4321", "123456789012"].map { SecretBytes(utf8: $0) }
        let blocks: [[UInt8]] = [
            [0x24, 0x12, 0x34, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x24, 0x43, 0x21, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x2C, 0x12, 0x34, 0x56, 0x78, 0x90, 0x12, 0xFF],
        ]
        func statuses() -> [Int] { blocks.map { terminal.send([0, 0x20, 0, 0x80], $0, answers: false).status } }
        #expect(statuses() == [0x9000, 0x63C2, 0x63C1])
        #expect(try send(.changePIN(pins[0]), &terminal, cryptogram) == 0x9000)
        #expect(statuses() == [0x63C2, 0x9000, 0x63C2])
        #expect(try send(.changePIN(pins[1]), &terminal, cryptogram) == 0x9000)
        #expect(statuses() == [0x63C2, 0x63C1, 0x9000])
    }

    @Test func theIssuerSetsTheLimits() throws {
        var (terminal, cryptogram) = try terminal()
        #expect(try send(.setLowerLimit(9), &terminal, cryptogram) == 0x9000)
        #expect(try send(.setUpperLimit(11), &terminal, cryptogram) == 0x9000)
        _ = try terminal.start()
        #expect([0x9F14, 0x9F23].map { terminal.objects[$0] } == [[9], [11]])
        #expect(terminal.card.offlineLimits == [9, 11])
    }

    /// Each bit of a status update by itself; what does not approve is declined.
    @Test func aStatusUpdateChangesWhatItSays() throws {
        var updates = [CardStatusUpdate](repeating: CardStatusUpdate(), count: 6)
        for place in 1..<6 { updates[place].isApproved = true }
        (updates[2].blocksCard, updates[3].blocksApplication) = (true, true)
        (updates[4].tries, updates[5].resetsCounters) = (1, true)
        let ends = try updates.map { update in
            var (terminal, cryptogram) = try terminal { $0.scheme = .common }
            let profile = terminal.card.profile
            let keys = try CardKeys(scheme: profile.scheme, number: profile.card.number, sequence: profile.sequence)
            let answer = try keys.authenticationData(cryptogram: cryptogram, payload: update.bytes, counter: 2)
            _ = terminal.send([0, 0x82, 0, 0], answer, answers: false)
            let kind = try terminal.generate(0x40, list: 0x8D, [0x8A: [0x30, 0x30]]).objects[0x9F27]?.first ?? 0xFF
            let lastOnline = terminal.card.lastOnlineCount(ofApplication: 0) ?? 0
            return "\(kind) \(terminal.card.state) \(terminal.card.pinTries) \(lastOnline)"
        }
        #expect(
            ends == [
                "0 active 3 1", "64 active 3 1", "64 cardBlocked 3 1", "64 applicationBlocked 3 1", "64 active 1 1",
                "64 active 3 2",
            ])
    }

    @Test func aCardMayWantItsIssuersProof() throws {
        let kinds = try [false, true].map { isWanted in
            var (terminal, _) = try terminal { $0.wantsIssuerProof = isWanted }
            return try terminal.generate(0x40, list: 0x8D, [0x8A: [0x30, 0x30]]).objects[0x9F27]
        }
        #expect(kinds == [[0x40], [0x00]])
    }

    @Test func whatTheIssuerDidNotMakeIsRefused() throws {
        var (terminal, cryptogram) = try terminal()
        #expect(try send(.blockCard, &terminal, cryptogram.reversed()) == 0x6988)
        #expect(terminal.send([0x84, 0x16, 0, 0], [1, 2, 3, 4], answers: false).status == 0x6700)
        #expect(terminal.send([0x84, 0x16, 1, 0], [1, 2, 3, 4], answers: false).status == 0x6A86)
        _ = try terminal.start()
        #expect(try send(.blockCard, &terminal, cryptogram) == 0x6985)
        #expect(terminal.card.state == .active)
    }
}
