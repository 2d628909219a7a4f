public import TenderFlow

/// The end of a payment sheet: the three results that are usual for sheets.
public enum PaymentSheetResult: Hashable, Sendable {
    /// The payment is made, held, saved, or in progress with a delayed payment method (then the intent is
    /// `processing`).
    case completed
    /// The customer closed the sheet while nothing was in progress.
    case canceled
    /// The sheet cannot continue.
    case failed(PaymentSheetError)
}

/// The reason that a payment sheet cannot continue.
public enum PaymentSheetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The intent or the customer could not be loaded.
    case notLoaded(GatewayError)
    /// Nothing that the intent accepts can be offered here.
    case noPaymentMethods
    /// The intent was canceled.
    case intentCanceled
    /// The card or the bank refused, where no sheet is open to choose another payment method.
    case declined(GatewayError)
    /// The gateway refuses to confirm for this app, or the request could not be sent, where no sheet is open.
    case notConfirmed(GatewayError)
    /// The customer did not authenticate, where no sheet is open to choose another payment method.
    case notAuthenticated
    /// **The outcome is unknown**: read the intent, or wait for the webhook, before anything else is paid.
    case outcomeUnknown(GatewayError?)

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .notLoaded(let error): "the payment could not be loaded: \(error)"
        case .noPaymentMethods: "no payment method can be offered for this payment"
        case .intentCanceled: "the payment was canceled"
        case .declined(let error): "the payment was declined: \(error)"
        case .notConfirmed(let error): "the payment was not made: \(error)"
        case .notAuthenticated: "the payment was not authenticated"
        case .outcomeUnknown(let error):
            "nobody knows yet whether this was paid" + (error.map { ": \($0)" } ?? "")
        }
    }
}
