import TenderFlow
import TenderModel

/// A payment sheet as a pure state machine: what is offered, what is chosen, and one confirmation at a time.
///
/// What it can never do: confirm while a confirmation is in flight, while the customer is at their bank's page, or
/// while the outcome of the last one is unknown; report `completed` for an intent that the gateway did not report so;
/// report `canceled` while anything is in progress. After an unknown outcome it queries, and never confirms again until
/// an answer proves what happened. A refused event changes nothing.
public struct PaymentSheetMachine: Hashable, Sendable {
    /// The visible state.
    public internal(set) var state: PaymentSheetState

    let configuration: PaymentSheetConfiguration
    /// The prefix of the confirmations' keys.
    let base: String
    var lastNumber = 0
    /// The number of confirmations begun.
    var attempt = 0
    /// The number of the load in progress.
    var load: Int?
    var doubt: Doubt?
    /// Whether the intent was reported since the last request that may have changed it.
    var isIntentCurrent = true
    /// The choice at the time the sheet of options was opened.
    var choice: Choice?

    /// The choice that a customer who closes the sheet of options returns to.
    struct Choice: Hashable, Sendable {
        private let selection: PaymentSheetSelection?
        private let billingDetails: BillingDetails
        private let savesMethod: Bool

        init(_ state: PaymentSheetState) {
            (selection, billingDetails, savesMethod) = (state.selection, state.billingDetails, state.savesMethod)
        }

        func restore(to state: inout PaymentSheetState) {
            (state.selection, state.billingDetails, state.savesMethod) = (selection, billingDetails, savesMethod)
        }
    }

    /// A question to the gateway, and what was known before.
    struct Doubt: Hashable, Sendable {
        enum Origin: Hashable, Sendable {
            /// A confirmation, or a payment that was in progress when it was loaded.
            case confirmation
            /// The customer's return from their bank.
            case action
            /// The closing of the sheet by a customer who was at their bank.
            case closing
        }

        var origin: Origin
        /// The number of the awaited request.
        var number: Int
        /// The intent before the request.
        var before: PaymentSheetIntent?
        /// Whether `before` shows the last refusal possible before the request: without it, an older one, such as that
        /// of a bank whose page was left, could pass for the answer.
        var knowsBefore = true
        /// Whether the confirmed payment method may take days.
        var isDelayed = false
        var asks = 0
        var error: GatewayError?
    }

    /// Creates a sheet.
    ///
    /// - Parameters:
    ///   - configuration: The sheet's settings.
    ///   - hasCustomer: Whether there is a customer for whom payment methods are saved.
    ///   - base: The prefix of the confirmations' keys, which no other sheet shares.
    public init(_ configuration: PaymentSheetConfiguration, hasCustomer: Bool, base: String) {
        self.configuration = configuration
        self.base = base
        state = PaymentSheetState(configuration, hasCustomer: hasCustomer)
    }

    /// Handles one event and returns the actions that follow; a change of the visible state is reported before an end.
    public mutating func handle(_ event: Event) -> [Action] {
        let before = state
        var actions = react(to: event)
        refresh()
        guard state != before else { return actions }
        let place = actions.firstIndex { if case .finish = $0 { true } else { false } } ?? actions.endIndex
        actions.insert(.changed(state), at: place)
        return actions
    }

    private mutating func react(to event: Event) -> [Action] {
        switch event {
        case .load: beginLoading()
        case .present(let surface): present(surface)
        case .select(let selection): select(selection)
        case .enter(let details): edit { $0.billingDetails = details }
        case .setSavesMethod(let saves): edit { $0.savesMethod = saves }
        case .choose: choose()
        case .confirm(let surface): confirm(on: surface)
        case .returned(let url): comeBack(url)
        case .ask: askAgain()
        case .leave: leave()
        case .dismiss: dismiss()
        case .loaded(let content, let number): take(content, number)
        case .loadFailed(let error, let number): failLoading(error, number)
        case .confirmed(let intent, let number): takeConfirmed(intent, number)
        case .confirmFailed(let error, let number): failConfirmation(error, number)
        case .read(let intent, let number): takeRead(intent, number)
        case .readFailed(let error, let number): failReading(error, number)
        }
    }

    mutating func know(_ intent: PaymentSheetIntent) {
        state.intent = intent
        isIntentCurrent = true
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// The reason that nothing may be changed or begun now.
    var lock: PaymentSheetRefusal? {
        switch state.phase {
        case .idle, .loading: .notLoaded
        case .ready: nil
        case .confirming, .actionRequired, .asking: .underWay
        case .unknown: .outcomeUnknown
        case .completed, .failed: .ended
        }
    }

    /// Recomputes what is derived from the rest.
    private mutating func refresh() {
        let type = selectedType
        state.collectedFields =
            if case .new? = state.selection, let type {
                configuration.billingDetailsCollection.collected(for: type)
            } else { [] }
        guard configuration.primaryButtonLabel == nil, let intent = state.intent else { return }
        state.primaryButtonLabel = intent.amount.map { "Pay \($0)" } ?? "Set up"
    }

    private var selectedType: PaymentMethodType? {
        switch state.selection {
        case .saved: state.selectedMethod?.type
        case .new(let method): method.type
        case nil: nil
        }
    }
}
