import TenderModel

/// What one reply means, measured against the terms (money rule 9).
enum Finding: Hashable {
    /// The intent as it is, with the amount and the id that were asked for.
    ///
    /// It may have come with a refusal of the request instead of with its success.
    case state(IntentFacts, wasRefused: Bool)
    /// The refund as it is.
    case refund(RefundFacts)
    /// There is no refund under the key.
    case noRefund
    /// The card was refused; the intent after it, when told, and whether the answer is surely this request's.
    case declined(Decline, IntentFacts?, isOwn: Bool)
    /// This request was not executed.
    case notExecuted(GatewayReply.Refusal)
    /// This request was not executed now, and may be tried again.
    case tryAgain(GatewayReply.Refusal)
    /// The fate of this request is not known; a stored answer would only be repeated.
    case lost(stored: Bool)
    /// Another request used the key: only the intent can tell.
    case keyMismatch
    /// The gateway says that it does not know our own intent, which proves nothing (money rule 10).
    case missing
    /// Another intent or another amount than was asked for.
    case mismatch

    init(_ reply: GatewayReply, terms: PaymentTerms, captureAmount: Int64? = nil) {
        switch reply {
        case .intent(let facts): self = Self.measured(facts, terms, captureAmount, wasRefused: false)
        case .refund(let refund): self = .refund(refund)
        case .noRefund: self = .noRefund
        case .declined(let decline, let facts):
            self = Self.declined(decline, facts, isOwn: false, terms, captureAmount)
        case .declinedUnderKey(let decline, let facts):
            self = Self.declined(decline, facts, isOwn: true, terms, captureAmount)
        case .refused(.unexpectedState, let facts?):
            self = Self.measured(facts, terms, captureAmount, wasRefused: true)
        case .refused(.unexpectedState, nil), .refused(.keyMismatch, _): self = .keyMismatch
        case .refused(.notFound, _): self = .missing
        case .refused(.keyInUse, _): self = .tryAgain(.keyInUse)
        case .refused(.rateLimited, _): self = .tryAgain(.rateLimited)
        case .refused(let refusal, _): self = .notExecuted(refusal)
        case .serverError(let stored): self = .lost(stored: stored)
        case .noAnswer: self = .lost(stored: false)
        case .notSent: self = .tryAgain(.notConnected)
        }
    }

    private static func declined(
        _ decline: Decline, _ facts: IntentFacts?, isOwn: Bool, _ terms: PaymentTerms, _ captureAmount: Int64?
    ) -> Finding {
        if let facts, measured(facts, terms, captureAmount, wasRefused: true) == .mismatch { return .mismatch }
        return .declined(decline, facts, isOwn: isOwn)
    }

    private static func measured(
        _ facts: IntentFacts, _ terms: PaymentTerms, _ captureAmount: Int64?, wasRefused: Bool
    ) -> Finding {
        guard facts.id == terms.intentID, facts.amount.currency == terms.amount.currency else { return .mismatch }
        let asked = [terms.amount.minorUnits, captureAmount, withTip(facts.tip, terms)]
        return asked.contains(facts.amount.minorUnits) ? .state(facts, wasRefused: wasRefused) : .mismatch
    }

    /// What may be charged with a tip that the customer added, if it is permitted.
    private static func withTip(_ tip: Int64, _ terms: PaymentTerms) -> Int64? {
        guard tip >= 0, tip <= terms.maximumTip else { return nil }
        let sum = terms.amount.minorUnits.addingReportingOverflow(tip)
        return sum.overflow ? nil : sum.partialValue
    }

    /// How a confirmation ended, if this reply to the confirmation says so.
    ///
    /// - Parameter isNewCharge: whether a charge was not there before this attempt: without the key in the answer only
    ///   such a one proves that the decline is this attempt's.
    func conclusionOfConfirm(isNewCharge: (String) -> Bool) -> Conclusion? {
        switch self {
        case .state(let facts, _) where facts.isApproved: .approved(facts)
        case .state(let facts, _) where facts.status == .canceled: .canceled(by: .gateway)
        case .declined(let decline, let facts, let isOwn)
        where facts?.takesCard != false && (isOwn || facts?.charge.map(isNewCharge) == true):
            .declined(decline, charge: facts?.charge)
        case .state, .refund, .noRefund, .declined, .notExecuted, .tryAgain, .lost, .keyMismatch, .missing, .mismatch:
            nil
        }
    }

    /// Why the request was not executed, for a finding that says so.
    var refusal: GatewayReply.Refusal {
        switch self {
        case .notExecuted(let refusal), .tryAgain(let refusal): refusal
        case .state, .refund, .noRefund, .declined, .lost, .keyMismatch, .missing, .mismatch: .unexpectedState
        }
    }
}

extension IntentFacts {
    /// Approved with all of the amount held or captured; anything else is for a person to look at.
    var isApproved: Bool {
        switch status {
        case .requiresCapture: (capturable ?? amount.minorUnits) == amount.minorUnits
        case .succeeded: (received ?? amount.minorUnits) == amount.minorUnits
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .canceled,
            .requiresReauthorization, .unknown:
            false
        }
    }

    /// Whether a card can be attached and confirmed.
    var takesCard: Bool {
        switch status {
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction: true
        case .processing, .requiresCapture, .succeeded, .canceled, .requiresReauthorization, .unknown: false
        }
    }
}
