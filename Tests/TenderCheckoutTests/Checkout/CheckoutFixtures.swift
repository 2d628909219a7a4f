import TenderFlow
import TenderModel
import TenderCheckout

/// What checkouts are tested with.
enum CheckoutFixture {
    static func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    static let one = method("pm_1")
    static let two = method("pm_2")
    static let added = method("pm_new")
    static let amount = euros(1000)
    static let home = ShippingDetails(address: Address(line1: "Weg 1", country: "DE"), name: "Ann")
    static let post = ShippingMethod(id: "post", amount: euros(390), label: "Post")
    static let courier = ShippingMethod(id: "courier", amount: euros(990), label: "Courier")
    static let wallet = CustomerWallet(customer: "cus_1", methods: [one, two], defaultMethod: "pm_2")
    static let lost = GatewayError(.requestTimedOut, fate: .unknown, message: "no answer")
    static let declined = GatewayError(
        .declinedByIssuer, fate: .answered(status: 402), message: "declined",
        apiError: APIError(type: .cardError, code: "card_declined"), isUnderKey: true)
    static let offline = GatewayError(.notConnectedToGateway, fate: .notSent, message: "no network")

    static func method(_ id: String) -> PaymentMethod {
        PaymentMethod(id: id, type: .card, cardNotPresent: CardDetails(brand: .visa, last4: "4242"))
    }

    static func intent(_ id: String = "pi_1", _ status: PaymentIntentStatus = .succeeded) -> PaymentIntent {
        PaymentIntent(id: id, amount: amount, status: status)
    }

    static func configuration(_ shipping: ShippingFields = []) -> CheckoutConfiguration {
        CheckoutConfiguration(amount: amount, requiredShipping: shipping, orderKey: "order-1")
    }

    /// A machine whose customer is loaded.
    static func loaded(_ shipping: ShippingFields = []) -> CheckoutMachine {
        var machine = CheckoutMachine(configuration(shipping), orderKey: "unused")
        _ = machine.handle(.load)
        _ = machine.handle(.loaded(wallet, 1))
        return machine
    }
}

extension CheckoutMachine {
    /// What is refused of an event that changes nothing; nil when it is taken.
    mutating func refusal(of event: Event) -> CheckoutRefusal? {
        for case .refuse(let refusal) in handle(event) { return refusal }
        return nil
    }

    /// The payment that is handed out after an event.
    mutating func payment(after event: Event) -> PaymentResult? {
        for case .pay(let payment) in handle(event) { return payment }
        return nil
    }

    /// The end that is told after an event.
    mutating func finish(after event: Event) -> CheckoutFinish? {
        for case .tell(.finished(let finish)) in handle(event) { return finish }
        return nil
    }
}
