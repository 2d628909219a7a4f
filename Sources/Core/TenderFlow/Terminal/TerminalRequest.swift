import TenderModel

/// A request beside a payment that is under way.
struct TerminalRequest: Hashable, Sendable, Codable {
    /// Names it within the terminal's life.
    let number: Int
    var machine: RequestMachine
    var purpose: Purpose
    /// What it asked for last: a record, an exchange or a pause.
    var serial: Serial?
    /// What ends an exchange that takes too long.
    var limit: Errand?
    /// What it made, once that is here.
    var made: TerminalMachine.Made?
    /// Whether any exchange was answered, or refused on our own side.
    var wasAnswered = false
    /// Why the journal took no record.
    var refusal: JournalError?
    /// Whether it is left alone for a while, since nobody could tell of it.
    var isResting = false

    /// What is requested, and for whom.
    indirect enum Purpose: Hashable, Sendable, Codable {
        /// A PaymentIntent is made.
        case create(CommandID, PaymentIntentParameters, base: String, OfflineBehavior)
        /// One is read to be handed over.
        case read(CommandID, String)
        /// The one that a stored payment was approved as is read, to go on with it.
        case charged(CommandID, String)
        /// PaymentIntents are listed.
        case list(CommandID)
        /// Money moves.
        case move(Moving)
    }

    /// The command that waits for it.
    var command: CommandID? {
        switch purpose {
        case .create(let id, _, _, _), .read(let id, _), .charged(let id, _), .list(let id): id
        case .move(let moving): moving.command
        }
    }
}

/// A refund or a call, and what is recorded of it.
struct Moving: Hashable, Sendable, Codable {
    /// What is asked for.
    indirect enum What: Hashable, Sendable, Codable {
        case refund(RefundParameters)
        case call(MoneyCall)
    }

    let what: What
    let key: IdempotencyKey
    /// How often it left before.
    var sends: Int
    /// What the gateway made of it, by its id, where the journal knows it.
    var object: String?
    /// The key that its caller gave.
    var callersKey: String?
    /// How it ended as far as the journal knows.
    var known: RequestMachine.Result?
    /// Whether it was first sent too long ago to be sent again: what nobody finds by now is a person's.
    var isTooOld = false
    /// Whether it may be sent; otherwise it is only looked for.
    var mayLeave = true
    /// The command that waits for it; nobody when it is followed.
    var command: CommandID?
    /// How long it is left alone before it is followed again.
    var pause: Duration?

    init(_ refund: PaymentHistory.Refund) {
        what = .refund(refund.parameters)
        key = refund.key
        sends = refund.openSends
        object = refund.object
        known = refund.result
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

    init(_ refund: RefundParameters, _ key: IdempotencyKey) {
        what = .refund(refund)
        self.key = key
        sends = 0
    }

    /// Under which name its records lie: a refund's with its payment.
    var id: String {
        switch what {
        case .refund(let parameters): parameters.paymentIntent
        case .call: key.rawValue
        }
    }

    func leaving(send: Int) -> JournalEntry {
        switch what {
        case .refund(let parameters): entry(.refundLeaving(parameters, key, send: send))
        case .call(let call): entry(.callLeaving(call, key, send: send))
        }
    }

    func settled(_ end: RequestEnd) -> JournalEntry { entry(.requestSettled(key, end)) }

    var told: JournalEntry { entry(.requestTold(key)) }

    var send: TerminalMachine.SingleRequest {
        switch what {
        case .refund(let parameters): .refund(parameters, key)
        case .call(let call): .call(call, key)
        }
    }

    var ask: TerminalMachine.SingleRequest {
        switch what {
        case .refund(let parameters): .findRefund(parameters, key)
        case .call(let call): .findCall(call, key, object: object, callersKey: callersKey)
        }
    }

    /// Takes what the records tell of it by now.
    ///
    /// - Returns: whether nobody knows yet how it ended.
    mutating func take(_ history: PaymentHistory?) -> Bool {
        switch what {
        case .refund: take(history?.refunds.first { $0.key == key })
        case .call: take(history?.call)
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
