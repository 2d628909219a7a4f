public import TenderModel

/// What a payment sheet loads before it is shown.
public struct PaymentSheetContent: Hashable, Sendable {
    /// What it is about.
    public var intent: PaymentSheetIntent
    /// The customer's saved payment methods, newest first.
    public var savedMethods: [PaymentMethod]

    /// Puts it together.
    public init(intent: PaymentSheetIntent, savedMethods: [PaymentMethod] = []) {
        self.intent = intent
        self.savedMethods = savedMethods
    }
}
