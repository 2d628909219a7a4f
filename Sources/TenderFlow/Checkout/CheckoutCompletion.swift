public import TenderModel

/// How the app's payment ended.
public enum CheckoutCompletion: Hashable, Sendable {
    /// It is paid, or held until it is captured; the intent, when the app has it.
    case success(PaymentIntent?)
    /// It is proved that nothing was charged.
    case failure(GatewayError)
    /// The customer gave up, and nothing was charged.
    case userCancellation
    /// The customer must do something first, which the intent's `nextAction` names; it may still be paid.
    case requiresAction(PaymentIntent)
    /// Nobody can say whether it was charged.
    case unknown(GatewayError?)

    /// Reads what an error says: a failure only when it proves that nothing was charged.
    public init(_ error: GatewayError) {
        self = error.provesNoCharge ? .failure(error) : .unknown(error)
    }

    /// The same, but an alleged failure of `payment` whose error proves nothing is unknown.
    ///
    /// A repetition that could not be made says nothing about the request before it; only a decline does, since it is
    /// the answer to the key.
    public func proved(for payment: PaymentResult) -> CheckoutCompletion {
        guard case .failure(let error) = self else { return self }
        guard payment.isRepetition else { return CheckoutCompletion(error) }
        if case .declined = GatewayReply(error) { return self }
        return .unknown(error)
    }
}

extension GatewayError {
    /// Whether it proves that a request to charge a saved payment method charged nothing, if it was sent once.
    public var provesNoCharge: Bool {
        switch GatewayReply(self) {
        case .notSent, .declined: true
        case .refused(let refusal, _):
            switch refusal {
            case .notFound, .rateLimited, .unauthorized, .invalid, .notConnected: true
            case .unexpectedState, .keyInUse, .keyMismatch: false
            }
        case .intent, .refund, .noRefund, .serverError, .noAnswer: false
        }
    }
}

extension CheckoutCompletion {
    /// Reads how a payment stands that was confirmed with a saved payment method.
    ///
    /// - Parameter isReplay: whether it was found, and may have ended long ago.
    public init(_ intent: PaymentIntent, isReplay: Bool = false) {
        self =
            switch intent.status {
            case .succeeded, .requiresCapture: .success(intent)
            case .requiresAction: .requiresAction(intent)
            case .requiresPaymentMethod where intent.lastPaymentError != nil:
                .failure(.notPaid(intent, .declinedByIssuer, isReplay))
            case .canceled: .failure(.notPaid(intent, .canceled, isReplay))
            // Without a decline the request is perhaps still being executed.
            case .requiresPaymentMethod, .requiresConfirmation, .processing, .requiresReauthorization, .unknown:
                .unknown(nil)
            }
    }
}

extension GatewayError {
    /// The error of an intent whose state says that nothing was charged.
    fileprivate static func notPaid(
        _ intent: PaymentIntent, _ code: TenderError.Code, _ isReplay: Bool
    ) -> GatewayError {
        let reason = intent.lastPaymentError?.message
        return GatewayError(
            code, fate: .answered(status: 402),
            message: reason ?? "the payment \(intent.id) is \(intent.status): nothing was charged",
            apiError: intent.lastPaymentError, intent: intent, isReplay: isReplay)
    }
}
