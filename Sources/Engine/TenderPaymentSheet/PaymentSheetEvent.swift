public import TenderCheckout

/// An event that a payment sheet sends to its observers.
public struct PaymentSheetEvent: Hashable, Sendable {
    /// The kind of an event.
    public enum Kind: Hashable, Sendable {
        /// The visible state changed.
        case didChange(PaymentSheetState)
        /// Show the customer this page, and call `comeBack` when the app is opened again.
        case openURL(String)
        /// The sheet, or the confirmation without one, has ended.
        case didFinish(PaymentSheetResult)
    }

    /// The number of the event; a gap means that a slow reader lost some.
    public var sequence: UInt64
    /// The kind of event.
    public var kind: Kind
}
