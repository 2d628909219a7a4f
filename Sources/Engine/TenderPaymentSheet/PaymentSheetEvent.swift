public import TenderCheckout

/// What a payment sheet tells those who watch.
public struct PaymentSheetEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// What is shown has changed.
        case didChange(PaymentSheetState)
        /// Show the customer this page, and call `comeBack` when the app is opened again.
        case openURL(String)
        /// The sheet, or the confirmation without one, has ended.
        case didFinish(PaymentSheetResult)
    }

    /// The number of the event; a gap means that a slow reader lost some.
    public var sequence: UInt64
    /// What happened.
    public var kind: Kind
}
