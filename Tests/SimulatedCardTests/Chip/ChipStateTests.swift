import SimulatedCard
import TenderBytes
import Testing

@Suite struct ChipStateTests {
    private static let visa: [UInt8] = [0xA0, 0, 0, 0, 3, 0x10, 0x10]
    private static let directory = Array("1PAY.SYS.DDF01".utf8)

    private func terminal(_ change: (inout ChipProfile) -> Void = { _ in }) throws -> TestTerminal {
        var profile = ChipProfile(card: .visa)
        change(&profile)
        return try TestTerminal(profile)
    }

    @Test func theDirectoryListsEveryApplication() throws {
        var terminal = try TestTerminal(ChipProfile(card: try .named("eftposAuVisaDebit")))
        let selected = terminal.send([0, 0xA4, 4, 0], Self.directory)
        #expect(FlatObjects.read(selected.data)?.first { $0.tag == 0x88 }?.value == [1])
        let entries = [UInt8(1), 2, 3].map { terminal.send([0, 0xB2, $0, 0x0C]) }
        #expect(entries.map(\.status) == [0x9000, 0x9000, 0x6A83])
        let names = entries.compactMap { FlatObjects.read($0.data)?.first { $0.tag == 0x4F }?.value }
        #expect(names == [Self.visa, [0xA0, 0, 0, 3, 0x84, 0x10]])
    }

    @Test func aCardWithoutADirectoryAndAListIsFoundByName() throws {
        var terminal = try terminal { ($0.hasDirectory, $0.asksForOptions) = (false, false) }
        #expect(terminal.send([0, 0xA4, 4, 0], Self.directory).status == 0x6A82)
        #expect(try terminal.start() == 0x9000)
        #expect([terminal.objects[0x9F38] == nil, terminal.optionValues == []] == [true, true])
    }

