import SimulatedCard
import TenderBytes
import TenderCrypto
import Testing

/// Contactless cards against checks that no kernel shares.
@Suite struct ContactlessCardTests {
    /// Qualifiers: chips, PIN, signature, requests are signed too; cryptogram, or verification, required.
    private static let qualifiers: [UInt8] = [0x27, 0x80, 0x40, 0]

    private static func quick(_ qualifiers: [UInt8] = qualifiers, amount: [UInt8] = [0, 0, 0, 0, 0x10, 0]) -> [UInt8] {
        qualifiers + ContactlessTerminal.values(amount: amount)
    }

    @Test(arguments: CardKeySizes.allCases) func theSignatureIsOverNumberAmountCurrencyAndTheCardsOwnData(
        _ keys: CardKeySizes
    ) throws {
        var profile = ContactlessProfile(card: .visa)
        profile.chip.keys = keys
        var terminal = try ContactlessTerminal(profile)
        #expect(terminal.start(Self.quick()) == 0x9000)
        let own = try #require(terminal.objects[0x9F69])
        #expect(own.first == 1)
        #expect(terminal.objects[0x9F6C] == Array(own.suffix(2)))
        let check = ProofCheck(objects: terminal.objects, staticData: terminal.staticData)
        let signature = try #require(terminal.objects[0x9F4B])
        let covered = ContactlessTerminal.number + [0, 0, 0, 0, 0x10, 0] + [0x08, 0x26] + own
        let signed = try check.dynamicData(signature, hashing: covered)
        #expect(signed == [2] + (terminal.objects[0x9F36] ?? []))
    }

    @Test func theCryptogramIsOneThatTheIssuerMakes() throws {
        var wrong: [String] = []
        for card in SimulatedCard.all where !card.contactlessIsRefused {
            let profile = ContactlessProfile(card: card)
            var terminal = try ContactlessTerminal(profile)
            let values = ContactlessTerminal.values()
            if profile.style == .qvsdc {
                _ = terminal.start(Self.quick())
            } else {
                _ = terminal.start([0xE0, 0xF8, 0xC8, 0x08, 0x26])
                let rest = [0x22] + [UInt8](repeating: 0, count: 10) + [0x1F as UInt8, 0, 2]
                terminal.take(terminal.send([0x80, 0xAE, 0x80, 0], values + rest).data)
            }
            let keys = try CardKeys(scheme: profile.chip.scheme, number: card.number, sequence: profile.chip.sequence)
            let objects = terminal.objects
            let counter = (objects[0x9F36] ?? []).reduce(0) { $0 << 8 | UInt16($1) }
            let expected = try keys.cryptogram(
                data: values, profile: objects[0x82] ?? [], counter: counter, applicationData: objects[0x9F10] ?? [])
            if objects[0x9F26] != expected || objects[0x9F27] != [0x80] { wrong.append(profile.description) }
        }
        #expect(wrong == [])
    }

    /// The card's choice by the limits of its own and what the reader wants (9F27), and what it wants of its holder.
    @Test func aCardDecidesByItsLimitsAndTheReadersWishes() throws {
        let cases: [(amount: UInt8, wish: UInt8, isPhone: Bool, unlocks: Bool, expected: String)] = [
            (0x10, 0x00, false, false, "40 0000"), (0x11, 0x00, false, false, "80 0000"),
            (0x10, 0x80, false, false, "80 0000"), (0x20, 0x80, false, false, "80 0000"),
            (0x21, 0x80, false, false, "00 0000"), (0x10, 0xC0, false, false, "80 4000"),
            (0x10, 0xC0, true, false, "6986"), (0x10, 0xC0, true, true, "80 0080"),
            (0x10, 0x80, true, false, "80 0000"),
        ]
        var wrong: [String] = []
        for (amount, wish, isPhone, unlocks, expected) in cases {
            var profile = ContactlessProfile(card: .visa)
            (profile.offlineAmount, profile.largestAmount, profile.isPhone) = (1000, 2000, isPhone)
            profile.chip.verificationRules = [0x5E, 3]
            var terminal = try ContactlessTerminal(profile)
            if unlocks { terminal.card.unlock() }
            let status = terminal.start(Self.quick([0x27, wish, 0x40, 0], amount: [0, 0, 0, 0, amount, 0]))
            let told = [0x9F27, 0x9F6C].map { Hex.encode(terminal.objects[$0] ?? []) }.joined(separator: " ")
            let words = status == 0x9000 ? told : String(status, radix: 16)
            if words != expected { wrong.append("\(amount) \(wish) \(isPhone) \(unlocks): \(words)") }
        }
        #expect(wrong == [])
    }

    @Test func aTornCryptogramIsGivenAgainToTheReaderThatKnowsItsNumber() throws {
        var terminal = try ContactlessTerminal(ContactlessProfile(card: .named("mastercard")))
        let options: [UInt8] = [0xE0, 0xF8, 0xC8, 0x08, 0x26]
        let values = ContactlessTerminal.values() + [0x22] + [UInt8](repeating: 0, count: 10) + [0x1F, 0, 2]
        _ = terminal.start(options)
        #expect(terminal.objects[0x9F51] == [0x9F, 0x37, 4])
        let first = terminal.send([0x80, 0xAE, 0x90, 0], values)
        _ = terminal.start(options)
        let other = terminal.send([0x80, 0xD0, 0, 0], [9, 9, 9, 9])
        #expect(other.status == 0x6985)
        let again = terminal.send([0x80, 0xD0, 0, 0], ContactlessTerminal.number)
        #expect(again.data == first.data)
        #expect(again.status == 0x9000)
        let late = terminal.send([0x80, 0xD0, 0, 0], ContactlessTerminal.number)
        #expect(late.status == 0x6985)
    }
}
