public import TenderModel

/// What a payment sheet is about: a payment, or the keeping of a payment method.
public enum PaymentSheetIntent: Hashable, Sendable {
    /// A payment.
    case payment(PaymentIntent)
    /// The keeping of a payment method; no money moves.
    case setup(SetupIntent)

    /// How far it is, as far as a sheet must know.
    public enum Stage: Hashable, Sendable, CaseIterable {
        /// It wants a payment method or a confirmation.
        case open
        /// The customer must do something first.
        case actionRequired
        /// It is confirmed, and the outcome comes later.
        case processing
        /// It is paid, held, or kept.
        case done
        /// It was given up.
        case canceled
        /// Its state says nothing to a sheet.
        case unclear
    }

    /// How far it is.
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

    /// The id.
    public var id: String {
        switch self {
        case .payment(let intent): intent.id
        case .setup(let intent): intent.id
        }
    }

    /// What is to be paid; nil for a setup.
    public var amount: Amount? {
        if case .payment(let intent) = self { intent.amount } else { nil }
    }

    /// The kinds of payment method that it takes.
    public var paymentMethodTypes: [PaymentMethodType] {
        switch self {
        case .payment(let intent): intent.paymentMethodTypes
        case .setup(let intent): intent.paymentMethodTypes
        }
    }

    /// The attached payment method, when the answer told it in full.
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

    /// The last refusal.
    public var lastError: APIError? {
        switch self {
        case .payment(let intent): intent.lastPaymentError
        case .setup(let intent): intent.lastSetupError
        }
    }

    /// Whether the payment method is kept, whatever the customer chooses.
    public var keepsMethod: Bool {
        switch self {
        case .payment(let intent): intent.setupFutureUsage != nil
        case .setup: true
        }
    }
}
