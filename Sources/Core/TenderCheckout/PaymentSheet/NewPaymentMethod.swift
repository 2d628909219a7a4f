public import TenderModel

/// A payment method that the customer enters in a payment sheet.
public enum NewPaymentMethod: Hashable, Sendable {
    /// A card as a token; card numbers are turned into one elsewhere.
    case card(token: String)
    /// A SEPA debit of a bank account.
    case sepaDebit(iban: String)
    /// Bancontact, through a page of the customer's bank.
    case bancontact
    /// iDEAL, through a page of the customer's bank; if the bank is `nil`, the page asks for it.
    case ideal(bank: String?)

    /// The type.
    public var type: PaymentMethodType {
        switch self {
        case .card: .card
        case .sepaDebit: PaymentMethodType(rawValue: "sepa_debit")
        case .bancontact: PaymentMethodType(rawValue: "bancontact")
        case .ideal: PaymentMethodType(rawValue: "ideal")
        }
    }
}