    @Test func aPartOfANameFindsTheApplicationsThatBeginWithIt() throws {
        let file = """
            card visaDebit
            application a0000000031010 VISA DEBIT
            application A0000000980840 US DEBIT
            application A000000003101002 VISA CREDIT
            """
        var terminal = try TestTerminal(ChipProfile(file: file))
        let searches: [(prefix: [UInt8], next: UInt8)] = [
            ([0xA0, 0, 0, 0, 3], 0), ([0xA0, 0, 0, 0, 3], 2), ([0xA0, 0, 0, 0, 3], 2), ([0xA0, 0, 0, 0, 0x98], 0),
            (Self.visa, 2), (Self.visa, 0), (Self.visa, 2),
        ]
        let names = searches.map { search in
            let answer = terminal.send([0, 0xA4, 4, search.next], search.prefix)
            return FlatObjects.read(answer.data)?.first.map { Hex.encode($0.value) } ?? String(answer.status, radix: 16)
        }
        #expect(
            names == [
                "a0000000031010", "a000000003101002", "6a82", "a0000000980840", "6a82", "a0000000031010",
                "a000000003101002",
            ])
        #expect(terminal.send([0, 0xA4, 4, 2], Self.visa).status == 0x6A82)
    }

    @Test func aStateAnswersWithItsStatus() throws {
        var found: [String] = []
        for state in ChipState.allCases {
            var terminal = try terminal { $0.state = state }
            let directory = terminal.send([0, 0xA4, 4, 0], Self.directory).status
            let name = terminal.send([0, 0xA4, 4, 0], Self.visa)
            found.append(
                [directory, name.status, name.data.isEmpty ? 0 : 1].map { String($0, radix: 16) }
                    .joined(separator: " "))
        }
        #expect(found == ["9000 9000 1", "9000 6283 1", "6a81 6a81 0", "9000 9000 1", "9000 9000 1"])
    }

    @Test func aBlockedApplicationDeclinesEverything() throws {
        var terminal = try terminal { $0.state = .applicationBlocked }
        _ = terminal.send([0, 0xA4, 4, 0], Self.visa)
        let options = terminal.send([0x80, 0xA8, 0, 0], [0x83, 5, 0, 0, 0, 0, 0])
        let cryptogram = terminal.send([0x80, 0xAE, 0x80, 0], [UInt8](repeating: 0, count: 29))
        #expect([options.status, cryptogram.status] == [0x9000, 0x9000])
        #expect(FlatObjects.read(cryptogram.data)?.first?.value.first == 0x01)
    }

    @Test func anExpiredCardSaysSoInItsRecordsOnly() throws {
        var terminal = try terminal { $0.state = .expired }
        #expect(try terminal.start() == 0x9000)
        #expect(terminal.objects[0x5F24] == [0x20, 0x12, 0x31])
        #expect(try terminal.generate(0x40).objects[0x9F27] == [0x40])
    }

    /// What each command answers after a number of steps: nothing, selected, initiated, the first cryptogram.
    @Test func aCommandOutOfOrderOrOfTheWrongFormIsRefused() throws {
        let zeros = [UInt8](repeating: 0, count: 29)
        let commands: [(header: [UInt8], data: [UInt8], statuses: [Int])] = [
            ([0, 0xB2, 1, 0x0C], [], [0x6985, 0x6985, 0x9000, 0x9000]),
            ([0, 0xB2, 9, 0x0C], [], [0x6985, 0x6985, 0x6A83, 0x6A83]),
            ([0, 0xB2, 1, 0xF4], [], [0x6985, 0x6985, 0x6A82, 0x6A82]),
            ([0, 0xB2, 0, 0x0C], [], [0x6A86, 0x6A86, 0x6A86, 0x6A86]),
            ([0x80, 0xA8, 0, 0], [0x83, 5, 0, 0, 0, 0, 0], [0x6985, 0x9000, 0x6985, 0x6985]),
            ([0x80, 0xA8, 0, 0], [0x83, 0], [0x6700, 0x6700, 0x6700, 0x6700]),
            ([0x80, 0xA8, 0, 0], [0x85, 5, 0, 0, 0, 0, 0], [0x6A80, 0x6A80, 0x6A80, 0x6A80]),
            ([0x80, 0xCA, 0x9F, 0x36], [], [0x6985, 0x9000, 0x9000, 0x9000]),
            ([0x80, 0xCA, 0x9F, 0x4F], [], [0x6985, 0x6A88, 0x6A88, 0x6A88]),
            ([0, 0x88, 0, 0], [1, 2, 3, 4], [0x6985, 0x6985, 0x9000, 0x6985]),
            ([0, 0x88, 0, 0], [1, 2, 3], [0x6985, 0x6985, 0x6700, 0x6985]),
            ([0, 0x84, 0, 0], [], [0x9000, 0x9000, 0x9000, 0x9000]),
            ([0, 0x20, 0, 0x80], [0x24, 0x12, 0x34], [0x6985, 0x6985, 0x6700, 0x6700]),
            ([0, 0x20, 0, 0x81], [0x24, 0x12, 0x34], [0x6985, 0x6985, 0x6A86, 0x6A86]),
            ([0, 0x82, 0, 0], zeros, [0x6985, 0x6985, 0x6985, 0x6700]),
            ([0x80, 0xAE, 0x80, 0], zeros, [0x6985, 0x6985, 0x9000, 0x6A86]),
            ([0x80, 0xAE, 0x40, 0], zeros, [0x6985, 0x6985, 0x9000, 0x6700]),
            ([0x80, 0xAE, 0xC0, 0], zeros, [0x6A86, 0x6A86, 0x6A86, 0x6A86]),
            ([0x80, 0xAE, 0x81, 0], zeros, [0x6A86, 0x6A86, 0x6A86, 0x6A86]),
            ([0, 0xA4, 4, 0], [1, 2, 3, 4, 5], [0x6A82, 0x6A82, 0x6A82, 0x6A82]),
            ([0, 0xA4, 4, 0], [1, 2, 3, 4], [0x6700, 0x6700, 0x6700, 0x6700]),
            ([0, 0xA4, 0, 0], Self.visa, [0x6A86, 0x6A86, 0x6A86, 0x6A86]),
            ([0x80, 0xA4, 4, 0], Self.visa, [0x6E00, 0x6E00, 0x6E00, 0x6E00]),
            ([0, 0x0E, 0, 0], [], [0x6D00, 0x6D00, 0x6D00, 0x6D00]),
            ([0xA0, 0xA4, 4, 0], Self.visa, [0x6E00, 0x6E00, 0x6E00, 0x6E00]),
        ]
        let steps: [(header: [UInt8], data: [UInt8])] = [
            ([0, 0xA4, 4, 0], Self.visa), ([0x80, 0xA8, 0, 0], [0x83, 5, 0, 0, 0, 0, 0]),
            ([0x80, 0xAE, 0x80, 0], zeros),
        ]
        var wrong: [String] = []
        for transport in ChipProtocol.allCases {
            for (header, data, statuses) in commands {
                let found = try (0...3).map { count in
                    var terminal = try terminal { $0.transport = transport }
                    for step in steps.prefix(count) { _ = terminal.send(step.header, step.data) }
                    return terminal.send(header, data).status
                }
                if found != statuses { wrong.append("\(transport) \(Hex.encode(header)): \(found)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func faultsHappenAtTheirCommand() throws {
        var profile = ChipProfile(card: .visa)
        profile.transport = .t1
        profile.faults = [.silence(at: 2), .torn(at: 3), .removal(at: 4)]
        var card = try ChipCard(profile)
        let command: [UInt8] = [0, 0x84, 0, 0, 0]
        let answers = (1...5).map { _ in card.transmit(command) }
        let sizes = answers.map { answer in
            if case .bytes(let bytes) = answer { bytes.count } else { -1 }
        }
        #expect(sizes == [10, -1, 5, -1, -1])
        #expect(answers[1] == .silence)
        #expect([answers[3], answers[4]] == [.removed, .removed])
        _ = card.powerOn()
        #expect(card.transmit(command) != .removed)
    }

    @Test func bothProtocolsCarryTheSameTransaction() throws {
        let answers = try ChipProtocol.allCases.map { transport in
            var terminal = try terminal { $0.transport = transport }
            let status = try terminal.start()
            return "\(status) \(terminal.objects.keys.sorted()) \(try terminal.generate(0x80).raw)"
        }
        #expect(answers[0] == answers[1])
        #expect(answers[0].hasPrefix("36864"))
    }
}
