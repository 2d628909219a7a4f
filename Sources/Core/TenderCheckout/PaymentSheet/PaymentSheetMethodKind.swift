import TenderFlow
public import TenderModel

/// A kind of payment method that a payment sheet can offer.
///
/// Apple Pay and Google Pay are not among them: they exist on their makers' devices, and not on Linux.
public enum PaymentSheetMethodKind: String, Hashable, Sendable, CaseIterable {
    /// Cards.
    case card
    /// Debits in the single euro area; whether the money comes is known days later.
    case sepaDebit = "sepa_debit"
    /// Bancontact.
    case bancontact
    /// iDEAL.
    case ideal

    /// The kind with the API's name; nil for one that a sheet cannot offer.
    public init?(_ type: PaymentMethodType) { self.init(rawValue: type.rawValue) }

    /// The API's value.
    public var type: PaymentMethodType { PaymentMethodType(rawValue: rawValue) }

    /// What people call it.
    public var label: String {
        switch self {
        case .card: "Card"
        case .sepaDebit: "SEPA Debit"
        case .bancontact: "Bancontact"
        case .ideal: "iDEAL"
        }
    }

    /// Whether the outcome is known later than the confirmation.
    public var isDelayed: Bool { self == .sepaDebit }

    /// Whether every payment with it goes over a page of the customer's bank.
    public var isRedirect: Bool { self == .bancontact || self == .ideal }

    /// Whether one that was entered can be saved for later.
    public var isReusable: Bool { !isRedirect }

    /// What is collected automatically.
    public var neededFields: BillingFields {
        switch self {
        case .card: .postalCode
        case .sepaDebit: [.name, .email, .address]
        case .bancontact, .ideal: .name
        }
    }

    /// What the payments API wants of it, whatever the sheet collects.
    public var indispensableFields: BillingFields {
        switch self {
        case .card, .ideal: []
        case .sepaDebit: [.name, .email]
        case .bancontact: .name
        }
    }

    /// The kinds that are offered for an intent, in the order of the intent.
    ///
    /// Delayed ones only where the app can wait for its money; those with a page of a bank only where the app says how
    /// the customer comes back.
    static func offered(
        for intent: PaymentSheetIntent, _ configuration: PaymentSheetConfiguration
    ) -> [PaymentSheetMethodKind] {
        intent.paymentMethodTypes.compactMap { PaymentSheetMethodKind($0) }.filter { kind in
            (!kind.isDelayed || configuration.allowsDelayedPaymentMethods)
                && (!kind.isRedirect || configuration.returnURL != nil)
        }
    }
}
