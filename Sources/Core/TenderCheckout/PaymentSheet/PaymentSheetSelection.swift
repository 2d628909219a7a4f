import TenderFlow
import TenderModel

/// The payment method that the customer wants to pay with.
public enum PaymentSheetSelection: Hashable, Sendable {
    /// A saved payment method, by its id.
    case saved(String)
    /// A newly entered payment method.
    case new(NewPaymentMethod)
}
