import SimulatedCard
import TenderBytes
import Testing

@Suite struct HostileCardTests {
    private static let visa: [UInt8] = [0xA0, 0, 0, 0, 3, 0x10, 0x10]
    private static let directory = Array("1PAY.SYS.DDF01".utf8)

    private func terminal(_ flaw: ChipFlaw) throws -> TestTerminal { try TestTerminal(ChipProfile(flaw: flaw)) }

    /// Whether a card shows the flaw that is not one of its proof.
    private func isShown(_ flaw: ChipFlaw) throws -> Bool? {
        var terminal = try terminal(flaw)
        switch flaw {
        case .wrongLengths, .noise, .longAnswer:
            let status = try? terminal.start()
            return status == nil || terminal.signedContents.count > 256
        case .duplicatedObject: return try terminal.start() == 0x9000 && terminal.tags.filter { $0 == 0x5A }.count == 2
        case .missingObject: return try terminal.start() == 0x9000 && terminal.objects[0x8C] == nil
        case .wrongLocator: return try terminal.start() == 0x6A83 && terminal.locator[6] == 0xFF
        case .endlessRecords:
            _ = terminal.send([0, 0xA4, 4, 0], Self.directory)
            return (1...255).allSatisfy { terminal.send([0, 0xB2, $0, 0x0C]).status == 0x9000 }
        case .endlessApplications:
            _ = terminal.send([0, 0xA4, 4, 0], Self.visa)
            return (0..<300).allSatisfy { _ in terminal.send([0, 0xA4, 4, 2], Self.visa).status == 0x9000 }
        case .endlessAnswer: return terminal.send([0, 0xA4, 4, 0], Self.visa).status == 0
        case .higherCryptogram:
            _ = try terminal.start()
            return try terminal.generate(0x00).objects[0x9F27] == [0x40]
        case .replayedCryptogram:
            let answers = try (0..<3).map { _ in
                _ = try terminal.start()
                return try terminal.generate(0x40).raw
            }
            return Set(answers).count == 1
        case .refusedCompletion:
            _ = try terminal.start()
            _ = try terminal.generate(0x80)
            return try terminal.generate(0x40, list: 0x8D).status == 0x6985
        case .wrongCryptogram:
            var honest = try TestTerminal(ChipProfile(card: .visa))
            _ = try (honest.start(), terminal.start())
            return try terminal.generate(0x80).raw != honest.generate(0x80).raw
        case .otherNumber, .otherIssuer, .expiredCertificate, .wrongIssuerCertificate, .wrongCardCertificate,
            .wrongStaticSignature, .wrongDynamicSignature, .unsignedCryptogram, .otherCryptogramSigned:
            return nil
        }
    }

    @Test func everyFlawShowsOrIsOneOfTheProof() throws {
        let shown = try ChipFlaw.allCases.map { try isShown($0) }
        #expect(zip(ChipFlaw.allCases, shown).filter { $1 == false }.map(\.0) == [])
        #expect(shown.filter { $0 == nil }.count == 9)
    }

    @Test func anHonestCardHasNewCryptograms() throws {
        var terminal = try TestTerminal(ChipProfile(card: .visa))
        let answers = try (0..<3).map { _ in
            _ = try terminal.start()
            return try terminal.generate(0x40).raw
        }
        #expect(Set(answers).count == 3)
    }

    /// Commands that are likely to be understood, with random parts; every answer has two bytes of status at least.
    @Test func whateverIsSentThereIsAnAnswer() throws {
        var random = SeededNumbers(state: 7)
        var wrong: [String] = []
        var statuses: Set<[UInt8]> = []
        for profile in ChipProfile.hostile + ChipProfile.all {
            for transport in ChipProtocol.allCases {
                var profile = profile
                profile.transport = transport
                var card = try ChipCard(profile)
                for _ in 0..<150 {
                    let command = Self.command(&random, card)
                    guard case .bytes(let answer) = card.transmit(command), answer.count >= 2 else {
                        wrong.append("\(profile): \(Hex.encode(command))")
                        continue
                    }
                    statuses.insert(answer.suffix(2))
                }
            }
        }
        #expect(wrong == [])
        #expect(
            statuses.isSuperset(of: [[0x90, 0], [0x6A, 0x82], [0x69, 0x85], [0x67, 0], [0x6E, 0], [0x6D, 0]]))
    }

    private static func command(_ random: inout SeededNumbers, _ card: ChipCard) -> [UInt8] {
        if random.next() % 8 == 0 {
            return (0..<Int(random.next() % 300)).map { _ in UInt8(random.next() & 0xFF) }
        }
        let name = Hex.decode(card.profile.applications[0].identifier) ?? []
        let sizes = [0, 2, 4, 8, 9, 29, 31, 43, 112]
        let size = sizes[Int(random.next() % UInt64(sizes.count))]
        let data = (0..<size).map { _ in UInt8(random.next() & 0xFF) }
        let likely: [([UInt8], [UInt8])] = [
            ([0, 0xA4, 4, UInt8(random.next() & 2)], random.next() % 2 == 0 ? name : directory),
            ([0x80, 0xA8, 0, 0], [0x83, 5, 0, 0, 0, 0, 0]),
            ([0, 0xB2, UInt8(random.next() % 6), UInt8(random.next() % 5) << 3 | 4], []),
            ([0x80, 0xCA, 0x9F, [0x36, 0x13, 0x17, 0x4F][Int(random.next() % 4)]], []), ([0, 0x84, 0, 0], []),
            ([0, 0x20, 0, 0x80 | UInt8(random.next() & 8)], data), ([0, 0x88, 0, 0], [1, 2, 3, 4]),
            ([0, 0x82, 0, 0], data), ([0x80, 0xAE, UInt8(random.next() & 0xD0), 0], data),
            ([0, 0xC0, 0, 0], []),
            ([0x84, [0x16, 0x18, 0x1E, 0x24][Int(random.next() % 4)], 0, UInt8(random.next() & 2)], data),
            ([0x84, 0xDA, 0x9F, [0x14, 0x23, 0x36][Int(random.next() % 3)]], data),
        ]
        let (header, body) = likely[Int(random.next() % UInt64(likely.count))]
        if body.isEmpty { return header + [UInt8(random.next() & 0xFF)] }
        return header + [UInt8(body.count)] + body + (card.profile.transport == .t1 ? [0] : [])
    }
}

/// A generator of reproducible numbers (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
