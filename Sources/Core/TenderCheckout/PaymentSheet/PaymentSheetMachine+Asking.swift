import TenderFlow
import TenderModel

extension PaymentSheetMachine {
    /// Queries at once, then doubles the pause after each query without an answer, until a person must decide how to
    /// continue.
    mutating func ask(_ doubt: Doubt) -> [Action] {
        var doubt = doubt
        guard doubt.asks < max(configuration.maximumAsks, 1) else {
            self.doubt = doubt
            state.phase = .unknown(doubt.error)
            return []
        }
        let pause: Duration = doubt.asks == 0 ? .zero : .milliseconds(500 << min(doubt.asks - 1, 4))
        doubt.asks += 1
        doubt.number = nextNumber()
        self.doubt = doubt
        state.phase = .asking
        return [.ask(after: pause, doubt.number)]
    }

    mutating func askAgain() -> [Action] {
        guard case .unknown = state.phase, var doubt else { return [.refuse(.nothingToAsk)] }
        doubt.asks = 0
        return ask(doubt)
    }

    /// Stops waiting for the outcome; this is no cancellation, since it may be paid.
    mutating func leave() -> [Action] {
        guard case .unknown(let error) = state.phase else { return [.refuse(lock ?? .nothingToAsk)] }
        return fail(.outcomeUnknown(error))
    }

    /// Closes the sheet; a customer who was at the bank's page is not assumed to have paid nothing until the intent was
    /// read.
    mutating func dismiss() -> [Action] {
        if let lock { return [.refuse(lock)] }
        switch state.surface {
        case .none: return [.refuse(.notOpen)]
        case .options:
            state.surface = .none
            if let choice { choice.restore(to: &state) }
            return [.finishChoosing(state.paymentOption)]
        case .sheet:
            guard let intent = state.intent, intent.stage == .actionRequired else { return close() }
            return ask(Doubt(origin: .closing, number: 0, before: intent))
        }
    }

    private mutating func close() -> [Action] { end(.ready, .canceled) }

    mutating func takeRead(_ intent: PaymentSheetIntent, _ number: Int) -> [Action] {
        guard state.phase == .asking, let doubt, doubt.number == number else { return [] }
        know(intent)
        switch intent.stage {
        case .done: return complete()
        case .processing where doubt.isDelayed: return complete()
        case .canceled: return fail(.intentCanceled)
        case .processing, .unclear: return ask(doubt)
        case .actionRequired, .open: return takeUnpaid(intent, doubt)
        }
    }

    /// Handles an unpaid intent, which proves different things for different questions: after a confirmation without an
    /// answer, only a new refusal or a new step proves anything, since the request may still arrive.
    private mutating func takeUnpaid(_ intent: PaymentSheetIntent, _ doubt: Doubt) -> [Action] {
        switch (doubt.origin, intent.stage) {
        case (.closing, _): return close()
        case (.action, .actionRequired): return goOn(.notAuthenticated)
        case (.action, _):
            return goOn(intent.lastError == nil ? .notAuthenticated : .declined(.declined(intent)))
        case (.confirmation, .actionRequired) where intent.nextAction != doubt.before?.nextAction:
            state.phase = .actionRequired(intent.nextAction)
            return intent.nextAction?.redirectURL.map { [.open($0)] } ?? []
        case (.confirmation, .open) where isRefused(intent, doubt): return goOn(.declined(.declined(intent)))
        case (.confirmation, _): return ask(doubt)
        }
    }

    mutating func failReading(_ error: GatewayError, _ number: Int) -> [Action] {
        guard state.phase == .asking, var doubt, doubt.number == number else { return [] }
        doubt.error = error
        return ask(doubt)
    }
}
