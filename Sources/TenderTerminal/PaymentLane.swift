import TenderFlow
import TenderModel

/// One payment in the shell: the machine that decides, and what the machine must not hold.
struct PaymentLane {
    var machine: PaymentMachine
    /// The intent as last seen.
    var intent: PaymentIntent
    /// The collected card, until it is dropped.
    var card: CollectedCard?
    /// How the running collection was asked for.
    var configuration = CollectConfiguration()
    /// Whether a collected card is confirmed at once, by `processPaymentIntent`.
    var confirmsAtOnce = false
    /// The last error of the gateway, to say more than the machine's small facts.
    var lastError: GatewayError?
    /// Counts the commands, so that a cancel stops the one that it was meant for.
    var operation = 0
    /// When it was last used, counted in commands of the terminal.
    var lastUse = 0
    /// Whether a command is being prepared, so that it finds the payment where the journal says that it is.
    var isBeginning = false
    /// Who waits for the running command.
    var waiter: CheckedContinuation<PaymentAnswer, Never>?
    /// Who waits for the answer to a cancel.
    var cancelWaiters: [CheckedContinuation<CancelResult, Never>] = []
    /// The exchanges and timers that are under way.
    var tasks: [Serial: Task<Void, Never>] = [:]
    /// The collection that is under way.
    var collection: Collection?
    /// The last record on its way to the journal, so that records keep their order.
    var lastRecord: Task<Void, Never>?
    /// What was stored of it offline, once it is on disk.
    var stored: PaymentHistory?
    /// What the forwarder calls it, which waits for its end.
    var forwarding: Serial?
    /// The end that the forwarder is to be told.
    var conclusion: Conclusion?
    /// Why the last record that failed was not written.
    var journalError: JournalError?

    /// A collection at the reader.
    struct Collection {
        /// Tells it from one that was given up.
        var number: Int
        /// The opening of the reader that it runs at.
        var opening: Serial?
        /// The call to the reader.
        var task: Task<Void, Never>?
        /// What gives a reader up that does not stop.
        var stopLimit: Task<Void, Never>?
    }

    init(intent: PaymentIntent, baseKey: String, policy: PaymentPolicy) {
        self.intent = intent
        machine = PaymentMachine(
            terms: PaymentTerms(intent, baseKey: baseKey), facts: IntentFacts(intent), policy: policy
        )
    }

    /// A payment that this process or an earlier one has worked on before.
    init(intent: PaymentIntent, baseKey: String, history: PaymentHistory, policy: PaymentPolicy) {
        self.intent = intent
        let terms = PaymentTerms(intent, baseKey: baseKey)
        machine =
            PaymentMachine(resuming: history, policy: policy)
            ?? PaymentMachine(terms: terms, facts: IntentFacts(intent), history: history, policy: policy)
    }

    /// A payment that an earlier process left without a result; nil when its terms were never recorded.
    init?(resuming history: PaymentHistory, policy: PaymentPolicy) {
        guard let machine = PaymentMachine(resuming: history, policy: policy) else { return nil }
        self.machine = machine
        intent = PaymentIntent(id: history.intentID, amount: machine.terms.amount, status: .processing)
        intent.captureMethod = machine.terms.captureMethod
        intent.metadata[Terminal.attemptMetadata] = machine.terms.baseKey
        intent.metadata[PaymentIntent.orderMetadata] = machine.terms.order
    }

    /// A payment whose card was stored offline, and is in hand again.
    init(
        forwarding serial: Serial, intent: PaymentIntent, terms: PaymentTerms, card: CollectedCard,
        history: PaymentHistory?, policy: PaymentPolicy
    ) {
        machine = PaymentMachine(forwarding: terms, history: history, policy: policy)
        self.intent = intent
        self.card = card
        forwarding = serial
    }

    /// Ends the timers and exchanges that are under way, for a terminal that goes.
    func cancelAll() {
        for task in tasks.values { task.cancel() }
        collection?.task?.cancel()
        collection?.stopLimit?.cancel()
    }

    /// Takes a newer form of the intent, and keeps the secret, which later answers may leave out.
    mutating func update(_ newer: PaymentIntent) {
        guard newer.id == intent.id else { return }
        let secret = newer.clientSecret ?? intent.clientSecret
        let metadata = newer.metadata.isEmpty ? intent.metadata : newer.metadata
        intent = newer
        intent.clientSecret = secret
        intent.metadata = metadata
    }
}

extension PaymentTerms {
    init(_ intent: PaymentIntent, baseKey: String) {
        self.init(
            intentID: intent.id, amount: intent.amount, captureMethod: intent.captureMethod, baseKey: baseKey,
            order: intent.order
        )
    }
}
