/// What lets a payment sheet see one customer's saved payment methods; the app's own server makes it.
public enum PaymentSheetCustomer: Sendable {
    /// A short-lived key that reads the customer at the payments API.
    case ephemeralKey(EphemeralKey)
    /// A customer session.
    case session(CustomerSession)
}
