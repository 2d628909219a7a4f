import SimulatedCard
import SimulatedPayments
import TenderBytes
import Testing

@testable import TenderEMV

/// Both kernels against contactless cards that compute, which were written apart from them, and their issuer.
@Suite struct ContactlessCardTests {
    /// How a holder is verified where it is required.
    private enum Holder: String, CaseIterable {
        case none, signature, onlinePIN, phone

        var rules: [UInt8] {
            switch self {
            case .none, .phone: [0x1F, 0]
            case .signature: [0x5E, 3, 0x1F, 0]
            case .onlinePIN: [0x42, 3, 0x1F, 0]
            }
        }
    }

    private static let limits: [UInt64] = [
        ContactlessTerminal.floorLimit, ContactlessTerminal.verificationLimit, ContactlessTerminal.transactionLimit,
        ContactlessTerminal.deviceLimit,
    ]

    /// What kernel 3 must make of a card that approves whatever it may; limits count when they are reached.
    private static func qvsdc(_ holder: Holder, _ amount: UInt64, isOffline: Bool) -> String {
        guard amount < limits[2] else { return "ended amountNotAllowed" }
        let isOnline = !isOffline || amount > limits[0]
        let prefix = isOnline ? "online 0000000000 4000" : "approved 0000000000 C000"
        let end = isOnline ? ", approved" : ""
        guard amount >= limits[1] else { return "\(prefix) 1F0002\(end)" }
        return switch holder {
        case .none: "declined 0000000000 4000 3F0000"
        case .signature: "\(prefix) 1E0000 sign\(end)"
        case .onlinePIN: "\(prefix) 020000 pin\(end)"
        case .phone: "\(prefix) 010002\(end)"
        }
    }

    /// What kernel 2 must make of it; limits count above them.
    private static func mchip(_ holder: Holder, _ amount: UInt64, isOffline: Bool) -> String {
        guard amount <= (holder == .phone ? limits[3] : limits[2]) else { return "ended amountNotAllowed" }
        let isAbove = amount > limits[1]
        let (third, method) =
            switch holder {
            case .phone: ("00", isAbove ? "010002" : "3F0002")
            case .none where isAbove: ("80", "1F0001")
            case .signature where isAbove: ("00", "5E0300 sign")
            case .onlinePIN where isAbove: ("04", "420300 pin")
            case .none, .signature, .onlinePIN: ("00", "1F0002")
            }
        let fourth = amount > limits[0] ? "80" : "00"
        let status = holder == .phone && !isAbove ? "A800" : "E800"
        let isOnline = !isOffline || amount > limits[0]
        return "\(isOnline ? "online" : "approved") 0000\(third)\(fourth)00 \(status) \(method)"
            + (isOnline ? ", approved" : "")
    }

