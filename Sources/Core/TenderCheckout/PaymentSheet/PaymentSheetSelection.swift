import TenderFlow
import TenderModel

/// What the customer wants to pay with.
public enum PaymentSheetSelection: Hashable, Sendable {
    /// A saved payment method, by its id.
    case saved(String)
    /// One that was entered.
    case new(NewPaymentMethod)
}
