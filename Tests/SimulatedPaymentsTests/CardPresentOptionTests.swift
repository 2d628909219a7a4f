import Foundation
import SimulatedCard
import SimulatedPayments
import TenderModel
import Testing

/// What an intent may ask of a card at a reader, and what its charge tells of the card.
@Suite struct CardPresentOptionTests {
    private static let all: Form = [
        ("capture_method]", "manual_preferred"), ("request_extended_authorization]", "true"),
        ("request_incremental_authorization_support]", "true"), ("request_multicapture]", "if_available"),
        ("request_partial_authorization]", "never"), ("request_reauthorization]", "if_available"),
        ("routing][requested_priority]", "domestic"),
    ].map { ("payment_method_options[card_present][\($0)", $1) }

    private static func decode(_ answer: Shop.Answer) throws -> PaymentIntent {
        try JSONDecoder().decode(PaymentIntent.self, from: Data(answer.bytes))
    }

    @Test func theOptionsAreShownAndCleared() throws {
        var shop = Shop()
        let intent = try Self.decode(shop.create(1000, "eur", Self.all))
        let options = CardPresentOptions(
            captureMethod: .manualPreferred, requestExtendedAuthorization: true,
            requestIncrementalAuthorizationSupport: true, requestMulticapture: .ifAvailable,
            requestPartialAuthorization: .never, requestReauthorization: .ifAvailable, requestedPriority: .domestic)
        #expect(intent.paymentMethodOptions?.cardPresent == options)
        let edited = try Self.decode(
            shop.post(
                "payment_intents/\(intent.id)",
                [("payment_method_options[card_present][request_multicapture]", "never")]))
        #expect(edited.paymentMethodOptions?.cardPresent?.requestMulticapture == .never)
        #expect(edited.paymentMethodOptions?.cardPresent?.requestReauthorization == .ifAvailable)
        let cleared = try Self.decode(
            shop.post("payment_intents/\(intent.id)", [("payment_method_options[card_present]", "")]))
        let usual = CardPresentOptions(
            requestExtendedAuthorization: false, requestIncrementalAuthorizationSupport: false)
        #expect(cleared.paymentMethodOptions?.cardPresent == usual)
    }

    @Test func whatIsNoOptionIsRefused() {
        var shop = Shop()
        let wrong: Form = [
            ("request_partial_authorization]", "always"), ("request_multicapture]", "true"),
            ("request_reauthorization]", "maybe"), ("request_extended_authorization]", "if_available"),
            ("routing][requested_priority]", "visa"), ("capture_method]", "automatic"),
        ].map { ("payment_method_options[card_present][\($0)", $1) }
        #expect(wrong.map { shop.create(1000, "eur", [$0]).status } == wrong.map { _ in 400 })
    }

    /// Answers without text show the same options.
    @Test func directAnswersShowTheOptions() throws {
        var shop = Shop()
        shop.key = "sk_test_direct"
        let forms: [Form] = [
            [], Self.all, [("payment_method_types[]", "card"), ("payment_method_types[]", "card_present")],
            [("confirmation_method", "manual")],
        ]
        var wrong: [String] = []
        for form in forms {
            let read = try Self.decode(shop.create(1000, "eur", form))
            let answer = shop.payments.handle(PaymentsRequest(.retrieve, id: read.id), fault: nil, now: shop.now)
            guard case .intent(let shown)? = answer?.content, shown == read else {
                wrong.append("\(form)")
                continue
            }
        }
        #expect(wrong == [])
    }

    @Test func aChargeTellsTheWholeCard() throws {
        var shop = Shop()
        let intent = try shop.pay(1000, [("setup_future_usage", "off_session")])
        let whole = shop.get(
            "payment_intents/\(intent.id)", [("expand[]", "latest_charge"), ("expand[]", "payment_method")])
        let read = try Self.decode(whole)
        let charge = try #require(read.latestCharge?.value)
        let card = try #require(charge.card)
        #expect(card.issuer == "Simulated Bank")
        #expect(card.preferredLocales == ["en"])
        #expect(card.networkTransactionID?.count == 15)
        #expect(card.generatedCard?.hasPrefix("pm_") == true)
        #expect(card.incrementalAuthorizationStatus == .unavailable)
        #expect(card.wallet == nil)
        #expect(charge.paymentIntent == read.id)
        #expect(charge.paid == true)
        #expect(charge.receiptURL?.contains("/receipts/") == true)
        #expect(charge.calculatedStatementDescriptor == "TENDER SIMULATED")
        #expect(read.charges == [charge])
        #expect(read.paymentMethodID == read.paymentMethod?.id)
        #expect(read.paymentMethod?.value?.card?.networks == CardDetails.Networks(available: ["visa"]))
        #expect(read.confirmationMethod == .automatic)
    }
}
