import TenderFlow
import TenderModel

/// A payment sheet as a pure state machine: what is offered, what is chosen, and one confirmation at a time.
///
/// What it can never do: confirm while a confirmation is under way, while the customer is at their bank's page, or while
/// nobody knows what became of the last one; say `completed` of an intent that the gateway did not say it of; say
/// `canceled` while anything is under way. After an unknown it asks, and never confirms again until an answer proves what
/// became of it. A refused event changes nothing.
public struct PaymentSheetMachine: Hashable, Sendable {
    /// What a screen shows.
    public internal(set) var state: PaymentSheetState

    let configuration: PaymentSheetConfiguration
    /// What the keys of the confirmations begin with.
    let base: String
    var lastNumber = 0
    /// How many confirmations were begun.
    var attempt = 0
    /// The number of the load under way.
    var load: Int?
    var doubt: Doubt?
    /// Whether the intent was told since the last request that may have changed it.
    var isIntentCurrent = true
    /// What was chosen when the sheet of options was opened.
    var choice: Choice?

    /// What a customer who closes the sheet of options comes back to.
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

    /// What is asked about, and what was known before.
    struct Doubt: Hashable, Sendable {
        enum Origin: Hashable, Sendable {
            /// A confirmation, or a payment that was on its way when it was loaded.
            case confirmation
            /// The customer came back from their bank.
            case action
            /// The customer closes the sheet after they were at their bank.
            case closing
        }

        var origin: Origin
        /// The number of the request that is waited for.
        var number: Int
        /// The intent before it.
        var before: PaymentSheetIntent?
        /// Whether `before` shows the last refusal that there can be before the request: without it an older one, such as
        /// that of a bank whose page was left, could pass for the answer.
        var knowsBefore = true
        /// Whether what it was confirmed with may take days.
        var isDelayed = false
        var asks = 0
        var error: GatewayError?
    }

    /// Prepares a sheet.
    ///
    /// - Parameters:
    ///   - configuration: how it behaves.
    ///   - hasCustomer: whether there is a customer for whom payment methods are kept.
    ///   - base: what the keys of the confirmations begin with; no other sheet's is the same.
    public init(_ configuration: PaymentSheetConfiguration, hasCustomer: Bool, base: String) {
        self.configuration = configuration
        self.base = base
        state = PaymentSheetState(configuration, hasCustomer: hasCustomer)
    }

    /// Takes one event and says what comes next; a change of what is shown is told before an end.
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

    /// Why nothing may be changed or begun now.
    var lock: PaymentSheetRefusal? {
        switch state.phase {
        case .idle, .loading: .notLoaded
        case .ready: nil
        case .confirming, .actionRequired, .asking: .underWay
        case .unknown: .outcomeUnknown
        case .completed, .failed: .ended
        }
    }

    /// Makes what is derived from the rest.
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
