import TenderFlow
import TenderModel

extension PaymentSheetMachine {
    /// Starts loading; a loaded sheet that was closed is loaded again, since the server may have changed the intent.
    mutating func beginLoading() -> [Action] {
        switch state.phase {
        case .idle, .failed(.notLoaded): break
        case .ready where state.surface == .none: break
        case .loading: return []
        case .ready: return [.refuse(.alreadyOpen)]
        case .confirming, .actionRequired, .asking, .unknown, .completed, .failed: return [.refuse(lock ?? .ended)]
        }
        let number = nextNumber()
        load = number
        state.phase = .loading
        return [.load(number)]
    }

    mutating func take(_ content: PaymentSheetContent, _ number: Int) -> [Action] {
        guard load == number else { return [] }
        load = nil
        know(content.intent)
        state.newMethods = PaymentSheetMethodKind.offered(for: content.intent, configuration)
        state.savedMethods = content.savedMethods.filter { method in
            PaymentSheetMethodKind(method.type).map { state.newMethods.contains($0) } ?? false
        }
        if !isOffered(state.selection) {
            state.selection = state.savedMethods.first.map { .saved($0.id) }
            state.paymentOption = option
        }
        switch content.intent.stage {
        case .done: state.phase = .completed
        case .canceled: state.phase = .failed(.intentCanceled)
        // The screen opens with a query.
        case .processing, .unclear: state.phase = .ready
        case .open, .actionRequired: state.phase = state.newMethods.isEmpty ? .failed(.noPaymentMethods) : .ready
        }
        return []
    }

    mutating func failLoading(_ error: GatewayError, _ number: Int) -> [Action] {
        guard load == number else { return [] }
        load = nil
        state.phase = .failed(.notLoaded(error))
        return []
    }

    /// Presents the sheet; a finished intent ends it at once, and one in progress is queried first.
    mutating func present(_ surface: PaymentSheetState.Surface) -> [Action] {
        guard surface != .none else { return [.refuse(.notOpen)] }
        guard state.surface == .none else { return [.refuse(.alreadyOpen)] }
        switch state.phase {
        case .idle, .loading: return [.refuse(.notLoaded)]
        case .completed: return surface == .sheet ? [.finish(.completed)] : [.refuse(.ended)]
        case .failed(let error): return surface == .sheet ? [.finish(.failed(error))] : [.refuse(.ended)]
        case .confirming, .actionRequired, .asking, .unknown: return [.refuse(lock ?? .underWay)]
        case .ready: break
        }
        state.surface = surface
        state.notice = nil
        choice = surface == .options ? Choice(state) : nil
        guard let intent = state.intent, surface == .sheet else { return [] }
        return isUnderWay(intent) ? takeUnderWay(intent) : []
    }

    /// Returns whether an intent was already in progress when it was loaded.
    func isUnderWay(_ intent: PaymentSheetIntent) -> Bool { intent.stage == .processing || intent.stage == .unclear }

    mutating func takeUnderWay(_ intent: PaymentSheetIntent) -> [Action] {
        let kind = intent.paymentMethod.flatMap { PaymentSheetMethodKind($0.type) }
        if intent.stage == .processing, kind?.isDelayed == true { return complete() }
        return ask(Doubt(origin: .confirmation, number: 0, before: intent))
    }

    mutating func select(_ selection: PaymentSheetSelection) -> [Action] {
        guard isOffered(selection) else { return [.refuse(lock ?? .methodNotOffered)] }
        return edit { $0.selection = selection }
    }

    /// Changes what the customer chooses and fills in while the sheet is open.
    mutating func edit(_ change: (inout PaymentSheetState) -> Void) -> [Action] {
        if let lock { return [.refuse(lock)] }
        guard state.surface != .none else { return [.refuse(.notOpen)] }
        change(&state)
        return []
    }

    mutating func choose() -> [Action] {
        guard state.surface == .options else { return [.refuse(lock ?? .notOpen)] }
        if let refusal = refusalOfChoice { return [.refuse(refusal)] }
        state.surface = .none
        state.paymentOption = option
        return [.finishChoosing(state.paymentOption)]
    }

    /// The reason that the choice cannot be used to pay.
    var refusalOfChoice: PaymentSheetRefusal? {
        guard let selection = state.selection else { return .noPaymentMethod }
        guard isOffered(selection) else { return .methodNotOffered }
        guard case .new(let method) = selection else { return nil }
        let missing = configuration.billingDetailsCollection.missing(
            for: method.type, entered: state.billingDetails, defaults: configuration.defaultBillingDetails)
        return missing.isEmpty ? nil : .billingDetailsMissing(missing)
    }

    func isOffered(_ selection: PaymentSheetSelection?) -> Bool {
        switch selection {
        case nil: false
        case .saved(let id): state.savedMethods.contains { $0.id == id }
        case .new(let method): PaymentSheetMethodKind(method.type).map { state.newMethods.contains($0) } ?? false
        }
    }

    /// Returns the details that go with a newly entered payment method.
    func details(for method: NewPaymentMethod) -> BillingDetails? {
        configuration.billingDetailsCollection.details(
            for: method.type, entered: state.billingDetails, defaults: configuration.defaultBillingDetails)
    }

    private var option: PaymentOption? {
        switch state.selection {
        case .saved: state.selectedMethod.map { PaymentOption(saved: $0) }
        case .new(let method):
            PaymentSheetMethodKind(method.type).map { PaymentOption(new: $0, details(for: method)) }
        case nil: nil
        }
    }
}
