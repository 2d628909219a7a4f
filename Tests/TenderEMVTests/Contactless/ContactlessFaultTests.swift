import SimulatedCard
import SimulatedPayments
import TenderBytes
import TenderModel
import Testing

@testable import TenderEMV

/// The kernels against hostile contactless cards that compute, and cards that leave.
@Suite struct ContactlessFaultTests {
    private static func profile(_ style: ContactlessStyle, _ flaw: ChipFlaw? = nil) throws -> ContactlessProfile {
        var profile = ContactlessProfile(card: style == .mchip ? try .named("mastercard") : .visa, style: style)
        profile.chip.flaw = flaw
        profile.offlineAmount = .max
        return profile
    }

    /// What must come of two transactions with a flawed card at a reader that has a signature checked also online.
    private static func expected(_ flaw: ChipFlaw, _ style: ContactlessStyle) -> [String] {
        let isQuick = style == .qvsdc
        let clean = isQuick ? "online 0000000000 C000 1F0002" : "online 0000000000 E800 1F0002"
        let failed = isQuick ? "declined 0000000000 8000 3F0000" : "declined 0400000000 E800 1F0002"
        func both(_ outcome: String) -> [String] { [outcome, outcome] }
        switch flaw {
        case .wrongLengths, .wrongLocator, .noise, .longAnswer: return both("ended dataInvalid")
        case .duplicatedObject: return both("ended dataTwice")
        case .missingObject where !isQuick: return both("ended dataMissing")
        case .endlessRecords: return both("ended tooMuch")
        case .endlessApplications: return both("ended noCombination")
        case .higherCryptogram: return both("ended cryptogramNotAllowed")
        case .otherNumber, .otherIssuer, .expiredCertificate, .wrongIssuerCertificate, .wrongCardCertificate:
            return both(isQuick ? failed : "online 0400000000 E800 1F0002, approved")
        case .wrongDynamicSignature, .unsignedCryptogram: return both(failed)
        case .otherCryptogramSigned where !isQuick: return both(failed)
        case .wrongCryptogram: return both(clean + ", fraudulent")
        case .replayedCryptogram: return [clean + ", approved", clean + ", fraudulent"]
        // What only a chip with contacts can do wrong, or only by the other rules.
        case .missingObject, .otherCryptogramSigned, .endlessAnswer, .wrongStaticSignature, .refusedCompletion:
            return both(clean + ", approved")
        }
    }

    @Test(arguments: ContactlessStyle.allCases) func everyFlawEndsInAnOutcomeOrIsInTheResults(
        _ style: ContactlessStyle
    ) throws {
        let terminal = ContactlessTerminal.configuration(qualifiers: "37004000")
        var wrong: [String] = []
        for flaw in ChipFlaw.allCases {
            let profile = try Self.profile(style, flaw)
            var desk = try ContactlessDesk(profile)
            var issuer = ChipIssuer()
            let plays = (0..<2).map { _ in desk.pay(ContactlessTerminal.transaction(1000), at: terminal) }
            let words = try plays.map { try $0?.judged(profile, by: &issuer) ?? "" }
            let most = plays.map { $0?.commands.count ?? 0 }.max() ?? 0
            if words != Self.expected(flaw, style) || most > ContactlessMachine.mostCommands {
                wrong.append("\(flaw): \(words), \(most) commands")
            }
        }
        #expect(wrong == [])
    }

    /// A card that leaves, or fails, at any command is wanted again, and pays once when it comes.
    @Test(arguments: ContactlessStyle.allCases) func aCardThatLeavesAtAnyCommandPaysOnceWhenItComesAgain(
        _ style: ContactlessStyle
    ) throws {
        let terminal = ContactlessTerminal.configuration(qualifiers: "37004000")
        var wrong: [String] = []
        var clean = try ContactlessDesk(Self.profile(style))
        let paid = clean.pay(ContactlessTerminal.transaction(1000), at: terminal)
        let usual = try #require(paid)
        for command in 1...usual.commands.count {
            for fault in [ChipFault.removal(at: command), .silence(at: command)] {
                for recovers in [true, false] {
                    var profile = try Self.profile(style)
                    (profile.chip.faults, profile.recovers) = ([fault], recovers)
                    var desk = try ContactlessDesk(profile)
                    var issuer = ChipIssuer()
                    let play = desk.pay(ContactlessTerminal.transaction(1000), at: terminal)
                    let words = try play?.judged(profile, by: &issuer)
                    if words != usual.end + ", approved" || play?.asked != ["presentCard", "presentAgain"]
                        || desk.torn.count != 0
                    {
                        wrong.append("\(fault) \(recovers): \(words ?? "") \(play?.asked ?? [])")
                    }
                }
            }
        }
        #expect(wrong == [])
        #expect(usual.commands.count > 6)
    }

