/// The access of a payment sheet to one customer's saved payment methods, which the app's own server creates.
public enum PaymentSheetCustomer: Sendable {
    /// A short-lived key that reads the customer through the payments API.
    case ephemeralKey(EphemeralKey)
    /// A customer session.
    case session(CustomerSession)
}
