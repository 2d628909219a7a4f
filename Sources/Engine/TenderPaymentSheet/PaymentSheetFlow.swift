public import TenderCheckout
import TenderBytes
public import TenderFlow
public import TenderModel

/// A payment sheet without its screens: loaded, shown, and ended as completed, canceled or failed.
///
/// The app draws `state` and passes on what the customer does; all rules are those of `PaymentSheetMachine`. The app's
/// own server creates the PaymentIntent or SetupIntent and hands out its client secret; the app holds only a
/// publishable key. `FlowController` has the choice and the payment apart. Apple Pay and Google Pay are not offered:
/// they do not exist on Linux.
public actor PaymentSheetFlow {
    var machine: PaymentSheetMachine
    let journal: (any Journal)?
    /// The keys of the confirmations whose end is not recorded, and of those whose end is about to be told.
    var openKeys: [IdempotencyKey] = []
    var toldKeys: [IdempotencyKey] = []
    /// The records that an end was told, on their way to the journal.
    var telling: Task<Void, Never>?
    private let secret: ClientSecret
    private let customer: PaymentSheetCustomer?
    private let gateway: any PaymentSheetGateway
    private let clock: any Clock<Duration>
    private nonisolated let hub = Broadcast<PaymentSheetEvent>(bufferSize: 256)
    private var loaders: [CheckedContinuation<Void, Never>] = []
    private var payers: [CheckedContinuation<PaymentSheetResult, Never>] = []
    private var choosers: [CheckedContinuation<PaymentOption?, Never>] = []

    /// Creates a sheet; loads nothing yet.
    ///
    /// - Parameters:
    ///   - clientSecret: The client secret of a PaymentIntent or SetupIntent.
    ///   - customer: The customer whose saved payment methods are offered, and for whom others can be saved.
    ///   - gateway: The payments API, such as a `PaymentSheetClient`.
    ///   - journal: The journal of the payments, such as the terminal's; `nil` records nothing.
    ///   - random: The source of keys.
    ///   - clock: The clock of the pauses between queries.
    public init(
        clientSecret: ClientSecret, configuration: PaymentSheetConfiguration, customer: PaymentSheetCustomer? = nil,
        gateway: any PaymentSheetGateway, journal: (any Journal)? = nil, random: (any RandomSource)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        secret = clientSecret
        self.customer = customer
        self.gateway = gateway
        self.journal = journal
        self.clock = clock
        let bits = (0..<2).map { _ in random?.next() ?? UInt64.random(in: .min ... .max) }
        machine = PaymentSheetMachine(
            configuration, hasCustomer: customer != nil,
            base: "sheet_" + bits.map { String($0, radix: 36) }.joined())
    }

    /// The state to show now.
    public var state: PaymentSheetState { machine.state }

    /// Returns a stream of all events from now on, with a buffer of its own; it ends with the flow.
    public nonisolated func events() -> AsyncStream<PaymentSheetEvent> { hub.subscribe() }
}

// MARK: - The app's calls

extension PaymentSheetFlow {
    /// Loads the intent and the saved payment methods, and waits for the end; the intent is loaded again each time.
    ///
    /// - Throws: The reason that it could not be loaded; it may be retried.
    public func load() async throws(PaymentSheetError) {
        let actions = machine.handle(.load)
        for case .refuse in actions { return }
        await withCheckedContinuation { continuation in
            loaders.append(continuation)
            perform(actions)
        }
        if case .failed(.notLoaded(let error)) = machine.state.phase { throw .notLoaded(error) }
    }

    /// Presents the sheet, and waits for its end.
    public func present() async throws(PaymentSheetRefusal) -> PaymentSheetResult {
        await result(try accepted(.present(.sheet)))
    }

    /// Closes the sheet: `canceled` if nothing was in progress.
    public func dismiss() throws(PaymentSheetRefusal) { try make(.dismiss) }

    /// Pays with the sheet's choice; a decline leaves the sheet open, with `state.notice`.
    public func pay() throws(PaymentSheetRefusal) { try make(.confirm(.sheet)) }

    /// Selects what to pay with.
    public func select(_ selection: PaymentSheetSelection) throws(PaymentSheetRefusal) { try make(.select(selection)) }

    /// Takes the contents of the fields.
    public func enter(_ details: BillingDetails) throws(PaymentSheetRefusal) { try make(.enter(details)) }

    /// Ticks or clears the box 'save for later'.
    public func setSavesMethod(_ saves: Bool) throws(PaymentSheetRefusal) { try make(.setSavesMethod(saves)) }

