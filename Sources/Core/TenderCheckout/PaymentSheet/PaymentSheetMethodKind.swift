import TenderFlow
public import TenderModel

/// A kind of payment method that a payment sheet can offer.
///
/// Apple Pay and Google Pay are not among them: they exist on their makers' devices, not on Linux.
public enum PaymentSheetMethodKind: String, Hashable, Sendable, CaseIterable {
    /// Cards.
    case card
    /// Direct debits in the Single Euro Payments Area; whether the money arrives is known days later.
    case sepaDebit = "sepa_debit"
    /// Bancontact.
    case bancontact
    /// iDEAL.
    case ideal

    /// Returns the kind with the API's name, or `nil` for one that a sheet cannot offer.
    public init?(_ type: PaymentMethodType) { self.init(rawValue: type.rawValue) }

    /// The API's value.
    public var type: PaymentMethodType { PaymentMethodType(rawValue: rawValue) }

    /// The kind's name for people.
    public var label: String {
        switch self {
        case .card: "Card"
        case .sepaDebit: "SEPA Debit"
        case .bancontact: "Bancontact"
        case .ideal: "iDEAL"
        }
    }

    /// Whether the outcome is known only after the confirmation.
    public var isDelayed: Bool { self == .sepaDebit }

    /// Whether every payment goes through a page of the customer's bank.
    public var isRedirect: Bool { self == .bancontact || self == .ideal }

    /// Whether a newly entered method can be saved for later.
    public var isReusable: Bool { !isRedirect }

    /// The fields that are collected automatically.
    public var neededFields: BillingFields {
        switch self {
        case .card: .postalCode
        case .sepaDebit: [.name, .email, .address]
        case .bancontact, .ideal: .name
        }
    }

    /// The fields that the payments API requires, whatever the sheet collects.
    public var indispensableFields: BillingFields {
        switch self {
        case .card, .ideal: []
        case .sepaDebit: [.name, .email]
        case .bancontact: .name
        }
    }

    /// Returns the kinds to offer for an intent, in the intent's order.
    ///
    /// Includes delayed ones only where the app can wait for its money, and those with a bank's page only where the app
    /// says how the customer returns.
    static func offered(
        for intent: PaymentSheetIntent, _ configuration: PaymentSheetConfiguration
    ) -> [PaymentSheetMethodKind] {
        intent.paymentMethodTypes.compactMap { PaymentSheetMethodKind($0) }.filter { kind in
            (!kind.isDelayed || configuration.allowsDelayedPaymentMethods)
                && (!kind.isRedirect || configuration.returnURL != nil)
        }
    }
}
