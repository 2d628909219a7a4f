import TenderFlow
import TenderModel

// The records of a payment that was accepted offline.

extension RecordWriter {
    mutating func write(_ event: OfflineEvent) {
        switch event {
        case .stored(let sale):
            write(byte: 1)
            write(sale)
        case .forwarding(let key, let send):
            write(byte: 2)
            write(key)
            write(send)
        case .created(let intentID):
            write(byte: 3)
            write(intentID)
        case .forwarded(.approved(let facts)):
            write(byte: facts.hasAdditions ? 9 : 4)
            write(facts)
            if facts.hasAdditions { write(additionsOf: facts) }
        case .forwarded(.declined(let decline, let intentID)):
            write(byte: 5)
            write(decline)
            write(intentID)
        case .quarantined(let quarantine):
            write(byte: 6)
            write(tag: quarantine.reason)
            write(quarantine.message)
        case .released: write(byte: 7)
        case .deleted(let person):
            write(byte: 8)
            write(person)
        }
    }

    private mutating func write(_ sale: OfflineSale) {
        write(sale.parameters)
        write(sale.card)
        write(sale.reader)
        write(sale.payloadDigest)
        write(sale.limits)
        write(sale.mayBeCreated)
    }

    private mutating func write(_ parameters: PaymentIntentParameters) {
        write(parameters.amount)
        write(open: parameters.captureMethod)
        write(count: UInt64(parameters.paymentMethodTypes.count))
        for type in parameters.paymentMethodTypes { write(open: type) }
        write(parameters.description)
        write(parameters.customer)
        write(parameters.receiptEmail)
        write(parameters.statementDescriptorSuffix)
        write(parameters.order)
        write(metadata: parameters.metadata)
        write(parameters.idempotencyKey)
    }

    private mutating func write(_ limits: OfflineLimits) {
        for amounts in [limits.perPayment, limits.stored] {
            write(count: UInt64(amounts.count))
            for amount in amounts { write(amount) }
        }
        write(limits.count)
        write(limits.oldestAge)
        write(limits.forwardWithin)
    }

    /// Writes seconds and attoseconds, so that nothing is rounded.
    private mutating func write(_ duration: Duration) {
        write(duration.components.seconds)
        write(duration.components.attoseconds)
    }
}

extension RecordReader {
    mutating func offlineEvent() throws(RecordError) -> OfflineEvent {
        switch try byte() {
        case 1: .stored(try offlineSale())
        case 2: .forwarding(try key(), send: try int("send", in: RecordCodec.sends))
        case 3: .created(intentID: try text("intent"))
        case 4: .forwarded(.approved(try intentFacts()))
        case 5: .forwarded(.declined(try decline(), intentID: try text("intent")))
        case 6: .quarantined(OfflinePayment.Quarantine(try tag("quarantine"), message: try text("quarantine")))
        case 7: .released
        case 8: .deleted(by: try text("person"))
        case 9: .forwarded(.approved(try intentFactsWithAdditions()))
        case let other: throw .unknownCase(field: "offline event", tag: other)
        }
    }

    private mutating func offlineSale() throws(RecordError) -> OfflineSale {
        OfflineSale(
            parameters: try intentParameters(), card: try cardDetails(), reader: try optionalText("reader"),
            payloadDigest: try text("payload"), limits: try offlineLimits(), mayBeCreated: try flag("created"))
    }

    private mutating func intentParameters() throws(RecordError) -> PaymentIntentParameters {
        let (amount, method): (Amount, CaptureMethod) = (try amount(), try open("capture method"))
        let types: [PaymentMethodType] = try list("type") { reader throws(RecordError) in try reader.open("type") }
        return PaymentIntentParameters(
            amount, captureMethod: method, paymentMethodTypes: types, description: try optionalText("description"),
            customer: try optionalText("customer"), receiptEmail: try optionalText("address"),
            statementDescriptorSuffix: try optionalText("descriptor"), order: try optionalText("order"),
            metadata: try metadata(), idempotencyKey: try optionalText("key")
        )
    }

    private mutating func offlineLimits() throws(RecordError) -> OfflineLimits {
        let single = try list("limit") { reader throws(RecordError) in try reader.amount() }
        let stored = try list("limit") { reader throws(RecordError) in try reader.amount() }
        return OfflineLimits(
            perPayment: single, stored: stored, count: try int("limit"), oldestAge: try duration(),
            forwardWithin: try duration())
    }

    /// Reads whole seconds and the remainder, of the same sign, as in `Duration`.
    private mutating func duration() throws(RecordError) -> Duration {
        let (seconds, rest) = (try int64("duration"), try int64("duration"))
        let isWhole =
            rest.magnitude < 1_000_000_000_000_000_000 && (seconds == 0 || rest == 0 || (seconds < 0) == (rest < 0))
        guard isWhole else { throw .malformed(field: "duration") }
        return Duration(secondsComponent: seconds, attosecondsComponent: rest)
    }

    private mutating func list<Value>(
        _ field: String, _ body: (inout RecordReader) throws(RecordError) -> Value
    ) throws(RecordError) -> [Value] {
        let count = try count(field)
        // Each value takes at least a byte: a larger count is invalid, and is refused before anything is allocated.
        guard count <= UInt64(remaining) else { throw .truncated }
        var values: [Value] = []
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }
}

extension OfflinePayment.Quarantine.Reason: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .requested: 1
        case .tooOld: 2
        case .payloadMissing: 3
        case .payloadDamaged: 4
        case .refused: 5
        case .answerMismatch: 6
        case .outcomeUnknown: 7
        case .canceledElsewhere: 8
        case .tooManyAttempts: 9
        case .unclaimed: 10
        }
    }
}