    /// Tells the flow that the app was opened with this address, or (`nil`) that the customer closed the bank's page.
    ///
    /// What the address says about the outcome counts for nothing: the intent is read.
    public func comeBack(_ url: String?) throws(PaymentSheetRefusal) { try make(.returned(url)) }

    /// Waits until what was told is in the journal.
    public func flushJournal() async { await telling?.value }

    /// Queries an unknown outcome again.
    public func ask() throws(PaymentSheetRefusal) { try make(.ask) }

    /// Stops querying: the result is `failed(.outcomeUnknown)`, and the app's server learns the outcome.
    public func leave() throws(PaymentSheetRefusal) { try make(.leave) }

    /// The same flow with choice and payment apart.
    public nonisolated var flowController: FlowController { FlowController(flow: self) }
}

// MARK: - The flow controller's calls

extension PaymentSheetFlow {
    func chooseOption() async throws(PaymentSheetRefusal) -> PaymentOption? {
        let actions = try accepted(.present(.options))
        return await withCheckedContinuation { continuation in
            choosers.append(continuation)
            perform(actions)
        }
    }

    func closeOptions() throws(PaymentSheetRefusal) { try make(.choose) }

    func confirmChoice() async throws(PaymentSheetRefusal) -> PaymentSheetResult {
        await result(try accepted(.confirm(.none)))
    }

    private func result(_ actions: [PaymentSheetMachine.Action]) async -> PaymentSheetResult {
        await withCheckedContinuation { continuation in
            payers.append(continuation)
            perform(actions)
        }
    }
}

// MARK: - The machine and the world

extension PaymentSheetFlow {
    private func make(_ event: PaymentSheetMachine.Event) throws(PaymentSheetRefusal) { perform(try accepted(event)) }

    private func accepted(
        _ event: PaymentSheetMachine.Event
    ) throws(PaymentSheetRefusal) -> [PaymentSheetMachine.Action] {
        let actions = machine.handle(event)
        for case .refuse(let refusal) in actions { throw refusal }
        return actions
    }

    private func deliver(_ event: PaymentSheetMachine.Event) {
        perform(machine.handle(event))
        recordTold()
    }

    private func perform(_ actions: [PaymentSheetMachine.Action]) {
        for action in actions { perform(action) }
        guard machine.state.phase != .loading else { return }
        let waiting = loaders
        loaders = []
        for loader in waiting { loader.resume() }
    }

    private func perform(_ action: PaymentSheetMachine.Action) {
        switch action {
        case .load(let number): Task { deliver(await loaded(number)) }
        case .confirm(let confirmation, let number): Task { deliver(await confirmed(confirmation, number)) }
        case .ask(let pause, let number): Task { deliver(await read(after: pause, number)) }
        case .open(let url): hub.publish { PaymentSheetEvent(sequence: $0, kind: .openURL(url)) }
        case .refuse: break
        case .changed(let state): hub.publish { PaymentSheetEvent(sequence: $0, kind: .didChange(state)) }
        case .finishChoosing(let option):
            let waiting = choosers
            choosers = []
            for chooser in waiting { chooser.resume(returning: option) }
        case .finish(let result):
            hub.publish { PaymentSheetEvent(sequence: $0, kind: .didFinish(result)) }
            let waiting = payers
            payers = []
            for payer in waiting { payer.resume(returning: result) }
        }
    }

    private func loaded(_ number: Int) async -> PaymentSheetMachine.Event {
        do throws(GatewayError) {
            let intent = try await gateway.retrieve(secret)
            var methods: [PaymentMethod] = []
            if let customer { methods = try await gateway.savedMethods(of: customer) }
            try await takeUp(intent)
            return await recorded(.loaded(PaymentSheetContent(intent: intent, savedMethods: methods), number))
        } catch { return .loadFailed(error, number) }
    }

    private func confirmed(
        _ confirmation: PaymentSheetConfirmation, _ number: Int
    ) async -> PaymentSheetMachine.Event {
        if let error = await recordLeaving(confirmation) { return .confirmFailed(error, number) }
        do throws(GatewayError) {
            return await recorded(.confirmed(try await gateway.confirm(secret, confirmation), number))
        } catch { return await recorded(.confirmFailed(error, number)) }
    }

    /// Reads the intent after a pause, which always ends, since nobody cancels the flow's tasks.
    private func read(after pause: Duration, _ number: Int) async -> PaymentSheetMachine.Event {
        if pause > .zero { try? await clock.sleep(for: pause) }
        do throws(GatewayError) {
            return await recorded(.read(try await gateway.retrieve(secret), number))
        } catch { return .readFailed(error, number) }
    }
}
