import TenderFlow
import TenderModel
import TenderCheckout

/// What payment sheets are tested with.
enum PaymentSheetFixture {
    static let iban = NewPaymentMethod.sepaDebit(iban: "DE89370400440532013000")
    static let card = NewPaymentMethod.card(token: "tok_visa")
    static let debtor = BillingDetails(
        address: Address(line1: "Weg 1", city: "Köln", country: "DE"), email: "ann@shop.example", name: "Ann")
    static let saved = [CheckoutFixture.one, CheckoutFixture.two]
    static let lost = CheckoutFixture.lost

    static func configuration(_ change: (inout PaymentSheetConfiguration) -> Void = { _ in })
        -> PaymentSheetConfiguration
    {
        var configuration = PaymentSheetConfiguration(
            merchantDisplayName: "Hall", allowsDelayedPaymentMethods: true, defaultBillingDetails: debtor,
            returnURL: "app://back", maximumAsks: 2)
        change(&configuration)
        return configuration
    }

    static func types(_ names: String...) -> [PaymentMethodType] { names.map { PaymentMethodType(rawValue: $0) } }

    /// A payment that stands at `status`; `refusal` names its last refusal, `action` its next action.
    static func payment(
        _ status: PaymentIntentStatus, refusal: Int = 0, action: Int = 0, method: PaymentMethod? = nil
    ) -> PaymentSheetIntent {
        var intent = PaymentIntent(id: "pi_1", amount: CheckoutFixture.amount, status: status)
        intent.paymentMethodTypes = types("card", "sepa_debit", "bancontact", "ideal", "card_present", "other")
        intent.paymentMethod = method.map { .object($0) }
        if refusal > 0 {
            intent.lastPaymentError = APIError(type: .cardError, code: "card_declined", charge: "ch_\(refusal)")
        }
        if action > 0 {
            intent.nextAction = NextAction(type: "redirect_to_url", redirectURL: "https://bank.example/\(action)")
        }
        return .payment(intent)
    }

    static func setup(_ status: SetupIntentStatus) -> PaymentSheetIntent {
        .setup(SetupIntent(id: "seti_1", status: status))
    }

    /// A machine whose intent is loaded, with the sheet open.
    static func open(
        _ configuration: PaymentSheetConfiguration = configuration(),
        intent: PaymentSheetIntent = payment(.requiresPaymentMethod), surface: PaymentSheetState.Surface = .sheet
    ) -> PaymentSheetMachine {
        var machine = PaymentSheetMachine(configuration, hasCustomer: true, base: "sheet")
        _ = machine.handle(.load)
        _ = machine.handle(.loaded(PaymentSheetContent(intent: intent, savedMethods: saved), 1))
        if surface != .none { _ = machine.handle(.present(surface)) }
        return machine
    }
}

extension PaymentSheetMachine {
    /// What is refused of an event that changes nothing; nil when it is taken.
    mutating func refusal(of event: Event) -> PaymentSheetRefusal? {
        for case .refuse(let refusal) in handle(event) { return refusal }
        return nil
    }

    /// The result that is told after an event.
    mutating func result(after event: Event) -> PaymentSheetResult? {
        for case .finish(let result) in handle(event) { return result }
        return nil
    }

    /// The confirmation that is sent after an event, and its number.
    mutating func confirmation(after event: Event) -> (PaymentSheetConfirmation, Int)? {
        for case .confirm(let confirmation, let number) in handle(event) { return (confirmation, number) }
        return nil
    }

    /// The number of the question that is asked after an event.
    mutating func question(after event: Event) -> Int? {
        for case .ask(_, let number) in handle(event) { return number }
        return nil
    }
}
