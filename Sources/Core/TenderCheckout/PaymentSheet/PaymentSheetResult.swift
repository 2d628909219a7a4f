public import TenderFlow

/// How a payment sheet ended: the three results of the field's sheets.
public enum PaymentSheetResult: Hashable, Sendable {
    /// It is paid, held, kept, or on its way with a delayed payment method (then the intent is `processing`).
    case completed
    /// The customer closed the sheet while nothing was under way.
    case canceled
    /// The sheet cannot go on.
    case failed(PaymentSheetError)
}

/// What a payment sheet cannot go on from.
public enum PaymentSheetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The intent or the customer could not be loaded.
    case notLoaded(GatewayError)
    /// Nothing that the intent takes can be offered here.
    case noPaymentMethods
    /// The intent was given up.
    case intentCanceled
    /// The card or the bank refused, where no sheet is open to choose another payment method.
    case declined(GatewayError)
    /// The gateway refuses to confirm for this app, or the request could not be sent where no sheet is open.
    case notConfirmed(GatewayError)
    /// The customer did not authenticate, where no sheet is open to choose another payment method.
    case notAuthenticated
    /// **Nobody knows** whether it was paid: read the intent, or wait for the webhook, before anything else is paid.
    case outcomeUnknown(GatewayError?)

    /// A sentence for people.
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
