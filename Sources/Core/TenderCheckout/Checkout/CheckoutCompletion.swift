public import TenderFlow
public import TenderModel

/// The result of the app's payment.
public enum CheckoutCompletion: Hashable, Sendable {
    /// It is paid, or held until it is captured; with the intent, if the app has it.
    case success(PaymentIntent?)
    /// The order was already paid, or is held, by an intent that existed before this payment was requested.
    case alreadyPaid(PaymentIntent)
    /// It is proved that nothing was charged.
    case failure(GatewayError)
    /// The customer gave up, and nothing was charged.
    case userCancellation
    /// The customer must first do what the intent's `nextAction` names; it may still be paid.
    case requiresAction(PaymentIntent)
    /// It is unknown whether it was charged.
    case unknown(GatewayError?)

    /// Interprets an error: a failure only if it proves that nothing was charged; the intent in it is authoritative.
    public init(_ error: GatewayError) {
        guard !error.provesNoCharge else {
            self = .failure(error)
            return
        }
        self = .unknown(error)
        guard let intent = error.intent, case .answered(400...499) = error.fate else { return }
        let told = CheckoutCompletion(intent, isReplay: error.isReplay)
        if case .unknown = told { return }
        self = told
    }

    /// Returns what is proved for `payment`; anything that proves nothing, or is about something else, is unknown.
    ///
    /// A repetition that could not be made says nothing about the request before it; only a decline does, because it is
    /// the answer to the key.
    public func proved(for payment: PaymentResult) -> CheckoutCompletion {
        switch self {
        case .success(let intent?): return Self.paid(intent, for: payment, isReplay: false)
        // The result of a repeated request is its own answer, not an older one.
        case .alreadyPaid(let intent): return Self.paid(intent, for: payment, isReplay: !payment.isRepetition)
        case .requiresAction(let intent): return payment.mismatch(with: intent).map { .unknown($0) } ?? self
        case .failure(let error):
            // An older attempt under this key may have been for a different amount; it has ended all the same.
            if let intent = error.intent, !payment.isKey(of: intent), let mismatch = payment.mismatch(with: intent) {
                return .unknown(mismatch)
            }
            let told = CheckoutCompletion(error)
            guard case .failure = told, payment.isRepetition, !error.endsPayment else { return told }
            return .unknown(error)
        case .success(nil), .userCancellation, .unknown: return self
        }
    }

    /// Returns an alleged success, as far as its intent confirms it.
    private static func paid(
        _ intent: PaymentIntent, for payment: PaymentResult, isReplay: Bool
    ) -> CheckoutCompletion {
        if let mismatch = payment.mismatch(with: intent) { return .unknown(mismatch) }
        let told = CheckoutCompletion(intent, isReplay: isReplay)
        if case .failure(let error) = told { return .unknown(error) }
        return told
    }
}

extension GatewayError {
    /// Whether it proves that a request to charge a saved payment method, sent once, charged nothing.
    ///
    /// An intent that came with it must agree: the intent is authoritative, and the error is only a report about it.
    public var provesNoCharge: Bool {
        guard intent?.isUnpaid ?? true else { return false }
        // Whoever asks for it knows it: the gateway's not knowing it is no evidence.
        if case .answered(404) = fate { return false }
        return switch GatewayReply(self) {
        case .notSent, .declinedUnderKey: true
        // The intent identifies the payment.
        case .declined: intent != nil
        case .refused(let refusal, _):
            switch refusal {
            case .notFound, .rateLimited, .unauthorized, .invalid, .notConnected: true
            case .unexpectedState, .keyInUse, .keyMismatch: false
            }
        case .intent, .refund, .noRefund, .serverError, .noAnswer: false
        }
    }

    /// Whether it proves that the payment under its key ended unpaid, so that another one needs another key.
    ///
    /// A refused request does not: nothing was executed, and its key is still valid, unless the refusal is what the
    /// gateway has stored under it: then it is the only answer that the key will ever get.
    public var endsPayment: Bool {
        guard provesNoCharge else { return false }
        if GatewayReply(self).isDecline { return true }
        if isReplay, case .answered(400...499) = fate { return true }
        return false
    }
}

extension PaymentIntent {
    /// Whether nothing is held, captured or in progress.
    fileprivate var isUnpaid: Bool { status == .requiresPaymentMethod || status == .canceled }
}

extension CheckoutCompletion {
    /// Interprets the state of a payment that was confirmed with a saved payment method.
    ///
    /// - Parameter isReplay: Whether it was found by a search, and may have ended long ago.
    public init(_ intent: PaymentIntent, isReplay: Bool = false) {
        self =
            switch intent.status {
            case .succeeded, .requiresCapture: isReplay ? .alreadyPaid(intent) : .success(intent)
            case .requiresAction: .requiresAction(intent)
            case .requiresPaymentMethod where intent.lastPaymentError != nil:
                .failure(.notPaid(intent, .declinedByIssuer, isReplay))
            case .canceled: .failure(.notPaid(intent, .canceled, isReplay))
            // Without a decline, the request may still be executing.
            case .requiresPaymentMethod, .requiresConfirmation, .processing, .requiresReauthorization, .unknown:
                .unknown(.undecided(intent, isReplay))
            }
    }
}

extension GatewayError {
    /// Returns the error for an intent that may still be paid.
    fileprivate static func undecided(_ intent: PaymentIntent, _ isReplay: Bool) -> GatewayError {
        GatewayError(
            .unexpectedState, fate: .unknown,
            message: "the payment \(intent.id) is \(intent.status): it may still be paid",
            intent: intent, isReplay: isReplay)
    }

    /// Returns the error for an intent whose state shows that nothing was charged.
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
