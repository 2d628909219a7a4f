import SimulatedCard
import SimulatedPayments
import TenderBytes
import Testing

@testable import TenderEMV

/// The second half of a transaction against cards that compute: the issuer, the card and the kernel have to agree.
@Suite struct ContactCompletionTests {
    /// What comes back from the issuer.
    private enum Answer: CaseIterable {
        case approval
        case decline
        case wrongProof
        case noProof
        case nothing

        var host: ChipHost {
            var host = ChipHost(ChipIssuer(limit: self == .decline ? 0 : 1_000_000))
            host.isReachable = self != .nothing
            host.proof = self == .wrongProof ? .wrong : self == .noProof ? .none : .right
            return host
        }

        var verdict: String {
            switch self {
            case .approval, .noProof: "approved"
            case .decline: "declinedByIssuer"
            case .wrongProof: "declinedByCard"
            case .nothing: "declinedOffline"
            }
        }

        /// The bits that it leaves, with a card that takes EXTERNAL AUTHENTICATE.
        var bits: (results: TVR, status: TSI) {
            switch self {
            case .approval, .decline: ([], .issuerAuthentication)
            case .wrongProof: (.issuerAuthenticationFailed, .issuerAuthentication)
            case .noProof, .nothing: ([], [])
            }
        }
    }

    private static func isExternal(_ profile: ChipProfile) -> Bool { profile.scheme != .mchip }

    /// Pays twice with one card, and says what is not as it must be.
    private static func wrong(_ profile: ChipProfile, _ holder: ChipHolder, _ answer: Answer) throws -> [String] {
        let bits: (results: TVR, status: TSI) = isExternal(profile) ? answer.bits : ([], [])
        let expected = "\(answer.verdict) \(holder.words(profile.authentication, bits.results, bits.status))"
        // By method 1 a card counts anew once it knows its issuer, by method 2 if the issuer says so.
        let countsAnew =
            answer == .approval
            || (answer == .decline && profile.scheme.responseMethod == .responseCode)
        var desk = try ChipDesk(profile)
        desk.host = answer.host
        var wrong: [String] = []
        for _ in 0..<2 {
            let lastOnline = desk.card.lastOnlineCount(ofApplication: 0)
            let play = desk.pay(ContactSamples.transaction(pad: holder.pad))
            let counter = desk.card.transactionCount(ofApplication: 0)
            let conclusion = play?.conclusion
            let completion = try conclusion.flatMap {
                ChipIssuer().complete(try ChipAuthorization($0.issuerData, profile))
            }
            let errors: [UInt16] = bits.results.isEmpty ? [0x6A83] : [0x6A83, 0x6300]
            let isRight =
                conclusion?.words == expected && completion?.isApproved == (answer.verdict == "approved")
                && conclusion?.cryptogram?.counter == counter && desk.statuses.filter { $0 != 0x9000 } == errors
                && desk.card.lastOnlineCount(ofApplication: 0) == (countsAnew ? counter : lastOnline)
            if !isRight {
                wrong.append(
                    "\(profile.transport) \(profile.scheme) \(holder.name) \(answer): \(conclusion?.words ?? "")")
            }
        }
        return wrong
    }

    @Test(arguments: OfflineAuthentication.allCases) func cardIssuerAndKernelAgreeAboutTheEnd(
        _ authentication: OfflineAuthentication
    ) throws {
        var wrong: [String] = []
        var profile = ChipProfile(card: .visa)
        profile.authentication = authentication
        for holder in ChipHolder.all {
            profile.verificationRules = holder.rules
            for transport in ChipProtocol.allCases {
                for scheme in [CryptogramScheme.visa18, .mchip] {
                    (profile.transport, profile.scheme) = (transport, scheme)
                    for answer in Answer.allCases { wrong += try Self.wrong(profile, holder, answer) }
                    wrong += try Self.wrongIfQuick(profile, holder)
                }
            }
        }
        #expect(wrong == [])
    }

    /// A quick transaction ends at once, whoever would answer.
    private static func wrongIfQuick(_ profile: ChipProfile, _ holder: ChipHolder) throws -> [String] {
        var desk = try ChipDesk(profile)
        desk.host = ChipHost()
        let play = desk.pay(ContactSamples.transaction(pad: holder.pad, isQuick: true))
        let isRight =
            play?.outcome?.words == "online \(holder.words(profile.authentication)) \(holder.ending)"
            && play?.conclusion == nil && play?.commands.last?.hasPrefix("80AE00") == true
            && desk.card.lastOnlineCount(ofApplication: 0) == 1
        return isRight
            ? [] : ["\(profile.transport) \(profile.scheme) \(holder.name) quick: \(play?.outcome?.words ?? "")"]
    }

