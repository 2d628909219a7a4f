public import TenderModel

/// What a payment sheet loads before it is shown.
public struct PaymentSheetContent: Hashable, Sendable {
    /// The payment or setup.
    public var intent: PaymentSheetIntent
    /// The customer's saved payment methods, newest first.
    public var savedMethods: [PaymentMethod]

    /// Creates the content.
    public init(intent: PaymentSheetIntent, savedMethods: [PaymentMethod] = []) {
        self.intent = intent
        self.savedMethods = savedMethods
    }
}
