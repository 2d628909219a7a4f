import TenderFlow
import TenderModel

extension PaymentSheetMachine {
    mutating func confirm(on surface: PaymentSheetState.Surface) -> [Action] {
        guard surface == state.surface else { return [.refuse(state.surface == .none ? .notOpen : .alreadyOpen)] }
        switch state.phase {
        case .completed where surface == .none: return [.finish(.completed)]
        case .failed(let error) where surface == .none: return [.finish(.failed(error))]
        default: break
        }
        if let lock { return [.refuse(lock)] }
        guard surface != .options else { return [.refuse(.underWay)] }
        if let intent = state.intent, isUnderWay(intent) { return takeUnderWay(intent) }
        if let refusal = refusalOfChoice { return [.refuse(refusal)] }
        guard let method else { return [.refuse(.noPaymentMethod)] }
        attempt += 1
        let number = nextNumber()
        let isDelayed = PaymentSheetMethodKind(method.type)?.isDelayed ?? false
        doubt = Doubt(
            origin: .confirmation, number: number, before: state.intent,
            knowsBefore: isIntentCurrent && state.intent?.stage != .actionRequired,
            isDelayed: isDelayed)
        state.phase = .confirming
        state.notice = nil
        let confirmation = PaymentSheetConfirmation(
            key: IdempotencyKey(base: base, attempt: attempt, verb: "confirm"), method: method,
            returnURL: configuration.returnURL,
            setupFutureUsage: state.offersSaving && state.savesMethod ? .offSession : nil)
        return [.confirm(confirmation, number)]
    }

    private var method: PaymentSheetConfirmation.Method? {
        switch state.selection {
        case .saved: state.selectedMethod.map { .saved($0) }
        case .new(let method): .new(method, details(for: method))
        case nil: nil
        }
    }

    mutating func takeConfirmed(_ intent: PaymentSheetIntent, _ number: Int) -> [Action] {
        guard state.phase == .confirming, let doubt, doubt.number == number else { return [] }
        know(intent)
        switch intent.stage {
        case .done: return complete()
        case .processing where doubt.isDelayed: return complete()
        case .actionRequired: return begin(intent)
        case .canceled: return fail(.intentCanceled)
        case .open where isRefused(intent, doubt): return goOn(.declined(.declined(intent)))
        case .open, .processing, .unclear: return ask(doubt)
        }
    }

    /// Handles a failed confirmation: only proof that nothing was charged lets the customer try again; everything else
    /// is queried.
    mutating func failConfirmation(_ error: GatewayError, _ number: Int) -> [Action] {
        guard state.phase == .confirming, var doubt, doubt.number == number else { return [] }
        doubt.error = error
        guard error.provesNoCharge else { return ask(doubt) }
        isIntentCurrent = false
        if let told = error.intent, case .payment(let known)? = state.intent, told.id == known.id {
            know(.payment(told))
            if told.status == .canceled { return fail(.intentCanceled) }
        }
        let reply = GatewayReply(error)
        if reply.isDecline { return goOn(.declined(error)) }
        // The previous request sent the customer to their bank, where they may have paid since.
        guard state.intent?.stage != .actionRequired else {
            return ask(Doubt(origin: .action, number: 0, before: state.intent, error: error))
        }
        switch reply {
        case .refused(.unauthorized, _), .refused(.notFound, _): return fail(.notConfirmed(error))
        case .intent, .refund, .noRefund, .declined, .declinedUnderKey, .refused, .serverError, .noAnswer, .notSent:
            return goOn(.notConfirmed(error))
        }
    }

    private mutating func begin(_ intent: PaymentSheetIntent) -> [Action] {
        state.phase = .actionRequired(intent.nextAction)
        return intent.nextAction?.redirectURL.map { [.open($0)] } ?? []
    }

    /// Handles the customer's return; what the address says about the outcome counts for nothing: the intent is read.
    mutating func comeBack(_ url: String?) -> [Action] {
        guard case .actionRequired = state.phase, let before = doubt else { return [.refuse(.notReturning)] }
        if let url, !configuration.isReturn(url) { return [.refuse(.notReturning)] }
        return ask(
            Doubt(origin: .action, number: 0, before: state.intent, isDelayed: before.isDelayed))
    }

    /// Returns whether an open intent shows the refusal of what is queried, and not an earlier one.
    func isRefused(_ intent: PaymentSheetIntent, _ doubt: Doubt) -> Bool {
        intent.lastError != nil && doubt.knowsBefore && intent.lastError != doubt.before?.lastError
    }

    /// Lets the customer try again: in the sheet, which stays open, or with another call where there is none.
    mutating func goOn(_ notice: PaymentSheetState.Notice) -> [Action] {
        doubt = nil
        state.phase = .ready
        state.notice = notice
        guard state.surface == .none else { return [] }
        return [.finish(.failed(PaymentSheetError(notice)))]
    }

    mutating func complete() -> [Action] { end(.completed, .completed) }

    mutating func fail(_ error: PaymentSheetError) -> [Action] { end(.failed(error), .failed(error)) }

    mutating func end(_ phase: PaymentSheetState.Phase, _ result: PaymentSheetResult) -> [Action] {
        doubt = nil
        state.phase = phase
        state.surface = .none
        state.notice = nil
        return [.finish(result)]
    }
}

extension PaymentSheetError {
    fileprivate init(_ notice: PaymentSheetState.Notice) {
        switch notice {
        case .declined(let error): self = .declined(error)
        case .notConfirmed(let error): self = .notConfirmed(error)
        case .notAuthenticated: self = .notAuthenticated
        }
    }
}

extension GatewayError {
    /// Returns the refusal that an intent shows.
    static func declined(_ intent: PaymentSheetIntent) -> GatewayError {
        let reason = intent.lastError
        var error = GatewayError(
            .declinedByIssuer, fate: .answered(status: 402),
            message: reason?.message ?? "the payment method was refused", apiError: reason)
        if case .payment(let payment) = intent { error.intent = payment }
        return error
    }
}
