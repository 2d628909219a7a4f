public import TenderFlow
import TenderModel

/// What a sheet's journal says: a payment before it leaves, and its end before anybody sees it.
extension PaymentSheetMachine {
    /// Returns the payment that a confirmation asks for, without card data; `nil` if no money moves.
    public func call(_ confirmation: PaymentSheetConfirmation) -> MoneyCall? {
        guard case .payment(let intent)? = state.intent else { return nil }
        let field =
            switch confirmation.method {
            case .saved(let method): MoneyCall.Field("payment_method", method.id)
            case .new(let method, _): MoneyCall.Field("payment_method_data[type]", method.type.rawValue)
            }
        return MoneyCall(.checkoutPayment, subject: intent.id, amount: intent.amount, fields: [field])
    }

    /// Returns what an event proves about the last confirmation, to be recorded before the event is handled; `nil` for
    /// nothing.
    public func end(after event: Event) -> RequestEnd? {
        var next = self
        _ = next.handle(event)
        guard case .payment(let intent)? = next.state.intent else { return nil }
        let isOpen = next.state.intent?.stage == .open
        return switch next.state.phase {
        case .completed:
            // A delayed payment method is accepted, and decided in days.
            RequestEnd(next.state.intent?.stage == .done ? .succeeded : .unknown, object: intent.id)
        case .actionRequired: RequestEnd(.unknown, object: intent.id)
        case .failed(.intentCanceled), .failed(.notConfirmed): RequestEnd(.notExecuted)
        case .ready:
            switch next.state.notice {
            case .declined, .notConfirmed: RequestEnd(.notExecuted)
            case .notAuthenticated: isOpen ? RequestEnd(.notExecuted) : nil
            case nil: nil
            }
        case .failed, .idle, .loading, .confirming, .asking, .unknown: nil
        }
    }
}
