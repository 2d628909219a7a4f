import TenderModel

/// A request outside a payment that is in progress.
struct TerminalRequest: Hashable, Sendable, Codable {
    /// The request's number, unique within the terminal's life.
    let number: Int
    var machine: RequestMachine
    var purpose: Purpose
    /// The serial of its last action: a record, an exchange or a pause.
    var serial: Serial?
    /// The timer that ends an exchange that takes too long.
    var limit: Errand?
    /// What it created, once it is returned.
    var made: TerminalMachine.Made?
    /// The last answer of an exchange, if the forwarder waits.
    @Apart var lastReply: TerminalMachine.RequestReply?
    /// Whether any exchange was answered, or refused on our own side.
    var wasAnswered = false
    /// The reason that the journal refused a record.
    var refusal: JournalError?
    /// Whether it is left alone for a while, because its outcome could not be determined.
    var isResting = false
    /// The errand under which its card was read, until that is dropped.
    var card: Errand?

    /// The purpose of the request, and the command that it is for.
    indirect enum Purpose: Hashable, Sendable, Codable {
        /// Creates a PaymentIntent.
        case create(CommandID, PaymentIntentParameters, base: String, OfflineBehavior)
        /// Edits a PaymentIntent.
        case edit(Editing)
        /// Retrieves a PaymentIntent for the application.
        case read(CommandID, String)
        /// Retrieves the PaymentIntent that a stored payment was approved as, to continue with it.
        case charged(CommandID, String)
        /// Lists PaymentIntents.
        case list(CommandID)
        /// Creates a SetupIntent.
        case createSetup(CommandID, SetupIntentParameters, base: String, OfflineBehavior)
        /// Retrieves a SetupIntent for the application.
        case readSetup(CommandID, String)
        /// Cancels a SetupIntent.
        case cancelSetup(CommandID, String, IdempotencyKey)
        /// Moves money, or saves a card.
        case move(Moving)
        /// Collects a card first; then it has the purpose that the card is for.
        case present(Presenting)
        /// Stores the collected card, to be saved later.
        case store(CommandID, OfflineSetupWish)
    }

    /// The command that waits for it.
    var command: CommandID? {
        switch purpose {
        case .create(let id, _, _, _), .read(let id, _), .charged(let id, _), .list(let id),
            .createSetup(let id, _, _, _), .readSetup(let id, _), .cancelSetup(let id, _, _), .store(let id, _):
            id
        case .edit(let editing): editing.command
        case .move(let moving): moving.command
        case .present(let presenting): presenting.command
        }
    }
}

/// The editing of an intent.
struct Editing: Hashable, Sendable, Codable {
    let command: CommandID
    let intentID: String
    let changes: PaymentIntentChanges
    let key: IdempotencyKey
    /// The amount that the intent keeps if the changes are refused.
    let amount: Amount
}

/// A refund or a call, and what is recorded about it.
struct Moving: Hashable, Sendable, Codable {
    /// What is requested.
    indirect enum What: Hashable, Sendable, Codable {
        case refund(RefundParameters)
        case call(MoneyCall)
        case setup(CardSetup)
    }

    let what: What
    let key: IdempotencyKey
    /// The number of earlier sendings.
    var sends: Int
    /// The ID of the object that the gateway created, if the journal knows it.
    var object: String?
    /// The key that the caller provided.
    var callersKey: String?
    /// The result, as far as the journal knows it.
    var known: RequestMachine.Result?
    /// Whether it was first sent too long ago to be sent again; if it still cannot be found, a person must decide.
    var isTooOld = false
    /// Whether it may be sent; otherwise it is only searched for.
    var mayLeave = true
    /// The command that waits for it; `nil` while it is only being pursued.
    var command: CommandID?
    /// The serial under which the forwarder waits for it.
    var forwarding: Serial?
    /// How long it is left alone before it is pursued again.
    var pause: Duration?