    @Test(arguments: ContactlessStyle.allCases) func eachHolderAndAmountEndsAsTheLimitsSay(
        _ style: ContactlessStyle
    ) throws {
        var wrong: [String] = []
        let amounts: [UInt64] = [1] + Self.limits.flatMap { limit -> [UInt64] in [limit - 1, limit, limit + 1] }
        for isOffline in [false, true] {
            // The floor limit of the codes: what exceeds it goes online.
            let terminal = ContactlessTerminal.configuration(
                approvesOffline: isOffline,
                more: ", \"action_codes\": {\"denial\": \"0000000000\", \"online\": \"CC00808000\","
                    + " \"default\": \"CC00000000\"}")
            for holder in Holder.allCases {
                for amount in amounts {
                    var profile = ContactlessProfile(card: .visa, style: style)
                    if style == .mchip { profile = ContactlessProfile(card: try .named("mastercard")) }
                    (profile.chip.verificationRules, profile.isPhone) = (holder.rules, holder == .phone)
                    profile.offlineAmount = .max
                    var desk = try ContactlessDesk(profile)
                    var issuer = ChipIssuer()
                    let play = desk.pay(ContactlessTerminal.transaction(amount), at: terminal)
                    let words = try play?.judged(profile, by: &issuer) ?? ""
                    let expected =
                        style == .qvsdc
                        ? Self.qvsdc(holder, amount, isOffline: isOffline)
                        : Self.mchip(holder, amount, isOffline: isOffline)
                    if words != expected { wrong.append("\(holder) \(amount) \(isOffline): \(words), not \(expected)") }
                    let looks = holder == .phone && words.contains("010002")
                    if let asked = play?.asked, asked.contains("seePhone") != looks {
                        wrong.append("\(holder) \(amount): \(asked)")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    /// What the issuer says to the request with each byte of its cryptogram changed, to the request, and to it again.
    @Test func theIssuerTakesEachCryptogramOnceAndNoOther() throws {
        var wrong: [String] = []
        for profile in SimulatedCard.all.map({ ContactlessProfile(card: $0) })
        where !profile.chip.card.contactlessIsRefused {
            var desk = try ContactlessDesk(profile)
            var issuer = ChipIssuer()
            for _ in 0..<2 {
                guard let result = desk.pay(ContactlessTerminal.transaction(1000))?.outcome?.result else {
                    wrong.append("\(profile): no result")
                    continue
                }
                let request = try result.request(profile.chip)
                let changed = (0..<8).map { request.changing(0x9F26, at: $0) }
                let reasons = (changed + [request, request]).map { issuer.judge($0).refusal?.declineCode }
                let expected: String? =
                    if case .decline(_, let declineCode) = profile.chip.card.issuer.charge { declineCode } else { nil }
                let all = [String?](repeating: "fraudulent", count: 8) + [expected, "duplicate_transaction"]
                if reasons != all { wrong.append("\(profile): \(reasons)") }
                if request.objects[0x9F39] != [7] { wrong.append("\(profile): entry mode") }
            }
        }
        #expect(wrong == [])
    }

    @Test func everySizeOfKeysAndKindOfCryptogramProvesItself() throws {
        let terminal = ContactlessTerminal.configuration(qualifiers: "37004000", approvesOffline: true)
        var wrong: [String] = []
        for keys in CardKeySizes.allCases {
            for scheme in [CryptogramScheme.visa10, .visa18, .visa22] {
                for tellsKind in [true, false] {
                    for (amount, expected) in [
                        (100 as UInt64, "approved 0000000000 C000 1F0002"),
                        (3000, "online 0000000000 C000 1F0002, approved"),
                    ] {
                        var profile = ContactlessProfile(card: .visa)
                        (profile.chip.keys, profile.chip.scheme, profile.tellsKind) = (keys, scheme, tellsKind)
                        profile.offlineAmount = .max
                        var desk = try ContactlessDesk(profile)
                        var issuer = ChipIssuer()
                        let words = try desk.pay(ContactlessTerminal.transaction(amount), at: terminal)?
                            .judged(profile, by: &issuer)
                        if words != expected {
                            wrong.append("\(keys) \(scheme) \(tellsKind) \(amount): \(words ?? "")")
                        }
                    }
                }
            }
            var profile = ContactlessProfile(card: try .named("mastercard"))
            profile.chip.keys = keys
            var desk = try ContactlessDesk(profile)
            var issuer = ChipIssuer()
            let words = try desk.pay(ContactlessTerminal.transaction(100), at: terminal)?.judged(profile, by: &issuer)
            if words != "online 0000000000 E800 1F0002, approved" { wrong.append("mchip \(keys): \(words ?? "")") }
        }
        #expect(wrong == [])
    }

    /// States and wishes of cards that change what comes of a transaction.
    private struct Special {
        let name: String
        let style: ContactlessStyle
        var amount: UInt64 = 1000
        var isOffline = true
        var change: @Sendable (inout ContactlessProfile) -> Void = { _ in }
        let expected: String

        static let all = [
            Special(
                name: "wants contacts", style: .qvsdc, change: { $0 = ContactlessProfile(card: refusing) },
                expected: "other interface refusedByCard"),
            Special(
                name: "declines", style: .qvsdc, change: { $0.largestAmount = 10 },
                expected: "declined 0000000000 0000 3F0000"),
            Special(
                name: "declines", style: .mchip, change: { $0.largestAmount = 10 },
                expected: "declined 0000000000 6800 1F0002"),
            Special(
                name: "expired", style: .qvsdc, change: { $0.chip.state = .expired },
                expected: "declined 0000000000 8000 3F0000"),
            Special(
                name: "expired, online", style: .qvsdc, isOffline: false, change: { $0.chip.state = .expired },
                expected: "online 0000000000 4000 1F0002, expired_card"),
            Special(
                name: "expired", style: .mchip, change: { $0.chip.state = .expired },
                expected: "online 0040000000 E800 1F0002, expired_card"),
            Special(
                name: "blocked application", style: .qvsdc, change: { $0.chip.state = .applicationBlocked },
                expected: "ended noCombination"),
            Special(
                name: "blocked application", style: .mchip, change: { $0.chip.state = .applicationBlocked },
                expected: "ended noCombination"),
            Special(
                name: "blocked", style: .qvsdc, change: { $0.chip.state = .cardBlocked },
                expected: "ended noCombination"),
            Special(
                name: "unsigned approval", style: .qvsdc, change: { $0.signs = false },
                expected: "declined 0000000000 8000 3F0000"),
            Special(
                name: "unsigned", style: .mchip, change: { $0.signs = false },
                expected: "online 8000000000 6800 1F0002, approved"),
            Special(
                name: "stripes only", style: .mchip, change: { $0.hasChipMode = false },
                expected: "ended magneticStripeOnly"),
            Special(
                name: "used up", style: .qvsdc, change: { $0.chip.transactionCount = .max },
                expected: "ended commandRefused"),
            // By its own qualifiers, an approval whose signature is wrong goes elsewhere.
            Special(
                name: "online if not authentic", style: .qvsdc,
                change: { ($0.chip.flaw, $0.failureQualifiers) = (.wrongDynamicSignature, 0x20) },
                expected: "online 0000000000 C000 1F0002, fraudulent"),
            Special(
                name: "contacts if not authentic", style: .qvsdc,
                change: { ($0.chip.flaw, $0.failureQualifiers) = (.wrongDynamicSignature, 0x10) },
                expected: "other interface authenticationFailed"),
            Special(
                name: "online if expired", style: .qvsdc,
                change: { ($0.chip.state, $0.failureQualifiers) = (.expired, 0x08) },
                expected: "online 0000000000 C000 1F0002, fraudulent"),
        ]

        private static let refusing = SimulatedCard.all.first { $0.contactlessIsRefused } ?? .visa
    }

    @Test func cardsInEveryStateEndAsTheyMust() throws {
        var wrong: [String] = []
        for special in Special.all {
            var profile = ContactlessProfile(
                card: special.style == .mchip ? try .named("mastercard") : .visa, style: special.style)
            profile.offlineAmount = .max
            special.change(&profile)
            let terminal =
                ContactlessTerminal.configuration(
                    qualifiers: "36004000", approvesOffline: special.isOffline)
                ?? ContactlessTerminal.usual
            let contact =
                special.name.hasPrefix("contacts")
                ? ContactlessTerminal.configuration(qualifiers: "36004000", approvesOffline: true) : terminal
            var desk = try ContactlessDesk(profile)
            var issuer = ChipIssuer()
            let words = try desk.pay(ContactlessTerminal.transaction(special.amount), at: contact)?
                .judged(profile, by: &issuer)
            if words != special.expected { wrong.append("\(special.name) \(special.style): \(words ?? "")") }
        }
        #expect(wrong == [])
    }

    /// A phone that is not unlocked pays nothing that must be verified, and what is unlocked pays once.
    @Test(arguments: ContactlessStyle.allCases) func aPhoneThatStaysLockedDoesNotPay(_ style: ContactlessStyle) throws {
        var profile = ContactlessProfile(card: style == .mchip ? try .named("mastercard") : .visa, style: style)
        profile.isPhone = true
        var locked = try ContactlessDesk(profile)
        locked.unlocks = false
        let refused = locked.pay(ContactlessTerminal.transaction(10_000))
        #expect(refused?.end == "ended canceled")
        #expect(refused?.asked == ["presentCard", "seePhone"])
        var open = try ContactlessDesk(profile)
        open.unlock()
        let paid = open.pay(ContactlessTerminal.transaction(10_000))
        #expect(paid?.asked == ["presentCard"])
        #expect(open.card.isUnlocked == false)
        let again = open.pay(ContactlessTerminal.transaction(10_000))
        #expect(again?.asked == ["presentCard", "seePhone"])
    }

    /// Without the terminal's ability to take a PIN, or the device's, the card's wish is not met.
    @Test func whatTheReaderHasNotIsNotCountedOn() throws {
        let cases: [(style: ContactlessStyle, rules: [UInt8], isPhone: Bool, qualifiers: String, expected: String)] = [
            (.qvsdc, [0x42, 3], false, "36004000", "declined 0000000000 4000 3F0000"),
            (.qvsdc, [0x42, 3, 0x5E, 3], false, "36004000", "online 0000000000 4000 1E0000 sign"),
            (.qvsdc, [0x5E, 3], false, "34004000", "declined 0000000000 4000 3F0000"),
            (.qvsdc, [0x1F, 0], true, "36000000", "declined 0000000000 4000 3F0000"),
            (.mchip, [0x42, 3], false, "36004000", "online 0000808000 E800 3F0001"),
            (.mchip, [0x02, 0], false, "36004000", "online 0000808000 E800 020001"),
            (.mchip, [0x42, 0, 0x5E, 3], false, "36004000", "online 0000008000 E800 5E0300 sign"),
            (.mchip, [0x5E, 3], true, "36000000", "online 0000008000 E800 5E0300 sign"),
            (.mchip, [0x40, 0], false, "36004000", "online 0000808000 E800 400001"),
            (.mchip, [0x47, 0, 0x5E, 3], false, "36004000", "online 0000408000 E800 5E0300 sign"),
        ]
        var wrong: [String] = []
        for (style, rules, isPhone, qualifiers, expected) in cases {
            var profile = ContactlessProfile(card: style == .mchip ? try .named("mastercard") : .visa, style: style)
            (profile.chip.verificationRules, profile.isPhone) = (rules, isPhone)
            var desk = try ContactlessDesk(profile)
            let play = desk.pay(
                ContactlessTerminal.transaction(10_000, pad: []),
                at: ContactlessTerminal.configuration(qualifiers: qualifiers))
            if play?.end != expected { wrong.append("\(style) \(rules) \(qualifiers): \(play?.end ?? "")") }
        }
        #expect(wrong == [])
    }
}
