import TenderModel

/// The meaning of one reply, measured against the terms (money rule 9).
enum ReplyMeaning: Hashable {
    /// The current intent, with the requested ID and amount.
    ///
    /// It may have come with a refusal of the request rather than with its success.
    case state(IntentFacts, wasRefused: Bool)
    /// The current refund.
    case refund(RefundFacts)
    /// There is no refund under the key; others have given back this much, in minor units.
    case noRefund(others: Int64)
    /// The card was declined; with the resulting intent, if reported, and whether the answer certainly belongs to this
    /// request.
    case declined(Decline, IntentFacts?, isOwn: Bool)
    /// This request was not executed.
    case notExecuted(GatewayReply.Refusal)
    /// This request was not executed now, but may be tried again.
    case tryAgain(GatewayReply.Refusal)
    /// The fate of this request is unknown; a stored answer would only be repeated.
    case lost(stored: Bool)
    /// Another request used the key: only the intent can tell.
    case keyMismatch
    /// The gateway claims not to know our own intent, which proves nothing (money rule 10).
    case missing
    /// A different intent or amount from the requested one.
    case mismatch

    init(_ reply: GatewayReply, terms: PaymentTerms, askedTotal: Int64? = nil) {
        switch reply {
        case .intent(let facts): self = Self.measured(facts, terms, askedTotal, wasRefused: false)
        case .refund(let refund): self = .refund(refund)
        case .noRefund(let others): self = .noRefund(others: others)
        case .declined(let decline, let facts):
            self = Self.declined(decline, facts, isOwn: false, terms, askedTotal)
        case .declinedUnderKey(let decline, let facts):
            self = Self.declined(decline, facts, isOwn: true, terms, askedTotal)
        case .refused(.unexpectedState, let facts?):
            self = Self.measured(facts, terms, askedTotal, wasRefused: true)
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
        _ decline: Decline, _ facts: IntentFacts?, isOwn: Bool, _ terms: PaymentTerms, _ askedTotal: Int64?
    ) -> ReplyMeaning {
        if let facts, measured(facts, terms, askedTotal, wasRefused: true) == .mismatch { return .mismatch }
        return .declined(decline, facts, isOwn: isOwn)
    }

    private static func measured(
        _ facts: IntentFacts, _ terms: PaymentTerms, _ askedTotal: Int64?, wasRefused: Bool
    ) -> ReplyMeaning {
        guard facts.id == terms.intentID, facts.amount.currency == terms.amount.currency else { return .mismatch }
        // Whatever its amount became by an edit that arrived late: nobody is charged it.
        if facts.status == .canceled, facts.received ?? 0 == 0 { return .state(facts, wasRefused: wasRefused) }
        let amount = facts.amount.minorUnits
        let fits = amount == askedTotal || terms.asks(amount, of: facts) || terms.acceptsPart(facts)
        guard terms.agrees(with: facts) else { return .mismatch }
        return fits ? .state(facts, wasRefused: wasRefused) : .mismatch
    }

    /// Returns how a confirmation ended, if this reply to the confirmation shows it.
    ///
    /// - Parameter isNewCharge: Returns whether a charge did not exist before this attempt: without the key in the
    ///   answer, only such a charge proves that the decline belongs to this attempt.
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

    /// The reason that the request was not executed, for a meaning that says so.
    var refusal: GatewayReply.Refusal {
        switch self {
        case .notExecuted(let refusal), .tryAgain(let refusal): refusal
        case .state, .refund, .noRefund, .declined, .lost, .keyMismatch, .missing, .mismatch: .unexpectedState
        }
    }
}

extension IntentFacts {
    /// Whether all of the amount is approved and held or captured; anything else needs a person's attention.
    var isApproved: Bool {
        switch status {
        case .requiresCapture: (capturable ?? amount.minorUnits) == amount.minorUnits
        case .succeeded: (received ?? amount.minorUnits) == amount.minorUnits
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .canceled,
            .requiresReauthorization, .unknown:
            false
        }
    }

    /// Whether less than the amount was captured.
    fileprivate var isCapturedInPart: Bool { status == .succeeded && received.map { $0 < amount.minorUnits } ?? false }

    /// Whether a card can be attached and confirmed.
    var takesCard: Bool {
        switch status {
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction: true
        case .processing, .requiresCapture, .succeeded, .canceled, .requiresReauthorization, .unknown: false
        }
    }
}

extension PaymentTerms {
    /// Returns whether the card was charged in the currency, and with the converted amount, that its customer chose, as
    /// far as the answer says it.
    ///
    /// Of a hold that was captured in part, the gateway converts the part: only its currency was chosen.
    fileprivate func agrees(with facts: IntentFacts) -> Bool {
        guard facts.status.holdsMoney, let charged = facts.conversion else { return true }
        if case (.accepted(let part), .accepted(let whole)?) = (charged, conversion), facts.isCapturedInPart {
            return part.currency == whole.currency
        }
        return charged == conversion ?? .declined
    }

    /// Returns whether a total is one that an answer with these facts may report.
    fileprivate func asks(_ total: Int64, of facts: IntentFacts) -> Bool {
        guard facts.status.holdsMoney else {
            // Nothing is charged yet, or no longer: the gateway may not have heard of the additions, or know those of
            // an earlier collection.
            return total == authorized || asks(total, tips: (0, facts.tip), surcharges: (0, facts.surcharge))
        }
        if let authorized { return total == authorized }
        // The amount decides: a gateway need not name the part that is a tip or a surcharge.
        return asks(
            total, tips: Self.choices(tip, facts.tip, upTo: maximumTip),
            surcharges: Self.choices(surcharge, facts.surcharge, upTo: maximumSurcharge))
    }

    private func asks(_ total: Int64, tips: (Int64, Int64), surcharges: (Int64, Int64)) -> Bool {
        total == self.total(withTip: tips.0, surcharge: surcharges.0)
            || total == self.total(withTip: tips.1, surcharge: surcharges.0)
            || total == self.total(withTip: tips.0, surcharge: surcharges.1)
            || total == self.total(withTip: tips.1, surcharge: surcharges.1)
    }

    /// Returns what an addition may be: the chosen one; otherwise none, or the reported one within the limit.
    private static func choices(_ chosen: Int64?, _ reported: Int64, upTo limit: Int64) -> (Int64, Int64) {
        if let chosen { return (chosen, chosen) }
        return (0, (0...max(0, limit)).contains(reported) ? reported : 0)
    }

    /// Returns whether a part was approved of what was asked, and may be.
    fileprivate func acceptsPart(_ facts: IntentFacts) -> Bool {
        guard acceptsPartial, authorized == nil, facts.isPartial, let requested = facts.requested else { return false }
        return asks(requested, of: facts)
    }
}
