public import TenderModel

/// The purpose of a payment sheet: a payment, or saving a payment method.
public enum PaymentSheetIntent: Hashable, Sendable {
    /// A payment.
    case payment(PaymentIntent)
    /// Saving a payment method; no money moves.
    case setup(SetupIntent)

    /// The progress, as far as a sheet needs to know it.
    public enum Stage: Hashable, Sendable, CaseIterable {
        /// It requires a payment method or a confirmation.
        case open
        /// The customer must do something first.
        case actionRequired
        /// It is confirmed, but its outcome comes later.
        case processing
        /// It is paid, held, or saved.
        case done
        /// It was canceled.
        case canceled
        /// The state means nothing to a sheet.
        case unclear
    }

    /// The progress.
    public var stage: Stage {
        switch self {
        case .payment(let intent):
            switch intent.status {
            case .requiresPaymentMethod, .requiresConfirmation: .open
            case .requiresAction: .actionRequired
            case .processing: .processing
            case .requiresCapture, .succeeded: .done
            case .canceled: .canceled
            case .requiresReauthorization, .unknown: .unclear
            }
        case .setup(let intent):
            switch intent.status {
            case .requiresPaymentMethod, .requiresConfirmation: .open
            case .requiresAction: .actionRequired
            case .processing: .processing
            case .succeeded: .done
            case .canceled: .canceled
            case .unknown: .unclear
            }
        }
    }

    /// The ID.
    public var id: String {
        switch self {
        case .payment(let intent): intent.id
        case .setup(let intent): intent.id
        }
    }

    /// The amount to pay; `nil` for a setup.
    public var amount: Amount? {
        if case .payment(let intent) = self { intent.amount } else { nil }
    }

    /// The types of payment method that it accepts.
    public var paymentMethodTypes: [PaymentMethodType] {
        switch self {
        case .payment(let intent): intent.paymentMethodTypes
        case .setup(let intent): intent.paymentMethodTypes
        }
    }

    /// The attached payment method, if the response contained it in full.
    public var paymentMethod: PaymentMethod? {
        switch self {
        case .payment(let intent): intent.paymentMethod?.value
        case .setup(let intent): intent.paymentMethod?.value
        }
    }

    /// What the customer must do first.
    public var nextAction: NextAction? {
        switch self {
        case .payment(let intent): intent.nextAction
        case .setup(let intent): intent.nextAction
        }
    }

    /// The last decline or error.
    public var lastError: APIError? {
        switch self {
        case .payment(let intent): intent.lastPaymentError
        case .setup(let intent): intent.lastSetupError
        }
    }

    /// Whether the payment method is saved, whatever the customer chooses.
    public var keepsMethod: Bool {
        switch self {
        case .payment(let intent): intent.setupFutureUsage != nil
        case .setup: true
        }
    }
}
