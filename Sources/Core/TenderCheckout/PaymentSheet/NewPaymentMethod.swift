public import TenderModel

/// A payment method that the customer enters in a payment sheet.
public enum NewPaymentMethod: Hashable, Sendable {
    /// A card, as a token of it: typed numbers are turned into one elsewhere.
    case card(token: String)
    /// A debit of a bank account in the single euro area.
    case sepaDebit(iban: String)
    /// Bancontact, by a page of the customer's bank.
    case bancontact
    /// iDEAL, by a page of the customer's bank; without a bank the page asks for it.
    case ideal(bank: String?)

    /// The kind.
    public var type: PaymentMethodType {
        switch self {
        case .card: .card
        case .sepaDebit: PaymentMethodType(rawValue: "sepa_debit")
        case .bancontact: PaymentMethodType(rawValue: "bancontact")
        case .ideal: PaymentMethodType(rawValue: "ideal")
        }
    }
}
