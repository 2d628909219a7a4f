import SimulatedCard
import SimulatedPayments
import TenderBytes
import Testing

@testable import TenderEMV

/// PINs and the states of a card, by the kernel, cards that compute, and their issuer.
@Suite struct ContactChipHolderTests {
    /// By the rules of the card and what is entered: the tries that are left, the outcome, what the issuer says.
    private struct Entry {
        let rules: [UInt8]
        let pins: [String]
        let tries: UInt8
        let expected: String

        static let all = [
            Entry(
                rules: [0x41, 3, 0x1F, 0], pins: ["9999", "1234"], tries: 3,
                expected: "online 0000000000 E800 410302, approved"),
            Entry(
                rules: [0x41, 3, 0x1F, 0], pins: ["9999", "999999999999", "123"], tries: 1,
                expected: "fault pinMalformed"),
            Entry(
                rules: [0x41, 3, 0x1F, 0], pins: ["9999", "123456789012", "12345"], tries: 0,
                expected: "online 0000200000 E800 1F0002, approved"),
            Entry(
                rules: [4, 3], pins: ["9999", "8888", "1234"], tries: 3,
                expected: "online 0000000000 E800 040302, approved"),
            Entry(rules: [4, 3], pins: ["9999"], tries: 0, expected: "online 0000A00000 E800 040301, approved"),
            Entry(
                rules: [2, 3], pins: ["9999"], tries: 3, expected: "online 0000040000 E800 020300 pin, incorrect_pin"),
            Entry(rules: [2, 3], pins: ["1234"], tries: 3, expected: "online 0000040000 E800 020300 pin, approved"),
            Entry(
                rules: [0x44, 3, 0x41, 3, 0x42, 3], pins: ["9999", "9999", "9999", "1234"], tries: 0,
                expected: "online 0000240000 E800 420300 pin, approved"),
        ]
    }

    @Test func wrongPINsAreCounted() throws {
        var wrong: [String] = []
        for transport in ChipProtocol.allCases {
            for entry in Entry.all {
                var profile = ChipProfile(card: .visa)
                (profile.transport, profile.verificationRules) = (transport, entry.rules)
                var desk = try ChipDesk(profile, pins: entry.pins)
                var issuer = ChipIssuer()
                let words = try desk.pay()?.judged(profile, by: &issuer)
                if words != entry.expected || desk.card.pinTries != entry.tries {
                    wrong.append("\(transport) \(entry): \(words ?? ""), \(desk.card.pinTries) tries")
                }
            }
        }
        #expect(wrong == [])
    }

    /// Also those that a card was put in with; without any, no PIN is asked for.
    @Test func theCustomerIsToldTheTriesThatAreLeft() throws {
        let asked = try (UInt8(0)...3).map { tries in
            var profile = ChipProfile(card: .visa)
            (profile.verificationRules, profile.pinTries) = ([1, 3], tries)
            var desk = try ChipDesk(profile, pins: ["9999", "1234"])
            return (desk.pay()?.asked ?? []) + (desk.pay()?.asked ?? [])
        }
        #expect(
            asked == [
                [], ["pin digits 1"], ["pin digits 2", "wrong 1", "pin digits 1", "pin digits 3"],
                ["pin digits 3", "wrong 2", "pin digits 2", "pin digits 3"],
            ])
    }

    @Test func aPINHasFourToTwelveDigits() throws {
        var wrong: [String] = []
        for count in 4...12 {
            let pin = String("987654321098".prefix(count))
            for rules in [[1, 3], [4, 3], [2, 3]] as [[UInt8]] {
                var profile = ChipProfile(card: .visa)
                (profile.pin, profile.verificationRules) = (SecretBytes(utf8: pin), rules)
                var desk = try ChipDesk(profile, pins: [pin])
                var issuer = ChipIssuer(pin: profile.pin)
                let words = try desk.pay()?.judged(profile, by: &issuer)
                let isRight = words?.hasSuffix(rules[0] == 2 ? "020300 pin, approved" : "0302, approved")
                if isRight != true { wrong.append("\(count) \(rules): \(words ?? "")") }
            }
        }
        #expect(wrong == [])
    }

    @Test func cardsThatAreBlockedExpiredOrUsedUpEndAsTheyMust() throws {
        let cases: [(state: ChipState, transactions: UInt16, expected: String)] = [
            (.active, 0xFFFE, "online 0000006000 E800 410302, approved"),
            (.active, 0xFFFF, "not accepted noApplication"),
            (.applicationBlocked, 1, "not accepted noApplication"),
            (.cardBlocked, 1, "blocked"),
            (.expired, 1, "online 0040000000 E800 410302, expired_card"),
            (.pinBlocked, 1, "online 0000A00000 E800 410301, approved"),
        ]
        var wrong: [String] = []
        for (state, transactions, expected) in cases {
            for transport in ChipProtocol.allCases {
                for hasDirectory in [true, false] {
                    var profile = ChipProfile(card: .visa)
                    (profile.state, profile.transport, profile.hasDirectory) = (state, transport, hasDirectory)
                    (profile.transactionCount, profile.verificationRules) = (transactions, [0x41, 3])
                    var desk = try ChipDesk(profile)
                    var issuer = ChipIssuer()
                    let words = try desk.pay()?.judged(profile, by: &issuer)
                    if words != expected { wrong.append("\(state) \(transport) \(hasDirectory): \(words ?? "")") }
                }
            }
        }
        #expect(wrong == [])
    }

    /// The key for an enciphered PIN is proved by the same chain as the card's own.
    @Test func noPINIsAskedForAKeyThatIsNotTheCards() throws {
        let broken: Set<ChipFlaw> = [.otherIssuer, .expiredCertificate, .wrongIssuerCertificate, .otherNumber]
        var wrong: [String] = []
        for flaw in broken.union([.wrongCardCertificate]) {
            for authentication in OfflineAuthentication.allCases {
                var profile = ChipProfile(flaw: flaw)
                (profile.authentication, profile.verificationRules) = (authentication, [4, 3])
                var desk = try ChipDesk(profile)
                let play = desk.pay()
                let isRefused = play?.machine.results.contains(.verificationFailed) == true && play?.asked == []
                let ending = play?.outcome?.words.suffix(6)
                if isRefused != broken.contains(flaw) || ending != (isRefused ? "040301" : "040302") {
                    wrong.append("\(flaw) \(authentication): \(play?.outcome?.words ?? "") \(play?.asked ?? [])")
                }
            }
        }
        #expect(wrong == [])
    }
}
