import Tender
import TenderSale

// The code of docs/checkout.md, so that it goes on compiling.

/// The app's own server, asked by whatever the app has for that.
private struct ShopServer: EphemeralKeyProvider {
    let ask: @Sendable (_ apiVersion: String) async throws(GatewayError) -> EphemeralKey

    func createEphemeralKey(apiVersion: String) async throws(GatewayError) -> EphemeralKey { try await ask(apiVersion) }
}

private func checkout(
    _ server: ShopServer, _ client: PaymentsClient, _ terminal: Terminal, _ address: ShippingDetails
) async throws -> CheckoutFinish {
    let customer = CustomerContext(keys: server, gateway: GatewayConnection(baseURL: "https://api.example"))
    let checkout = PaymentContext(
        customer: customer,
        configuration: CheckoutConfiguration(
            amount: Amount(minorUnits: 1990, currency: .eur), requiredShipping: [.address, .name],
            orderKey: "order-4711"),
        payer: SavedMethodPayer(client, charger: terminal))

    await checkout.prefetch()
    try await checkout.load()
    try await checkout.select("pm_1")
    try await checkout.enterShipping(address)
    return try await checkout.requestPayment()
}

private func listen(
    to checkout: PaymentContext, _ payer: any CheckoutPayer, _ validator: any ShippingValidator,
    show: @Sendable (CheckoutState) -> Void
) async {
    for await event in checkout.events() {
        switch event.kind {
        case .didChange(let state): show(state)
        case .didFailToLoad: await checkout.prefetch()
        case .didFailToRemember: break
        case .didUpdateShippingAddress(let address, let reply): reply.answer(await validator.validate(address))
        case .didCreatePaymentResult(let payment, let completion): completion.answer(await payer.pay(payment))
        case .didFinish(let finish): print(finish.status)
        }
    }
}
