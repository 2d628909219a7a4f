import SimulatedCard
import TenderBytes
import TenderCrypto
import Testing

@Suite struct TransactionTests {
    private static let approval = Array("00".utf8)

    /// The issuer's proof for the cryptogram that a card has just made at its second transaction count.
    private static func issuerAnswer(_ profile: ChipProfile, _ cryptogram: [UInt8], counter: UInt16) throws -> [UInt8] {
        let keys = try CardKeys(scheme: profile.scheme, number: profile.card.number, sequence: profile.sequence)
        var update = CardStatusUpdate()
        (update.isApproved, update.resetsCounters) = (true, true)
        return try keys.authenticationData(
            cryptogram: cryptogram, payload: profile.scheme.responseMethod == .responseCode ? approval : update.bytes,
            counter: counter)
    }

    private static func plain(_ card: SimulatedCard, _ scheme: CryptogramScheme) -> ChipProfile {
        var profile = ChipProfile(card: card)
        profile.scheme = scheme
        profile.authentication = .dda
        return profile
    }

    /// Goes online, and ends with the second cryptogram.
    private static func online(
        _ terminal: inout TestTerminal, asking: UInt8 = 0x80, genuine: Bool = true, responseCode: String = "00"
    ) throws -> [UInt8] {
        guard try terminal.start() == 0x9000 else { return [] }
        let first = try terminal.generate(asking)
        guard first.objects[0x9F27] == [0x80] else { return first.objects[0x9F27] ?? [] }
        let counter = try #require(terminal.card.transactionCount(ofApplication: 0))
        var answer = try issuerAnswer(terminal.card.profile, first.objects[0x9F26] ?? [], counter: counter)
        if !genuine { answer[0] ^= 1 }
        let code = Array(responseCode.utf8)
        if terminal.card.profile.scheme == .mchip {
            return try terminal.generate(0x40, list: 0x8D, [0x8A: code, 0x91: answer]).objects[0x9F27] ?? []
        }
        let status = terminal.send([0, 0x82, 0, 0], answer, answers: false).status
        guard status == (genuine ? 0x9000 : 0x6300) else { return [] }
        return try terminal.generate(0x40, list: 0x8D, [0x8A: code]).objects[0x9F27] ?? []
    }

    @Test func wholeTransactionsMatchThoseOfAnotherLibrary() throws {
        var wrong: [String] = []
        for row in try VectorFile.rows("transactions.tsv") {
            let fields = try row[1...].map { try #require(Hex.decode($0)) }
            var terminal = try TestTerminal(Self.plain(.visa, try #require(CryptogramScheme(rawValue: row[0]))))
            _ = try terminal.start()
            let first = try terminal.generate(0x80)
            if first.objects[0x9F10] != fields[0] || first.objects[0x9F26] != fields[1] {
                wrong.append("\(row[0]) ARQC")
            }
            if row[0] != "mchip", terminal.send([0, 0x82, 0, 0], fields[2], answers: false).status != 0x9000 {
                wrong.append("\(row[0]) issuer")
            }
            let second = try terminal.generate(0x40, list: 0x8D, [0x8A: Self.approval, 0x91: fields[2]])
            if second.objects[0x9F10] != fields[3] || second.objects[0x9F26] != fields[4] {
                wrong.append("\(row[0]) TC")
            }
        }
        #expect(wrong == [])
    }

    @Test func everyCardPaysOnlineAndRemembersIt() throws {
        var wrong: [String] = []
        for var profile in ChipProfile.all {
            if profile.authentication == .cda { profile.authentication = .dda }
            var terminal = try TestTerminal(profile)
            if try Self.online(&terminal) != [0x40] { wrong.append("\(profile): not approved") }
            let counters = [0x36, 0x13].map { terminal.send([0x80, 0xCA, 0x9F, $0]).data }
            if counters != [[0x9F, 0x36, 2, 0, 2], [0x9F, 0x13, 2, 0, 2]] { wrong.append("\(profile): counters") }
        }
        #expect(wrong == [])
    }

    @Test func aCardApprovesOfflineUntilItsLimitAndAgainOnceItWasOnline() throws {
        var terminal = try TestTerminal(Self.plain(.visa, .visa18))
        var kinds: [[UInt8]] = []
        for _ in 0..<6 {
            _ = try terminal.start()
            kinds.append(try terminal.generate(0x40).objects[0x9F27] ?? [])
        }
        #expect(kinds == [[0x40], [0x40], [0x40], [0x40], [0x40], [0x80]])
        #expect(try Self.online(&terminal, asking: 0x40) == [0x40])
        _ = try terminal.start()
        #expect(try terminal.generate(0x40).objects[0x9F27] == [0x40])
    }

    @Test func aForgedIssuerIsRefusedAndTheCardDeclines() throws {
        var wrong: [String] = []
        for scheme in CryptogramScheme.allCases {
            var terminal = try TestTerminal(Self.plain(.visa, scheme))
            if try Self.online(&terminal, genuine: false) != [0x03] { wrong.append("\(scheme)") }
            if terminal.send([0x80, 0xCA, 0x9F, 0x13]).data.last != 1 { wrong.append("\(scheme): remembered") }
        }
        #expect(wrong == [])
    }

    @Test func withoutTheIssuerTheCardApprovesUpToItsLimit() throws {
        var kinds: [[UInt8]] = []
        for count in [UInt16(1), 9] {
            var profile = Self.plain(.visa, .visa18)
            profile.transactionCount = count
            var terminal = try TestTerminal(profile)
            _ = try terminal.start()
            _ = try terminal.generate(0x80)
            kinds.append(try terminal.generate(0x40, list: 0x8D, [0x8A: Array("Y3".utf8)]).objects[0x9F27] ?? [])
        }
        #expect(kinds == [[0x40], [0x00]])
    }

    @Test func whatIsAskedToDeclineIsDeclined() throws {
        var terminal = try TestTerminal(Self.plain(.visa, .mchip))
        _ = try terminal.start()
        #expect(try terminal.generate(0x00).objects[0x9F27] == [0x00])
        #expect(try terminal.generate(0x40).status == 0x6985)
        _ = try terminal.start()
        _ = try terminal.generate(0x80)
        #expect(try terminal.generate(0x00, list: 0x8D).objects[0x9F27] == [0x00])
    }

    @Test func eachApplicationCountsForItself() throws {
        var terminal = try TestTerminal(ChipProfile(card: try .named("eftposAuVisaDebit")))
        _ = try terminal.start()
        _ = try terminal.start()
        _ = try terminal.start(application: 1)
        #expect([0, 1, 2].map { terminal.card.transactionCount(ofApplication: $0) } == [3, 2, nil])
    }

    @Test func aUsedUpCounterEndsTheCard() throws {
        var profile = ChipProfile(card: .visa)
        profile.transactionCount = 0xFFFE
        var terminal = try TestTerminal(profile)
        #expect(try [terminal.start(), terminal.start()] == [0x9000, 0x6985])
    }
}
