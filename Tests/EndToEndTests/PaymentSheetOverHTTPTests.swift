import SimulatedGateway
import SimulatedPayments
import Tender
import TenderHTTP
import TenderSale
import Testing

/// A payment sheet with a publishable key and a client secret, at the simulated gateway on a real port.
@Suite(.timeLimit(.minutes(2))) struct PaymentSheetOverHTTPTests {
    /// The app's own server, and the sheet of its customer.
    private struct Shop {
        let gateway: SimulatedGateway
        let server: PaymentsClient
        let app: PaymentSheetClient
        let customer: Customer

        init(cards: String..., faults: [String] = []) async throws {
            gateway = try SimulatedGateway(configuration: .init(faults: faults.map { try Fault(parsing: $0) }))
            let connection = GatewayConnection(baseURL: gateway.url)
            server = try PaymentsClient(apiKey: SecretBytes(utf8: "sk_test_e2e"), connection: connection)
            app = try PaymentSheetClient(publishableKey: SecretBytes(utf8: "pk_test_e2e"), connection: connection)
            customer = try await server.createCustomer(CustomerParameters(name: "Ann"), key: IdempotencyKey("ann"))
            for card in cards {
                _ = try await server.attachPaymentMethod(card, toCustomer: customer.id, key: IdempotencyKey(card))
            }
        }

        func payment(_ types: [PaymentMethodType] = [.card]) async throws -> PaymentIntent {
            try await server.createPaymentIntent(
                PaymentIntentParameters(
                    Amount(minorUnits: 1000, currency: .eur), paymentMethodTypes: types, customer: customer.id),
                key: IdempotencyKey("order"))
        }

        func sheet(_ secret: ClientSecret?) async throws -> PaymentSheetFlow {
            let key = try await server.createEphemeralKey(
                customer: customer.id, apiVersion: PaymentsClient.apiVersion, key: IdempotencyKey("key"))
            let flow = PaymentSheetFlow(
                clientSecret: try #require(secret),
                configuration: PaymentSheetConfiguration(
                    merchantDisplayName: "Hall", allowsDelayedPaymentMethods: true,
                    defaultBillingDetails: BillingDetails(
                        address: Address(line1: "Weg 1", city: "Köln", country: "DE"), email: "ann@shop.example",
                        name: "Ann"),
                    returnURL: "app://back", maximumAsks: 2),
                customer: .ephemeralKey(key), gateway: app)
            try await flow.load()
            return flow
        }

        /// The bank asks the customer, who says yes or no.
        func authenticate(_ id: String, _ outcome: String) async throws {
            let http = try HTTPClient()
            _ = try await http.send(
                HTTPRequest(
                    .post, url: gateway.url + "/v1/_tender/authenticate",
                    headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
                    authorization: SecretBytes(utf8: "Bearer sk_test_e2e"),
                    body: Array("intent=\(id)&outcome=\(outcome)".utf8)))
        }
    }

    /// Waits for the first state of a kind; the stream must have been opened before what leads to it.
    private func wait(
        _ events: AsyncStream<PaymentSheetEvent>, for isWanted: (PaymentSheetState) -> Bool
    ) async -> PaymentSheetState? {
        for await event in events {
            if case .didChange(let state) = event.kind, isWanted(state) { return state }
        }
        return nil
    }

    /// Opens the sheet; `present` returns at the sheet's end, so that it waits in a task of its own.
    private func present(_ flow: PaymentSheetFlow) async -> Task<PaymentSheetResult, any Error> {
        let events = flow.events()
        let task = Task { try await flow.present() }
        _ = await wait(events) { $0.surface == .sheet }
        return task
    }

    @Test func aSavedCardPays() async throws {
        let shop = try await Shop(cards: "pm_card_visa", "pm_card_mastercard")
        let intent = try await shop.payment()
        let flow = try await shop.sheet(intent.clientSecret)
        let end = await present(flow)
        let methods = await flow.state.savedMethods
        #expect(methods.map(\.card?.brand) == [.mastercard, .visa])
        try await flow.select(.saved(try #require(methods.last).id))
        try await flow.pay()
        #expect(try await end.value == .completed)
        #expect(shop.gateway.ledger(paymentIntent: intent.id)?.captured == 1000)
        #expect(try await flow.present() == .completed)
    }

    @Test func aDeclineLeavesTheSheetOpenForAnotherCard() async throws {
        let shop = try await Shop(cards: "pm_card_visa", "pm_card_chargeCustomerFail")
        let intent = try await shop.payment()
        let flow = try await shop.sheet(intent.clientSecret)
        let end = await present(flow)
        let events = flow.events()
        try await flow.pay()
        let declined = await wait(events) { $0.notice != nil }
        #expect(declined?.surface == .sheet)
        #expect(declined?.phase == .ready)
        try await flow.select(.new(.card(token: "tok_visa")))
        try await flow.setSavesMethod(true)
        try await flow.pay()
        #expect(try await end.value == .completed)
        #expect(shop.gateway.ledger(paymentIntent: intent.id)?.captured == 1000)
        try await flow.load()
        let kept = try await shop.server.listPaymentMethods(ofCustomer: shop.customer.id).data
        #expect(kept.count == 3)
    }

    @Test(arguments: ["succeed", "fail"]) func aBankIsAskedAndTheIntentRead(outcome: String) async throws {
        let shop = try await Shop(cards: "pm_card_authenticationRequired")
        let intent = try await shop.payment()
        let flow = try await shop.sheet(intent.clientSecret)
        let end = await present(flow)
        let events = flow.events()
        try await flow.pay()
        let asked = await wait(events) { if case .actionRequired = $0.phase { true } else { false } }
        #expect(asked?.intent?.nextAction?.returnURL == "app://back")
        try await shop.authenticate(intent.id, outcome)
        let back = flow.events()
        // What the address claims counts for nothing.
        try await flow.comeBack("app://back?redirect_status=succeeded")
        guard outcome == "fail" else {
            #expect(try await end.value == .completed)
            return
        }
        #expect(await wait(back) { $0.notice != nil }?.surface == .sheet)
        try await flow.dismiss()
        #expect(try await end.value == .canceled)
        #expect(shop.gateway.ledger(paymentIntent: intent.id)?.captured ?? 0 == 0)
    }

    /// Whatever the network does to the confirmation: it is not sent again, and what became of it is found out.
    @Test(arguments: [
        ("drop-answer:confirm:1", true), ("close-mid-body:confirm:1", true), ("status-after:confirm:1:500", true),
        ("html:confirm:1", true), ("drop-request:confirm:1", false), ("status:confirm:1:500", false),
    ])
    func noFaultChargesTwice(fault: String, isCharged: Bool) async throws {
        let shop = try await Shop(cards: "pm_card_visa", faults: [fault])
        let intent = try await shop.payment()
        let flow = try await shop.sheet(intent.clientSecret)
        let end = await present(flow)
        let events = flow.events()
        try await flow.pay()
        let last = await wait(events) { state in
            switch state.phase {
            case .completed, .unknown: true
            default: false
            }
        }
        if case .unknown? = last?.phase { try await flow.leave() }
        let result = try await end.value
        let captured = shop.gateway.ledger(paymentIntent: intent.id)?.captured ?? 0
        #expect(captured == 1000 ? result == .completed : result.isUnknown, "\(result)")
        #expect(!isCharged || captured == 1000)
        #expect(shop.gateway.requests(.confirm) == 1)
    }

    /// The money comes later, from this account three minutes later: the sheet is done, and the intent is not.
    @Test func aDebitIsCompletedWhileItIsProcessing() async throws {
        let shop = try await Shop()
        let intent = try await shop.payment([.card, PaymentMethodType(rawValue: "sepa_debit")])
        let flow = try await shop.sheet(intent.clientSecret)
        let end = await present(flow)
        try await flow.select(.new(.sepaDebit(iban: "AT321904300235473204")))
        try await flow.pay()
        #expect(try await end.value == .completed)
        #expect(await flow.state.intent?.stage == .processing)
        #expect(try await shop.server.retrievePaymentIntent(PaymentIntentReference(intent)).status == .processing)
    }

    /// Bancontact goes over a page of the bank, to which the app is told to send the customer.
    @Test(arguments: ["succeed", "fail"]) func aBanksPageIsOpened(outcome: String) async throws {
        let shop = try await Shop()
        let intent = try await shop.payment([PaymentMethodType(rawValue: "bancontact")])
        let flow = try await shop.sheet(intent.clientSecret)
        let end = await present(flow)
        let events = flow.events()
        try await flow.select(.new(.bancontact))
        try await flow.pay()
        _ = await wait(events) { if case .actionRequired = $0.phase { true } else { false } }
        try await shop.authenticate(intent.id, outcome)
        let back = flow.events()
        try await flow.comeBack("app://back")
        if outcome == "fail" {
            #expect(await wait(back) { $0.notice != nil }?.surface == .sheet)
            try await flow.dismiss()
        }
        #expect(try await end.value == (outcome == "fail" ? .canceled : .completed))
    }

    @Test func aFlowControllerChoosesAndPaysApart() async throws {
        let shop = try await Shop(cards: "pm_card_visa", "pm_card_mastercard")
        let intent = try await shop.payment()
        let flow = try await shop.sheet(intent.clientSecret)
        let controller = flow.flowController
        #expect(await controller.paymentOption?.imageName == "mastercard")
        let events = flow.events()
        let choice = Task { try await controller.presentPaymentOptions() }
        _ = await wait(events) { $0.surface == .options }
        try await flow.select(.new(.card(token: "tok_amex")))
        try await controller.choose()
        #expect(try await choice.value?.label == "Card")
        #expect(try await controller.confirm() == .completed)
        #expect(shop.gateway.ledger(paymentIntent: intent.id)?.captured == 1000)
    }

    @Test func aSetupKeepsACard() async throws {
        let shop = try await Shop()
        let setup = try await shop.server.createSetupIntent(
            SetupIntentParameters(customer: shop.customer.id), key: IdempotencyKey("setup"))
        let flow = try await shop.sheet(setup.clientSecret)
        let end = await present(flow)
        let events = flow.events()
        try await flow.select(.new(.card(token: "tok_chargeDeclined")))
        try await flow.pay()
        #expect(await wait(events) { $0.notice != nil }?.surface == .sheet)
        try await flow.select(.new(.card(token: "tok_visa")))
        try await flow.pay()
        #expect(try await end.value == .completed)
        let kept = try await shop.server.listPaymentMethods(ofCustomer: shop.customer.id).data
        #expect(kept.map(\.card?.last4) == ["4242"])
    }
}

extension PaymentSheetResult {
    fileprivate var isUnknown: Bool { if case .failed(.outcomeUnknown) = self { true } else { false } }
}