    @Test func everySchemeKnowsItsIssuer() throws {
        var wrong: [String] = []
        let holder = try #require(ChipHolder.all.last)
        for scheme in CryptogramScheme.allCases {
            for keys in CardKeySizes.allCases {
                var profile = ChipProfile(card: .visa)
                (profile.scheme, profile.authentication, profile.keys) = (scheme, .cda, keys)
                for answer in Answer.allCases { wrong += try Self.wrong(profile, holder, answer) }
            }
        }
        #expect(wrong == [])
    }

    /// A card that wants a proof, and gets none; a card that refuses to approve.
    @Test func aCardMayDeclineWhatTheIssuerApproved() throws {
        var wrong: [String] = []
        for scheme in CryptogramScheme.allCases {
            var wanting = ChipProfile(card: .visa)
            (wanting.scheme, wanting.wantsIssuerProof) = (scheme, true)
            var refusing = ChipProfile(flaw: .refusedCompletion)
            refusing.scheme = scheme
            for (profile, proof, verdict) in [
                (wanting, ChipHost.Proof.none, ContactConclusion.Verdict.declinedByCard), (wanting, .right, .approved),
                (refusing, .right, .terminated(.commandRefused)),
            ] {
                var desk = try ChipDesk(profile)
                desk.host = ChipHost()
                desk.host?.proof = proof
                let conclusion = desk.pay()?.conclusion
                if conclusion?.verdict != verdict { wrong.append("\(profile) \(scheme): \(conclusion?.words ?? "")") }
            }
        }
        #expect(wrong == [])
    }

    /// A card whose last request was never answered asks again, and may approve when the issuer is not there.
    @Test func withoutItsIssuerACardMayApproveWhereItIsAllowed() throws {
        var ends: [String] = []
        for approvesOffline in [false, true] {
            var desk = try ChipDesk(ChipProfile(card: .visa))
            desk.host = Answer.nothing.host
            let terminal = ChipTerminal.configuration(approvesOffline: approvesOffline)
            _ = desk.pay(at: terminal, ContactSamples.transaction(isForcedOnline: true))
            let conclusion = desk.pay(at: terminal)?.conclusion
            let completion = try conclusion.flatMap {
                ChipIssuer().complete(try ChipAuthorization($0.issuerData, desk.card.profile))
            }
            ends.append("\(conclusion?.words ?? "") \(completion?.isApproved ?? false)")
        }
        #expect(ends == ["declinedOffline 0000000000 E800 false", "approvedOffline 0000000000 E800 true"])
    }

    /// When a signature is asked for, and what comes of a wrong one (EMV Book 4, 6.3.2.1 [check]).
    @Test(arguments: 1...4) func theSecondCryptogramIsSignedByTheMode(_ mode: Int) throws {
        let flaws: [ChipFlaw?] = [nil, .wrongDynamicSignature, .unsignedCryptogram, .otherCryptogramSigned]
        let terminal = ChipTerminal.configuration(combinedMode: mode)
        let (first, second) = (mode < 3, mode % 2 == 1)
        var wrong: [String] = []
        for flaw in flaws {
            var profile = ChipProfile(card: .visa)
            (profile.authentication, profile.flaw) = (.cda, flaw)
            var desk = try ChipDesk(profile)
            desk.host = ChipHost()
            let play = desk.pay(at: terminal)
            let asked = (play?.commands ?? []).filter { $0.hasPrefix("80AE") }.map { $0.dropFirst(4).prefix(2) }
            let expected: (asked: [Substring], end: String) =
                switch (flaw, first, second) {
                case (_?, true, _): (["90", "00"], "")
                case (_?, _, true): (["80", "50"], "declinedByCard 0400000000 F800")
                default:
                    (
                        [first ? "90" : "80", second ? "50" : "40"],
                        "approved 0000000000 \(first || second ? "F800" : "7800")"
                    )
                }
            if asked != expected.asked || play?.conclusion?.words ?? "" != expected.end {
                wrong.append("\(String(describing: flaw)): \(asked) \(play?.conclusion?.words ?? "")")
            }
        }
        #expect(wrong == [])
    }
}
