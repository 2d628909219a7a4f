import SimulatedCard
import SimulatedPayments
import TenderBytes
import Testing

@testable import TenderEMV

/// The kernel against cards that compute, which were written apart from it, and their issuer.
@Suite struct ContactChipTests {
    /// Every way to make cryptograms with usual keys, and every size of keys with one of them.
    private static let kinds: [(scheme: CryptogramScheme, keys: CardKeySizes)] =
        CryptogramScheme.allCases.map { ($0, .usual) } + [(.mchip, .small), (.mchip, .large)]

    /// What the issuer says to the request with each byte of its cryptogram changed, to the request, and to it again.
    private static func reasons(_ request: ChipAuthorization, _ issuer: inout ChipIssuer) -> [String?] {
        let changed = (request.objects[0x9F26] ?? []).indices.map { request.changing(0x9F26, at: $0) }
        return (changed + [request, request]).map { issuer.judge($0).refusal?.declineCode }
    }

    private static let rightReasons: [String?] =
        [String?](repeating: "fraudulent", count: 8) + [nil, "duplicate_transaction"]

    /// Pays twice with one card, and says what is not as it must be.
    private static func wrong(_ profile: ChipProfile, _ holder: ChipHolder) throws -> [String] {
        let expected = "online \(holder.words(profile.authentication)) \(holder.ending)"
        var desk = try ChipDesk(profile)
        var issuer = ChipIssuer()
        var wrong: [String] = []
        for _ in 0..<2 {
            let play = desk.pay(ContactSamples.transaction(pad: holder.pad))
            let said = try play?.request(profile).map { reasons($0, &issuer) } ?? []
            // Every command is one that the card takes; the end of its directory is the exception.
            let errors = desk.statuses.filter { $0 != 0x9000 }
            if play?.outcome?.words == expected, said == rightReasons, errors == [0x6A83] { continue }
            let kind = "\(profile.transport) \(profile.scheme) \(profile.keys) \(holder.name)"
            wrong.append("\(kind): \(play?.outcome?.words ?? ""), \(said), \(errors)")
        }
        return wrong
    }

