import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders
import Testing

/// Sales by quick chip, from a card that computes through the USB reader's driver to the issuer's check.
@Suite(.timeLimit(.minutes(2))) struct ChipSaleTests {
    /// What the table of the public test cards says about those that do not simply approve.
    private static let refusals = [
        "chargeDeclined": "generic_decline", "chargeDeclinedInsufficientFunds": "insufficient_funds",
        "chargeDeclinedLostCard": "lost_card", "chargeDeclinedStolenCard": "stolen_card",
        "chargeDeclinedExpiredCard": "expired_card", "chargeDeclinedProcessingError": "processing_error",
        "partiallyApproved": "insufficient_funds",
    ]

    /// The currency of the schemes that have only one.
    private static func currency(of card: SimulatedCard) -> Currency {
        card.brand == .eftposAu ? .aud : card.paymentMethodType == .interacPresent ? .cad : .eur
    }

    @Test(arguments: SimulatedCard.all)
    func everyCardSellsOrIsDeclinedAsItsTableSays(_ card: SimulatedCard) async throws {
        let amount = Amount(minorUnits: 1000, currency: Self.currency(of: card))
        let counter = try #require(try await ChipCounter(ChipProfile(card: card)))
        defer { counter.usb.happen(.unplug) }
        let collected = try await counter.collect(amount: amount).get()
        var shop = ChipShop()
        let outcome = shop.pay(collected, amount, as: card.paymentMethodType).outcome
        #expect(outcome == Self.refusals[card.name] ?? "succeeded")
        let receipt = collected.card.receipt
        #expect(receipt?.dedicatedFileName == card.applications.first?.identifier)
        // A PIN for the issuer is nothing that the pad of this reader can enter: the next rule of the card is none.
        #expect(receipt?.cardholderVerificationMethod == (card.verification == .offlinePin ? "offline_pin" : "none"))
    }

    /// A sale in words: the outcome, how the card was read, TVR and verification.
    private func sell(
        _ profile: ChipProfile, _ kind: SimulatedCCIDModel.Kind = .short, denial: String = "0000000000",
        sealer: any CardSealer = SimulatedCardSealer(counter: 1)
    ) async throws -> String {
        let counter = try #require(try await ChipCounter(profile, kind, denial: denial, sealer: sealer))
        defer { counter.usb.happen(.unplug) }
        switch await counter.collect() {
        case .failure(let error): return "\(error)"
        case .success(let card):
            var shop = ChipShop()
            let (outcome, charge) = shop.pay(card)
            let receipt = card.card.receipt
            let isSame =
                charge == nil
                || charge?["receipt"]?["application_cryptogram"]?.text == receipt?.applicationCryptogram
                    && charge?["receipt"]?["terminal_verification_results"]?.text
                        == receipt?.terminalVerificationResults
                    && charge?["receipt"]?["dedicated_file_name"]?.text == receipt?.dedicatedFileName
                    && charge?["read_method"]?.text == "contact_emv"
            return [
                outcome, receipt?.terminalVerificationResults ?? "-", receipt?.cardholderVerificationMethod ?? "-",
                isSame ? "" : "another receipt",
            ].joined(separator: " ").trimmingSpace
        }
    }

    @Test(arguments: SimulatedCCIDModel.Kind.allCases)
    func eachKindOfCardSellsByEachLevelOfReader(_ kind: SimulatedCCIDModel.Kind) async throws {
        var wrong: [String] = []
        for name in ["visa", "mastercard", "amex", "discover", "jcb", "unionPay", "offlinePinCvm"] {
            var profile = ChipProfile(card: try SimulatedCard.named(name))
            if kind == .t0 { profile.transport = .t0 }
            if kind == .t1 { profile.transport = .t1 }
            let outcome = try await sell(profile, kind)
            let verification = name == "offlinePinCvm" ? "offline_pin" : "none"
            // Static data authentication was selected.
            let results = profile.authentication == .sda ? "0200008000" : "0000008000"
            if outcome != "succeeded \(results) \(verification)" { wrong.append("\(name): \(outcome)") }
        }
        #expect(wrong == [])
    }

    @Test func eachProofMeetsEachVerificationByBothProtocols() async throws {
        let rules: [(bytes: [UInt8], word: String)] = [
            ([0x1F, 0x00], "none"), ([0x5E, 0x03, 0x1F, 0x00], "signature"), ([0x41, 0x03, 0x1F, 0x00], "offline_pin"),
        ]
        var wrong: [String] = []
        for proof in OfflineAuthentication.allCases {
            for rule in rules {
                for kind in [SimulatedCCIDModel.Kind.t0, .t1] {
                    var profile = ChipProfile(card: .visa)
                    (profile.authentication, profile.verificationRules) = (proof, rule.bytes)
                    profile.transport = kind == .t0 ? .t0 : .t1
                    let results = proof == .none ? "8000008000" : proof == .sda ? "0200008000" : "0000008000"
                    let outcome = try await sell(profile, kind)
                    if outcome != "succeeded \(results) \(rule.word)" {
                        wrong.append("\(proof) \(rule.word) \(kind): \(outcome)")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func theIssuerDeclinesACryptogramThatIsNotTheCards() async throws {
        #expect(try await sell(ChipProfile(card: .visa), sealer: Forger()) == "fraudulent 0000008000 none")
    }

    @Test func noCardIsAskedForThatCannotBeEncrypted() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), sealer: Exhausted()))
        #expect(await counter.collect() == .failure(Exhausted.error))
        try await counter.waitUntilTold("inputOptions")
        let asked = counter.told.withLock { $0.first { $0.hasPrefix("inputOptions") } }
        #expect(asked == "\(ReaderEvent.inputOptions([]))")
    }

    @Test func theIssuerDeclinesACryptogramThatCameBefore() async throws {
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa)))
        let card = try await counter.collect().get()
        var shop = ChipShop()
        #expect(shop.pay(card).outcome == "succeeded")
        #expect(shop.pay(card).outcome == "duplicate_transaction")
    }

    @Test func aWrongSignatureSetsItsBitAndTheCodesDecide() async throws {
        let profile = ChipProfile(flaw: .wrongDynamicSignature)
        #expect(try await sell(profile) == "succeeded 0800008000 none")
        let denied = try await sell(profile, denial: "0800000000")
        #expect(denied == "\(ReaderError.refused("the card declined the payment"))")
    }

    @Test func theIssuersOwnReasonsComeThrough() async throws {
        let card = try SimulatedCard.named("chargeDeclinedInsufficientFunds")
        #expect(try await sell(ChipProfile(card: card)) == "insufficient_funds 0000008000 none")
    }

    @Test func cardDataAppearNowhereButInTheCiphertext() async throws {
        var profile = ChipProfile(card: try SimulatedCard.named("offlinePinCvm"))
        profile.pin = SecretBytes(utf8: "739251")
        let counter = try #require(try await ChipCounter(profile, pad: .enters("739251")))
        let card = try await counter.collect().get()
        try await counter.waitUntilTold("removeCard")
        let seen = counter.told.withLock { $0.joined() } + "\(card)" + String(reflecting: card)
        let secrets = ["4001007020000002", "739251", "34122"]
        #expect(secrets.filter { seen.contains($0) } == [])
        #expect(card.card.receipt?.cardholderVerificationMethod == "offline_pin")
    }
}

/// A sealer that changes the cryptogram before it encrypts.
private struct Forger: CardSealer {
    private struct Seal: CardSeal {
        private let seal = SimulatedCardSealer(counter: 1).nextSeal()

        func seal(track2: SecretBytes, read method: ReadMethod, amount: Amount) throws -> EncryptedPayload {
            try seal.seal(track2: track2, read: method, amount: amount)
        }

        func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload {
            var bytes = objects.withUnsafeBytes { [UInt8]($0) }
            let place = bytes.indices.first { bytes[$0...].starts(with: [0x9F, 0x26, 8]) }
            if let place { bytes[place + 3] ^= 1 }
            return try seal.seal(objects: SecretBytes(bytes), amount: amount)
        }
    }

    func nextSeal() -> any CardSeal { Seal() }
}

/// A sealer whose keys are used up.
private struct Exhausted: CardSealer {
    static let error = ReaderError.failed(.missingKeys, "the key is used up")

    func nextSeal() throws(ReaderError) -> any CardSeal { throw Self.error }
}

extension String {
    fileprivate var trimmingSpace: String { hasSuffix(" ") ? String(dropLast()) : self }
}
