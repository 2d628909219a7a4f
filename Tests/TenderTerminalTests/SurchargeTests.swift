import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// A surcharge on top of the amount, with the customer's consent.
@Suite struct SurchargeTests {
    private static func euros(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: .eur) }

    private static func script(_ consent: ConsentAnswer? = .accepted, tip: Int64 = 0) -> ReaderScript {
        var script = Shop.quickly([.visa])
        script.consent = consent
        if tip > 0 { script.collections[0].insert(ReaderStep(.chooseTip(tip)), at: 0) }
        return script
    }

    private static func collected(
        _ shop: Shop, _ configuration: CollectConfiguration = .init(updatePaymentIntent: true)
    ) async throws -> PaymentIntent {
        try await shop.terminal.collectPaymentMethod(shop.open(), configuration: configuration)
    }

    private static func asking(_ units: Int64, _ consent: SurchargeConsent? = nil) -> ConfirmConfiguration {
        ConfirmConfiguration(surcharge: SurchargeConfiguration(amount: euros(units), consent: consent))
    }

    @Test func itIsChargedOnTopOfTheAmount() async throws {
        let shop = Shop(Self.script())
        let intent = try await Self.collected(shop)
        let surcharge = try SurchargeRules(basisPoints: 250).surcharge(on: intent)
        #expect(surcharge == Self.euros(25))
        let outcome = try await shop.terminal.confirmPaymentIntent(
            intent, configuration: Self.asking(surcharge?.minorUnits ?? 0, SurchargeConsent(collection: .enabled)))
        guard case .approved(let paid) = outcome else { throw UnexpectedOutcome() }
        #expect(paid.amountReceived == Self.euros(1025))
        #expect(paid.amountDetails?.surcharge?.amount == Self.euros(25))
    }

    @Test func anotherSurchargeThanTheAgreedOneIsNoApproval() async throws {
        let shop = Shop(Self.script())
        let intent = try await Self.collected(shop)
        shop.gateway.charge(otherSurcharge: Self.euros(26))
        let outcome = try await shop.terminal.confirmPaymentIntent(intent, configuration: Self.asking(25))
        #expect(outcome.word == "unknown: answerMismatch")
    }

    /// Each of these charges nothing, and names its cause.
    @Test func whatIsNotAllowedOrAgreedToIsRefused() async throws {
        let yes = SurchargeConsent(collection: .enabled)
        let table: [(ConsentAnswer, Bool, ConfirmConfiguration, ErrorCode)] = [
            (.accepted, true, Self.asking(31), .surchargingNotAvailable),
            (.accepted, true, Self.asking(-1), .surchargingNotAvailable),
            (.accepted, false, Self.asking(25), .amountSurchargeRequiresUpdatePaymentIntent),
            (.declined, true, Self.asking(25, yes), .surchargeConsentDeclined),
            (.timedOut, true, Self.asking(25, yes), .surchargeConsentTimeout),
            (.unsupported, true, Self.asking(25, yes), .surchargeConsentRequestedForUnsupportedReader),
            (.failed("x"), true, Self.asking(25, yes), .displaySurchargeConsentFailed),
            (.accepted, true, Self.asking(0, yes), .surchargeConsentRequiresAmountSurcharge),
            (
                .accepted, true, Self.asking(25, SurchargeConsent(collection: .disabled, notice: "x")),
                .surchargeConsentNoticeRequiresAmountSurchargeAndCollectConsent
            ),
        ]
        var wrong: [String] = []
        for (answer, inspects, configuration, code) in table {
            let shop = Shop(Self.script(answer))
            let intent = try await Self.collected(shop, .init(updatePaymentIntent: inspects))
            do {
                let outcome = try await shop.terminal.confirmPaymentIntent(intent, configuration: configuration)
                wrong.append("\(code): \(outcome.word)")
            } catch let error as TenderError {
                if error.errorCode != code { wrong.append("\(code): \(error.errorCode)") }
            }
            if shop.gateway.approvals(intent.id) != 0 { wrong.append("\(code): charged") }
        }
        #expect(wrong == [])
    }

    @Test func afterANoTheSameCardMayPayWithoutTheSurcharge() async throws {
        let shop = Shop(Self.script(.declined))
        let intent = try await Self.collected(shop)
        let consent = SurchargeConsent(collection: .enabled, notice: "1 percent")
        _ = try? await shop.terminal.confirmPaymentIntent(intent, configuration: Self.asking(10, consent))
        let outcome = try await shop.terminal.confirmPaymentIntent(intent)
        guard case .approved(let paid) = outcome else { throw UnexpectedOutcome() }
        #expect(paid.amountReceived == Self.euros(1000))
    }

    @Test func cancelingStopsTheQuestion() async throws {
        let shop = Shop(Self.script(nil))
        let intent = try await Self.collected(shop)
        let cancelable = Cancelable()
        _ = await cancelable.cancel()
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.confirmPaymentIntent(
                intent, configuration: Self.asking(10, SurchargeConsent(collection: .enabled)),
                cancelable: cancelable)
        }
        #expect(error?.code == .canceled)
        #expect(shop.gateway.approvals(intent.id) == 0)
    }

    @Test func aNoticeNeedsAnInspection() async throws {
        let shop = Shop(Self.script())
        let error = await #expect(throws: TenderError.self) {
            try await Self.collected(shop, .init(surchargeNotice: "Credit cards: 1 percent"))
        }
        #expect(error?.errorCode == .surchargeNoticeRequiresUpdatePaymentIntent)
    }
}