    /// An answer in half is refused, passed over as another card's would be, or ends the transaction.
    @Test(arguments: ContactlessStyle.allCases) func aTornAnswerEnds(_ style: ContactlessStyle) throws {
        var ends: Set<String> = []
        for command in 1...8 {
            var profile = try Self.profile(style)
            profile.chip.faults = [.torn(at: command)]
            var desk = try ContactlessDesk(profile)
            ends.insert(desk.pay(ContactlessTerminal.transaction(1000))?.end ?? "")
        }
        let known: Set = [
            "ended noCombination", "ended commandRefused", "ended dataInvalid", "online 0000000000 4000 1F0002",
            "online 0000000000 E800 1F0002",
        ]
        #expect(ends.subtracting(known) == [])
    }

    /// Takes the card away with the cryptogram, and pays again later: the end, what the issuer was told, what was kept.
    private static func torn(
        _ first: UInt64, _ second: UInt64, recovers: Bool = true
    ) throws -> (words: String, told: [String], kept: Int) {
        var profile = try profile(.mchip)
        profile.recovers = recovers
        var desk = try ContactlessDesk(losing(profile))
        desk.comesAgain = false
        _ = desk.pay(ContactlessTerminal.transaction(first))
        let kept = desk.torn.count
        var issuer = ChipIssuer()
        let play = desk.pay(ContactlessTerminal.transaction(second))
        let request = try play?.outcome?.result?.request(profile.chip)
        let told = [0x9F36, 0x9F02].map { Hex.encode(request?.objects[$0] ?? []) }
        return (try play?.judged(profile, by: &issuer) ?? "", told + ["\(desk.torn.count)"], kept)
    }

    /// The same card, which leaves with its first cryptogram.
    private static func losing(_ profile: ContactlessProfile) throws -> ContactlessProfile {
        var clean = try ContactlessDesk(profile)
        let count = clean.pay(ContactlessTerminal.transaction(1000))?.commands.count ?? 0
        var profile = profile
        profile.chip.faults = [.removal(at: count)]
        return profile
    }

    @Test func aTornCryptogramOfAnEarlierTransactionIsUsedForTheSamePaymentOnly() throws {
        let paid = "online 0000000000 E800 1F0002, approved"
        // The counter is that of the transaction that was torn.
        let same = try Self.torn(1000, 1000)
        #expect(same == (paid, ["0002", "000000001000", "0"], 1))
        let other = try Self.torn(1000, 1001)
        #expect(other == (paid, ["0003", "000000001001", "0"], 1))
        let forgetful = try Self.torn(1000, 1000, recovers: false)
        #expect(forgetful == (paid, ["0003", "000000001000", "0"], 0))
    }

    @Test func theLogOfTornTransactionsIsBounded() throws {
        var torn = TornTransactions()
        var counts: [Int] = []
        let cards = SimulatedCard.all.filter { $0.brand == .mastercard || $0.brand == .visa }.prefix(6)
        for card in cards {
            var profile = ContactlessProfile(card: card, style: .mchip)
            profile.chip.applications = [CardApplication(identifier: "A0000000041010", label: "TEST")]
            var desk = try ContactlessDesk(Self.losing(profile))
            (desk.torn, desk.comesAgain) = (torn, false)
            _ = desk.pay(ContactlessTerminal.transaction(1000))
            torn = desk.torn
            counts.append(torn.count)
        }
        #expect(counts == [1, 2, 3, 4, 4, 4])
    }
}
