import TenderFlow
import TenderModel
import TenderCheckout
import Testing

@Suite struct BillingDetailsCollectionTests {
    private static let card = PaymentMethodType.card
    private static let debit = PaymentMethodType(rawValue: "sepa_debit")
    private static let bancontact = PaymentMethodType(rawValue: "bancontact")
    private static let ann = PaymentSheetFixture.debtor

    @Test func whatIsCollectedFollowsTheModeAndTheMethod() {
        let nothing = BillingDetailsCollection(name: .never, phone: .never, email: .never, address: .never)
        let everything = BillingDetailsCollection(name: .always, phone: .always, email: .always, address: .full)
        let collections = [BillingDetailsCollection(), nothing, everything]
        let fields = collections.map { collection in
            [Self.card, Self.debit, Self.bancontact].map { collection.collected(for: $0) }
        }
        let all: BillingFields = [.name, .phone, .email]
        #expect(
            fields == [
                [.postalCode, [.name, .email, .address], .name], [[], [], []],
                [all.union([.address]), all.union([.address]), all.union([.address])],
            ])
    }

    /// Defaults that the sheet does not collect go with the payment method only where they are to be attached.
    @Test func defaultsAreAttachedOnlyWhereThatIsWanted() {
        var collection = BillingDetailsCollection(address: .never)
        let entered = BillingDetails(email: "typed@shop.example", name: "Typed")
        let plain = collection.details(for: Self.bancontact, entered: entered, defaults: Self.ann)
        collection.attachDefaultsToPaymentMethod = true
        let attached = collection.details(for: Self.bancontact, entered: entered, defaults: Self.ann)
        #expect(plain == BillingDetails(name: "Typed"))
        #expect(attached == BillingDetails(address: Self.ann.address, email: Self.ann.email, name: "Typed"))
    }

    @Test func whatIsMissingIsNamed() {
        let automatic = BillingDetailsCollection()
        let never = BillingDetailsCollection(name: .never, email: .never, address: .never)
        var attaching = never
        attaching.attachDefaultsToPaymentMethod = true
        func address(_ country: String, _ code: String?) -> BillingDetails {
            BillingDetails(address: Address(postalCode: code, country: country))
        }
        let missing = [
            automatic.missing(for: Self.debit, entered: BillingDetails(name: ""), defaults: Self.ann),
            automatic.missing(for: Self.debit, entered: Self.ann, defaults: BillingDetails()),
            never.missing(for: Self.debit, entered: Self.ann, defaults: Self.ann),
            attaching.missing(for: Self.debit, entered: BillingDetails(), defaults: Self.ann),
            automatic.missing(for: Self.card, entered: address("DE", nil), defaults: BillingDetails()),
            automatic.missing(for: Self.card, entered: address("US", nil), defaults: BillingDetails()),
            automatic.missing(for: Self.card, entered: address("US", "94103"), defaults: BillingDetails()),
        ]
        #expect(missing == [[.name, .email, .address], [], [.name, .email], [], [], .postalCode, []])
        var machine = PaymentSheetFixture.open(
            PaymentSheetFixture.configuration { $0.defaultBillingDetails.name = nil })
        _ = machine.handle(.select(.new(PaymentSheetFixture.iban)))
        #expect(machine.state.collectedFields == [.name, .email, .address])
        #expect(machine.refusal(of: .confirm(.sheet)) == .billingDetailsMissing(.name))
        _ = machine.handle(.enter(Self.ann))
        #expect(machine.confirmation(after: .confirm(.sheet)) != nil)
    }
}