    init(_ refund: PaymentHistory.Refund) {
        what = .refund(refund.parameters)
        key = refund.key
        sends = refund.openSends
        object = refund.object
        known = refund.result
        mayLeave = !refund.parameters.isCardPresented
    }

    init(_ call: KeyedRequest<MoneyCall>) {
        self.init(call.parameters, call.key, sends: call.openSends, object: call.object)
        known = call.result
    }

    init(_ call: MoneyCall, _ key: IdempotencyKey, sends: Int = 0, object: String? = nil) {
        what = .call(call)
        self.key = key
        self.sends = sends
        self.object = object
    }

    /// A refund that is requested for the first time, under a key that was never sent with another body.
    init(_ wish: RefundParameters, presentsCard: Bool, after history: PaymentHistory?, _ freshKey: String) {
        key = PaymentHistory.keyOfRefund(
            wish.idempotencyKey ?? freshKey, presentsCard: presentsCard, after: history)
        var parameters = wish
        parameters.metadata[PaymentIntent.attemptMetadata] = key.rawValue
        parameters.isCardPresented = presentsCard
        what = .refund(parameters)
        sends = 0
    }

    var isRefund: Bool { if case .refund = what { true } else { false } }

    /// The name that its records are filed under; a refund's are filed with its payment.
    var id: String {
        switch what {
        case .refund(let parameters): parameters.subject
        case .call: key.rawValue
        case .setup(let setup): setup.setupIntent
        }
    }

    func leaving(send: Int) -> JournalEntry {
        switch what {
        case .refund(let parameters): entry(.refundLeaving(parameters, key, send: send))
        case .call(let call): entry(.callLeaving(call, key, send: send))
        case .setup(let setup): entry(.setupLeaving(setup, key, send: send))
        }
    }

    func settled(_ end: RequestEnd) -> JournalEntry { entry(.requestSettled(key, end)) }

    /// Whether it was sent with a card, which is gone once its command was answered.
    var isCardPresented: Bool {
        switch what {
        case .refund(let parameters): parameters.isCardPresented
        case .call: false
        case .setup: true
        }
    }

    var told: JournalEntry { entry(.requestTold(key)) }

    var send: TerminalMachine.SingleRequest {
        switch what {
        case .refund(let parameters): .refund(parameters, key)
        case .call(let call): .call(call, key)
        case .setup(let setup): .setup(setup, key, command)
        }
    }

    var ask: TerminalMachine.SingleRequest {
        switch what {
        case .refund(let parameters): .findRefund(parameters, key)
        case .call(let call): .findCall(call, key, object: object, callersKey: callersKey)
        // Once the card is gone, a doubt is ended by a cancel, whose answer is the truth in every case.
        case .setup(let setup):
            mayLeave ? .readSetup(setup.setupIntent, command) : .cancelSetup(setup.setupIntent, proofKey)
        }
    }

    /// Updates it from the records.
    ///
    /// - Returns: Whether its end is still unknown.
    mutating func take(_ history: PaymentHistory?) -> Bool {
        switch what {
        case .refund: take(history?.refunds.first { $0.key == key })
        case .call: take(history?.call)
        case .setup: take(history?.setup?.key == key ? history?.setup : nil)
        }
    }

    /// Returns whether the records contain what became of it.
    func isKnown(in history: PaymentHistory?) -> Bool {
        switch what {
        case .refund: history?.refunds.contains { $0.key == key && $0.isKnown } ?? false
        case .call: history?.call?.isKnown ?? false
        case .setup: history?.setup.map { $0.key == key && $0.isKnown } ?? false
        }
    }

    private mutating func take<Parameters>(_ request: KeyedRequest<Parameters>?) -> Bool {
        guard let request, request.isUnresolved else { return false }
        (sends, known, object) = (request.openSends, request.result, request.object)
        return true
    }

    private func entry(_ event: JournalEntry.Event) -> JournalEntry {
        JournalEntry(intentID: id, attempt: 1, event: event)
    }
}