    @Test(arguments: OfflineAuthentication.allCases) func everyHonestCardGoesOnlineAndItsIssuerKnowsItsCryptogram(
        _ authentication: OfflineAuthentication
    ) throws {
        var wrong: [String] = []
        var profile = ChipProfile(card: .visa)
        profile.authentication = authentication
        for holder in ChipHolder.all {
            profile.verificationRules = holder.rules
            for transport in ChipProtocol.allCases {
                profile.transport = transport
                for kind in Self.kinds {
                    (profile.scheme, profile.keys) = kind
                    wrong += try Self.wrong(profile, holder)
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func everySimulatedCardGetsItsIssuersAnswer() throws {
        var wrong: [String] = []
        for profile in ChipProfile.all {
            var desk = try ChipDesk(profile)
            var issuer = ChipIssuer()
            let request = try desk.pay()?.request(profile)
            let reason = request.map { issuer.judge($0).refusal?.declineCode } ?? "no request"
            let expected: String? =
                if case .decline(_, let declineCode) = profile.card.issuer.charge { declineCode } else { nil }
            if reason != expected { wrong.append("\(profile): \(reason ?? "approved")") }
        }
        #expect(wrong == [])
    }

    @Test func whateverIsUnderTheCryptogramCannotBeChanged() throws {
        var wrong: [String] = []
        for scheme in CryptogramScheme.allCases {
            var profile = ChipProfile(card: .visa)
            profile.scheme = scheme
            var desk = try ChipDesk(profile)
            let request = try #require(try desk.pay()?.request(profile))
            for tag in CryptogramScheme.terminalObjects.map(\.tag) + [0x82, 0x9F36, 0x5F34] {
                for place in (request.objects[tag] ?? []).indices {
                    var issuer = ChipIssuer()
                    let reason = issuer.judge(request.changing(tag, at: place)).refusal?.declineCode
                    if reason != "fraudulent" { wrong.append("\(scheme) \(tag) \(place): \(reason ?? "approved")") }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func everyKindOfTransactionAndEveryAmountReachesTheIssuer() throws {
        var wrong: [String] = []
        for kind in ContactTransaction.Kind.allCases {
            for amount in [1, 9999, 10_000, 1_000_000, 1_000_001, ContactTransaction.largestAmount] as [UInt64] {
                var desk = try ChipDesk(ChipProfile(card: .visa))
                var issuer = ChipIssuer()
                let transaction = ContactSamples.transaction(
                    kind: kind, amount: amount, other: kind == .cashback ? amount : 0)
                let words = try desk.pay(transaction)?.judged(desk.card.profile, by: &issuer)
                let expected =
                    "online 000000\(amount < 10_000 ? "00" : "80")00 E800 1F0002, "
                    + (amount > 1_000_000 ? "card_velocity_exceeded" : "approved")
                if words != expected { wrong.append("\(kind) \(amount): \(words ?? "")") }
            }
        }
        #expect(wrong == [])
    }

    /// The best method of the card that the terminal has too (EMV Book 3, 10.3), and the bits that it leaves.
    @Test func theTerminalsAbilitiesChooseTheProof() throws {
        let (sda, dda, cda): (UInt8, UInt8, UInt8) = (0x80, 0x40, 0x08)
        var wrong: [String] = []
        let holder = try #require(ChipHolder.all.last)
        for abilities in [0, sda, dda, cda, sda | dda, sda | cda, dda | cda, sda | dda | cda] {
            let terminal = ChipTerminal.configuration(capabilities: "E0F8" + Hex.encode([abilities]))
            for authentication in OfflineAuthentication.allCases {
                let chosen: OfflineAuthentication =
                    switch authentication {
                    case .cda where abilities & cda != 0: .cda
                    case .cda where abilities & dda != 0, .dda where abilities & dda != 0: .dda
                    case .sda where abilities & sda != 0: .sda
                    case .none, .sda, .dda, .cda: .none
                    }
                var profile = ChipProfile(card: .visa)
                profile.authentication = authentication
                var desk = try ChipDesk(profile)
                let play = desk.pay(at: terminal)
                let hasSigned = play?.commands.contains { $0.hasPrefix("0088") }
                let isSigned = play?.commands.last?.hasPrefix("80AE90")
                if play?.outcome?.words != "online \(holder.words(chosen)) 1F0002" || hasSigned != (chosen == .dda)
                    || isSigned != (chosen == .cda)
                {
                    wrong.append("\(authentication) \(abilities): \(play?.outcome?.words ?? "")")
                }
            }
        }
        #expect(wrong == [])
    }

    /// With and without a directory and a list of data for the start, by whole names and by what they begin with.
    @Test func howeverAnApplicationIsFoundItPays() throws {
        let second = CardApplication(identifier: "A0000000032010", label: "VISA ELECTRON")
        var wrong: [String] = []
        for place in 0..<64 {
            let isOn = (0..<6).map { place >> $0 & 1 == 1 }
            var profile = ChipProfile(card: .visa)
            if isOn[0] { profile.applications.append(second) }
            (profile.hasDirectory, profile.asksForOptions) = (isOn[1], isOn[2])
            profile.transport = isOn[3] ? .t0 : .t1
            let names = isOn[4] ? ["A000000003"] : [second.identifier, "A0000000031010"]
            var desk = try ChipDesk(profile)
            var issuer = ChipIssuer()
            let play = desk.pay(at: ChipTerminal.configuration(usesDirectory: isOn[5], names: names))
            let words = try play?.judged(profile, by: &issuer)
            let asked = isOn[0] ? ["choose VISA CREDIT,VISA ELECTRON"] : []
            if words != "online 0000000000 E800 1F0002, approved" || play?.asked != asked {
                wrong.append("\(isOn): \(words ?? "") \(play?.asked ?? [])")
            }
        }
        #expect(wrong == [])
    }

    /// A quick transaction has a second GENERATE AC, which every card must understand.
    @Test func everyCardTakesTheDeclineThatEndsAQuickTransaction() throws {
        var wrong: [String] = []
        for scheme in CryptogramScheme.allCases {
            for authentication in OfflineAuthentication.allCases {
                var profile = ChipProfile(card: .visa)
                (profile.scheme, profile.authentication) = (scheme, authentication)
                var desk = try ChipDesk(profile)
                let play = desk.pay(ContactSamples.transaction(isQuick: true))
                let last = play?.commands.suffix(2).map { $0.prefix(5) }
                let isDone = play?.outcome?.result?.isCardDone == true && desk.statuses.last == 0x9000
                if !isDone || last != [authentication == .cda ? "80AE9" : "80AE8", "80AE0"] {
                    wrong.append("\(scheme) \(authentication): \(play?.outcome?.words ?? "")")
                }
            }
        }
        #expect(wrong == [])
    }

    /// A certificate of the card in place of a request, where it is allowed, and declines of either side.
    @Test func cardAndTerminalDecideWithoutTheIssuer() throws {
        // The floor limit is reached, which the terminal denies; nothing; too many transactions in a row for the card.
        let cases: [(floorLimit: Int, transactions: UInt16, asked: String, results: String)] = [
            (0, 1, "80AE00", "declined %00008000"), (10_000, 1, "80AE40", "approved %00000000"),
            (10_000, 9, "80AE80", "online %00006000"),
        ]
        var wrong: [String] = []
        for (floorLimit, transactions, asked, results) in cases {
            let terminal = ChipTerminal.configuration(
                floorLimit: floorLimit, denial: "0000008000", approvesOffline: true)
            for (authentication, byte) in [(OfflineAuthentication.sda, "02"), (.dda, "00"), (.cda, "00")] {
                var profile = ChipProfile(card: .visa)
                (profile.authentication, profile.transactionCount) = (authentication, transactions)
                var desk = try ChipDesk(profile)
                let play = desk.pay(at: terminal)
                let isSigned = authentication == .cda && asked != "80AE00"
                let command = isSigned ? asked.dropLast(2) + [asked == "80AE40" ? "50" : "90"].joined() : asked
                let status = authentication == .cda && !isSigned ? "6800" : "E800"
                let expected = results.replacing("%", with: byte) + " \(status) 1F0002"
                let told = try play?.request(profile)
                let last = told.flatMap { ChipIssuer().complete($0)?.isApproved }
                let code = told?.objects[0x8A].map { String(decoding: $0, as: UTF8.self) }
                let decided: (Bool?, String?) =
                    asked == "80AE00" ? (false, "Z1") : asked == "80AE40" ? (true, "Y1") : (nil, nil)
                if play?.outcome?.words != expected || play?.commands.last?.hasPrefix(command) != true
                    || (last, code) != decided
                {
                    wrong.append("\(asked) \(authentication): \(play?.outcome?.words ?? "")")
                }
            }
        }
        #expect(wrong == [])
    }

    /// The limits of the card for transactions in a row without the issuer (EMV Book 3, 10.6.3).
    @Test func theCountersOfTheCardSetTheirBits() throws {
        var wrong: [String] = []
        for transactions in UInt16(0)...9 {
            for lastOnline in UInt16(0)...10 {
                var profile = ChipProfile(card: .visa)
                profile.authentication = .none
                (profile.transactionCount, profile.lastOnlineCount) = (transactions, lastOnline)
                (profile.lowerOfflineLimit, profile.upperOfflineLimit) = (2, 4)
                var desk = try ChipDesk(profile)
                var issuer = ChipIssuer()
                let words = try desk.pay()?.judged(profile, by: &issuer)
                let row = Int(transactions) + 1 - Int(lastOnline)
                let limits: UInt8 = row <= 0 || row > 4 ? 0x60 : row > 2 ? 0x40 : 0
                let results = Hex.encode([0x80, lastOnline == 0 ? 8 : 0, 0, limits, 0])
                if words != "online \(results) 6800 1F0002, approved" {
                    wrong.append("\(transactions) \(lastOnline): \(words ?? "")")
                }
            }
        }
        #expect(wrong == [])
    }
}

extension ChipAuthorization {
    /// The same request with a bit of an object changed.
    func changing(_ tag: UInt16, at place: Int) -> ChipAuthorization {
        var objects = objects
        objects[tag]?[place] ^= 1
        return ChipAuthorization(
            card: card, scheme: scheme, objects: objects, pinBlock: pinBlock,
            pinKeySerialNumber: pinKeySerialNumber)
    }
}
