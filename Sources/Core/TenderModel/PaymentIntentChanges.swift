/// The changes to a PaymentIntent that nobody has paid yet; a field that is `nil` stays as it is.
public struct PaymentIntentChanges: Hashable, Sendable, Codable {
    /// The new amount, above zero and in the intent's currency.
    public var amount: Amount?
    /// The text for people.
    public var description: FieldChange<String>?
    /// The entries to add or replace in the caller's own keys and values; `cleared` removes one.
    public var metadata: [String: FieldChange<String>]
    /// The platform's fee.
    public var applicationFeeAmount: FieldChange<Amount>?
    /// The amount that the connected account of `transferData` receives.
    public var transferAmount: Amount?
    /// The email address for the receipt.
    public var receiptEmail: FieldChange<String>?
    /// The text on the cardholder's statement.
    public var statementDescriptor: FieldChange<String>?
    /// The suffix of the text on the cardholder's statement.
    public var statementDescriptorSuffix: FieldChange<String>?
    /// Whether the payment method is to be saved, and for which use.
    public var setupFutureUsage: FieldChange<SetupFutureUsage>?
    /// The customer's id; it is set once.
    public var customer: String?
    /// The options for cards at a reader that change; those that are `nil` stay as they are.
    public var paymentMethodOptions: FieldChange<PaymentMethodOptions>?
    /// Where goods are sent, and to whom.
    @Boxed public var shipping: FieldChange<ShippingDetails>? = nil
    /// The group that ties transfers to it; it is set once.
    public var transferGroup: String?
    /// The key under which the gateway makes the changes at most once; `nil` to generate one.
    public var idempotencyKey: String?

    /// Creates changes; whatever is left out stays as it is.
    public init(
        amount: Amount? = nil, description: FieldChange<String>? = nil, metadata: [String: FieldChange<String>] = [:],
        applicationFeeAmount: FieldChange<Amount>? = nil, transferAmount: Amount? = nil,
        receiptEmail: FieldChange<String>? = nil, statementDescriptor: FieldChange<String>? = nil,
        statementDescriptorSuffix: FieldChange<String>? = nil, setupFutureUsage: FieldChange<SetupFutureUsage>? = nil,
        idempotencyKey: String? = nil, customer: String? = nil,
        paymentMethodOptions: FieldChange<PaymentMethodOptions>? = nil, shipping: FieldChange<ShippingDetails>? = nil,
        transferGroup: String? = nil
    ) {
        self.amount = amount
        self.description = description
        self.metadata = metadata
        self.applicationFeeAmount = applicationFeeAmount
        self.transferAmount = transferAmount
        self.receiptEmail = receiptEmail
        self.statementDescriptor = statementDescriptor
        self.statementDescriptorSuffix = statementDescriptorSuffix
        self.setupFutureUsage = setupFutureUsage
        self.idempotencyKey = idempotencyKey
        self.customer = customer
        self.paymentMethodOptions = paymentMethodOptions
        self.shipping = shipping
        self.transferGroup = transferGroup
    }

    /// Returns whether an intent has every value that the changes ask for.
    public func areMade(in intent: PaymentIntent) -> Bool {
        (amount == nil || amount == intent.amount)
            && Self.isMade(description, intent.description)
            && metadata.allSatisfy { $0.value.value == intent.metadata[$0.key] }
            && Self.isMade(applicationFeeAmount, intent.applicationFeeAmount)
            && (transferAmount == nil || transferAmount == intent.transferData?.amount)
            && Self.isMade(receiptEmail, intent.receiptEmail)
            && Self.isMade(statementDescriptor, intent.statementDescriptor)
            && Self.isMade(statementDescriptorSuffix, intent.statementDescriptorSuffix)
            && Self.isMade(setupFutureUsage, intent.setupFutureUsage)
            && (customer == nil || customer == intent.customer)
            && areOptionsMade(in: intent)
            && Self.isMade(shipping, intent.shipping)
            && (transferGroup == nil || transferGroup == intent.transferGroup)
    }

    private func areOptionsMade(in intent: PaymentIntent) -> Bool {
        guard let change = paymentMethodOptions else { return true }
        // Whoever does not tell the options tells no difference.
        guard let told = intent.paymentMethodOptions?.cardPresent else { return true }
        let asked = change.value?.cardPresent ?? CardPresentOptions()
        return asked.difference(from: told, isWhole: change == .cleared) == nil
    }

    private static func isMade<Value>(_ change: FieldChange<Value>?, _ value: Value?) -> Bool {
        change.map { $0.value == value } ?? true
    }
}
