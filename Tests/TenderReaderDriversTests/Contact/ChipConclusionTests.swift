import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

/// Sales whose cards wait for the issuer: from a card that computes through the USB reader's driver to its issuer, and back.
@Suite(.timeLimit(.minutes(2))) struct ChipConclusionTests {
    /// What becomes of the issuer's answer on its way to the card.
    private enum Way: CaseIterable {
        case right, wrongProof, noData, noAnswer, contradiction

        func answer(_ data: SecretBytes?, isApproved: Bool) -> IssuerAnswer {
            let verdict = isApproved ? IssuerAnswer.Verdict.approved : .declined
            switch self {
            case .right: return IssuerAnswer(verdict, data: data)
            case .wrongProof:
                let bytes = data.map { data in data.withUnsafeBytes { [UInt8]($0) } } ?? []
                // 8A with two bytes, then the header of 91.
                return IssuerAnswer(
                    verdict, data: SecretBytes(bytes.enumerated().map { $0.offset == 6 ? $0.element ^ 1 : $0.element }))
            case .noData: return IssuerAnswer(verdict)
            case .noAnswer: return IssuerAnswer(.noAnswer, data: data)
            case .contradiction: return IssuerAnswer(isApproved ? .declined : .approved, data: data)
            }
        }

        /// What the card says of an approval.
        var word: String {
            switch self {
            case .right, .noData: "approved"
            case .wrongProof, .noAnswer, .contradiction: "declined"
            }
        }
    }

    /// A card by a protocol, which sends its issuer's proof in a command of its own, or not.
    private static func profiles(_ card: SimulatedCard = .visa) -> [(ChipProfile, SimulatedCCIDModel.Kind)] {
        [(ChipProtocol.t0, .t0), (.t1, .t1)].flatMap { transport, kind in
            [CryptogramScheme.visa18, .mchip].map { scheme in
                var profile = ChipProfile(card: card)
                (profile.transport, profile.scheme) = (transport, scheme)
                return (profile, kind)
            }
        }
    }

    /// A sale in words: the gateway's outcome, the card's word, what the issuer finds in it, and what a receipt shows.
    private func sell(
        _ profile: ChipProfile, _ kind: SimulatedCCIDModel.Kind, _ way: Way = .right
    ) async throws -> String {
        let counter = try #require(try await ChipCounter(profile, kind))
        defer { counter.usb.happen(.unplug) }
        let collected = await counter.collect(intent: "pi_1")
        guard case .success(let card) = collected else { return "not read: \(collected)" }
        var shop = ChipShop()
        let outcome = shop.pay(card).outcome
        try await counter.waitUntilTold("doNotRemoveCard")
        let before = counter.messages
        let result = await counter.conclude(way.answer(shop.issuerData, isApproved: outcome == "succeeded"))
        try await counter.waitUntilTold("removeCard")
        let told = (before + ["|"] + counter.messages.dropFirst(before.count)).joined(separator: " ")
        if told != "doNotRemoveCard | removeCard" { return told }
        switch result {
        case .failure(let error): return "\(outcome) \(error)"
        case .success(let conclusion):
            let issuers = try conclusion.results.flatMap { try ChipIssuer().complete(ChipAuthorization($0, profile)) }
            let receipt = conclusion.receipt
            return [
                outcome, conclusion.word.rawValue, issuers.map { $0.isApproved ? "TC" : "AAC" } ?? "-",
                receipt?.cryptogramType ?? "-", receipt?.issuerAuthentication ?? "-",
            ].joined(separator: " ")
        }
    }

    @Test func cardIssuerAndReaderAgreeAboutTheEnd() async throws {
        var wrong: [String] = []
        for (profile, kind) in Self.profiles() {
            for way in Way.allCases {
                let kindOfCryptogram = way.word == "approved" ? "TC" : "AAC"
                let hasProof = (way == .right || way == .wrongProof) && profile.scheme != .mchip
                let proof = hasProof ? way == .right ? "passed" : "failed" : "-"
                let expected = "succeeded \(way.word) \(kindOfCryptogram) \(kindOfCryptogram) \(proof)"
                let sale = try await sell(profile, kind, way)
                if sale != expected { wrong.append("\(kind) \(profile.scheme) \(way): \(sale)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func aDeclineOfTheIssuerIsAlsoTheCards() async throws {
        var wrong: [String] = []
        let card = try SimulatedCard.named("chargeDeclinedInsufficientFunds")
        for (profile, kind) in Self.profiles(card) {
            for way in Way.allCases {
                let sale = try await sell(profile, kind, way)
                if !sale.hasPrefix("insufficient_funds declined AAC AAC") {
                    wrong.append("\(kind) \(profile.scheme) \(way): \(sale)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func aCardThatRefusesTheLastCommandGivesNoWord() async throws {
        var profile = ChipProfile(flaw: .refusedCompletion)
        profile.transport = .t1
        let sale = try await sell(profile, .t1)
        #expect(sale == "succeeded \(ReaderError.cardNotRead(.insert))")
    }

    /// Wherever a card leaves or falls silent, it is not read, or gives no word, or has done both already.
    @Test func aCardThatLeavesOrFallsSilentAtAnyCommandGivesNoWord() async throws {
        var wrong: [String] = []
        for (profile, kind) in Self.profiles() {
            for isSilent in [false, true] {
                let wordless = "succeeded \(ReaderError.cardNotRead(isSilent ? .insert : .removed))"
                var wordlessCount = 0
                for number in 1...(kind == .t0 ? 48 : 24) {
                    var faulty = profile
                    faulty.faults = [isSilent ? .silence(at: number) : .removal(at: number)]
                    let sale = try await sell(faulty, kind)
                    if sale == wordless {
                        wordlessCount += 1
                    } else if !sale.hasPrefix("not read"), !sale.hasPrefix("succeeded approved TC") {
                        wrong.append("\(kind) \(profile.scheme) \(faulty.faults): \(sale)")
                    }
                }
                // The second GENERATE AC, and before it EXTERNAL AUTHENTICATE.
                let least = profile.scheme == .mchip ? 1 : 2
                if wordlessCount < least { wrong.append("\(kind) \(profile.scheme): \(wordlessCount)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func theCardStaysPoweredAndTheReaderBusyUntilItHasConcluded() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false))
        counter.usb.happen(.presentCard)
        let card = try await counter.collect(intent: "pi_1").get()
        #expect(card.awaitsIssuer)
        #expect(await counter.collect(intent: "pi_2") == .failure(.busy))
        try await counter.waitUntilTold("doNotRemoveCard")
        #expect(counter.messages == ["doNotRemoveCard"])
        _ = try await counter.conclude(IssuerAnswer(.approved)).get()
        // It must leave before it pays again.
        let second = Task { await counter.collect(intent: "pi_2") }
        try await waitUntil { counter.count("removeCard") == 2 }
        try await counter.takeOut()
        counter.usb.happen(.presentCard)
        #expect(try await second.value.get().awaitsIssuer)
    }

    @Test func aCardThatWasPulledOutWhileTheIssuerWasAskedGivesNoWord() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false))
        for isBack in [false, true] {
            counter.usb.happen(.presentCard)
            _ = try await counter.collect(intent: "pi_1").get()
            try await counter.takeOut()
            if isBack { counter.usb.happen(.presentCard) }
            guard case .failure(.cardNotRead(.removed)) = await counter.conclude(IssuerAnswer(.approved)) else {
                Issue.record("back in: \(isBack)")
                continue
            }
        }
    }

    @Test func aReaderThatIsUnpluggedOrClosedWhileACardWaitsIsGone() async throws {
        for isUnplugged in [true, false] {
            let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false))
            counter.usb.happen(.presentCard)
            _ = try await counter.collect(intent: "pi_1").get()
            if isUnplugged { counter.usb.happen(.unplug) } else { await counter.reader.disconnect() }
            guard case .failure(.disconnected) = await counter.conclude(IssuerAnswer(.approved)) else {
                Issue.record("unplugged: \(isUnplugged)")
                continue
            }
        }
    }

    @Test func aCancelReleasesTheCard() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false))
        counter.usb.happen(.presentCard)
        _ = try await counter.collect(intent: "pi_1").get()
        let end = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await counter.conclude(IssuerAnswer(.approved))
        }
        guard case .failure(.canceled) = await end.value else {
            Issue.record("not canceled")
            return
        }
        try await counter.takeOut()
        counter.usb.happen(.presentCard)
        #expect(try await counter.collect().get().awaitsIssuer == false)
    }

    /// What nobody is asked about at once, and what the configuration wants quick.
    @Test func noCardWaitsForAnAnswerThatDoesNotCome() async throws {
        for (purpose, intent) in [(CollectRequest.Purpose.payment, nil as String?), (.setup, "seti_1")] {
            let counter = try #require(try await ChipCounter(ChipProfile(card: .visa)))
            #expect(try await counter.collect(purpose, intent: intent).get().awaitsIssuer == false)
            guard case .failure(.refused) = await counter.conclude(IssuerAnswer(.approved)) else {
                Issue.record("\(purpose) concluded")
                continue
            }
        }
        #expect(try SimulatedTerminal.configuration().withQuickChip.terminal.usesQuickChip)
    }
}

extension ChipAuthorization {
    /// What the acquirer makes of a card's last word.
    fileprivate init(_ results: SecretBytes, _ profile: ChipProfile) throws {
        let list = try TLV(results.withUnsafeBytes { [UInt8]($0) })
        let objects = list.elements.map { (UInt16(truncatingIfNeeded: $0.tag.rawValue), Array(list.value($0))) }
        self.init(card: profile.card, scheme: profile.scheme, objects: [UInt16: [UInt8]](objects) { first, _ in first })
    }
}
