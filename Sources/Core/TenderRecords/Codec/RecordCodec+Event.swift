import TenderFlow
import TenderModel

// The event of a record. A new case needs one line each in `tag`, `write` and `event`; numbers are never reused.

extension JournalEntry.Event {
    fileprivate var tag: UInt8 {
        switch self {
        case .attemptOpened: 1
        case .cancelAsked: 2
        case .requestLeaving: 3
        case .settled: 4
        case .claimed: 5
        case .acknowledged: 6
        case .refundLeaving(let refund, _, _):
            refund.charge != nil || refund.isCardPresented
                ? 16 : refund.reversesTransfer || refund.refundsApplicationFee ? 12 : 7
        case .requestSettled(_, let end): end.isTold && end.object == nil ? 8 : 13
        case .offline: 9
        case .terminal: 10
        case .shop: 11
        case .callLeaving: 14
        case .setupLeaving: 18
        case .requestTold: 15
        case .holdDecided: 25
        case .concluding: 26
        }
    }
}

extension JournalEntry.Event {
    /// The ordinal of this sending of the record's request; `nil` for a record that sends nothing.
    var send: Int? {
        switch self {
        case .requestLeaving(_, let send), .refundLeaving(_, _, let send), .callLeaving(_, _, let send),
            .setupLeaving(_, _, let send),
            .offline(.forwarding(_, let send)):
            send
        case .attemptOpened, .cancelAsked, .concluding, .settled, .claimed, .acknowledged, .requestSettled,
            .requestTold, .holdDecided,
            .offline, .terminal, .shop:
            nil
        }
    }
}

extension RecordWriter {
    mutating func write(_ event: JournalEntry.Event) {
        write(byte: event.tag)
        switch event {
        case .attemptOpened(let reader, let charge):
            write(reader)
            write(charge)
        case .cancelAsked(let mode, let origin):
            write(tag: mode)
            write(tag: origin)
        case .requestLeaving(let request, let send):
            write(request)
            write(send)
        case .settled(let request, let conclusion, let receipt):
            write(request)
            write(conclusion)
            write(receipt) { $0.write($1) }
        case .concluding(let facts): write(facts, tags: (1, 2, 3))
        case .claimed: break
        case .acknowledged(let person): write(person)
        case .refundLeaving(let parameters, let key, let send):
            write(parameters)
            write(key)
            write(send)
            guard event.tag != 7 else { return }
            write(parameters.reversesTransfer)
            write(parameters.refundsApplicationFee)
            guard event.tag == 16 else { return }
            write(parameters.charge)
            write(parameters.isCardPresented)
        case .callLeaving(let call, let key, let send):
            write(call)
            write(key)
            write(send)
        case .setupLeaving(let setup, let key, let send):
            write(setup.setupIntent)
            write(setup.customer)
            write(open: setup.allowRedisplay)
            write(key)
            write(send)
        case .requestSettled(let key, let end):
            write(key)
            write(tag: end.result)
            guard event.tag == 13 else { return }
            write(end.object)
            write(end.isTold)
        case .requestTold(let key): write(key)
        case .holdDecided(let rule): write(rule)
        case .offline(let event): write(event)
        case .terminal(let record): write(record)
        case .shop(let record): write(record)
        }
    }
}

extension RecordReader {
    mutating func event() throws(RecordError) -> JournalEntry.Event {
        switch try byte() {
        case 1: .attemptOpened(reader: try optionalText("reader"), try chargeBefore())
        case 2: .cancelAsked(try tag("cancel mode"), by: try tag("cancel origin"))
        case 3: .requestLeaving(try request(), send: try int("send", in: RecordCodec.sends))
        case 4:
            .settled(
                try request(), try conclusion(),
                receipt: try optional("receipt") { reader throws(RecordError) in try reader.cardDetails() })
        case 5: .claimed
        case 6: .acknowledged(by: try text("person"))
        case 7: .refundLeaving(try refundParameters(), try key(), send: try int("send", in: RecordCodec.sends))
        case 8: .requestSettled(try key(), RequestEnd(try tag("refund result"), isTold: true))
        case 9: .offline(try offlineEvent())
        case 10: .terminal(try terminalRecord())
        case 11: .shop(try shopRecord())
        case 12: try sharedRefundLeaving()
        case 13: .requestSettled(try key(), try requestEnd())
        case 14: .callLeaving(try moneyCall(), try key(), send: try int("send", in: RecordCodec.sends))
        case 15: .requestTold(try key())
        case 16: try wholeRefundLeaving()
        case 25: .holdDecided(try holdRule())
        case 26: .concluding(try approvedFacts())
        case 18: .setupLeaving(try cardSetup(), try key(), send: try int("send", in: RecordCodec.sends))
        case let other: throw .unknownCase(field: "event", tag: other)
        }
    }
}

extension RecordReader {
    /// Reads a refund that reverses a transfer or refunds the application fee, so that others bear a share of it.
    private mutating func sharedRefundLeaving() throws(RecordError) -> JournalEntry.Event {
        var refund = try refundParameters()
        let key = try key()
        let send = try int("send", in: RecordCodec.sends)
        refund.reversesTransfer = try flag("reversal")
        refund.refundsApplicationFee = try flag("fee")
        guard refund.reversesTransfer || refund.refundsApplicationFee else { throw .malformed(field: "reversal") }
        return .refundLeaving(refund, key, send: send)
    }

    /// Reads a refund of a charge, or one to a card that was presented.
    private mutating func wholeRefundLeaving() throws(RecordError) -> JournalEntry.Event {
        var refund = try refundParameters()
        let key = try key()
        let send = try int("send", in: RecordCodec.sends)
        refund.reversesTransfer = try flag("reversal")
        refund.refundsApplicationFee = try flag("fee")
        refund.charge = try optionalText("charge")
        refund.isCardPresented = try flag("card")
        // A refund of a charge names no payment, which is written as an empty name.
        if refund.charge != nil {
            guard refund.paymentIntent == "" else { throw .malformed(field: "charge") }
            refund.paymentIntent = nil
        } else if !refund.isCardPresented {
            throw .malformed(field: "card")
        }
        return .refundLeaving(refund, key, send: send)
    }
}

// Requests beside a payment.

extension RecordWriter {
    private mutating func write(_ call: MoneyCall) {
        write(tag: call.kind)
        write(call.subject)
        write(call.account)
        write(call.amount) { $0.write($1) }
        write(count: UInt64(call.fields.count))
        for field in call.fields {
            write(field.name)
            write(field.value)
        }
    }
}

extension RecordReader {
    private mutating func requestEnd() throws(RecordError) -> RequestEnd {
        let end = RequestEnd(try tag("request result"), object: try optionalText("object"), isTold: try flag("told"))
        // An end with nothing more to it has an older form.
        guard end.object != nil || !end.isTold else { throw .malformed(field: "told") }
        return end
    }

    private mutating func cardSetup() throws(RecordError) -> CardSetup {
        CardSetup(
            setupIntent: try text("setup"), customer: try optionalText("setup"), allowRedisplay: try open("setup"))
    }

    private mutating func moneyCall() throws(RecordError) -> MoneyCall {
        let kind: MoneyCall.Kind = try tag("call")
        let (subject, account) = (try optionalText("call"), try optionalText("call"))
        let amount = try optional("call") { reader throws(RecordError) in try reader.amount() }
        let count = try count("call")
        // Each field takes at least two bytes: a larger count is invalid, and is refused before anything is allocated.
        guard count <= UInt64(remaining / 2) else { throw .truncated }
        var fields: [MoneyCall.Field] = []
        for _ in 0..<count { fields.append(MoneyCall.Field(try text("call"), try text("call"))) }
        return MoneyCall(kind, subject: subject, account: account, amount: amount, fields: fields)
    }
}

// The result of a request, and which request it was.

extension RecordWriter {
    mutating func write(_ request: PaymentRequest) {
        switch request {
        case .attach(let key): write(1, key)
        case .confirm(let key): write(2, key)
        case .capture(let key, let amount, nil):
            write(3, key)
            write(amount)
        case .capture(let key, let amount, let fee?):
            write(8, key)
            write(amount)
            write(fee)
        case .increment(let key, let amount):
            write(9, key)
            write(amount)
        case .cancel(let key): write(4, key)
        case .refund(let key): write(5, key)
        case .retrieve: write(byte: 6)
        case .findRefund(let key): write(7, key)
        }
    }

    private mutating func write(_ tag: UInt8, _ key: IdempotencyKey) {
        write(byte: tag)
        write(key)
    }

    mutating func write(_ conclusion: Conclusion) {
        switch conclusion {
        case .approved(let facts):
            write(facts, tags: (1, 7, 8))
        case .declined(let decline, let charge):
            write(byte: 2)
            write(decline)
            write(charge)
        case .canceled(let origin):
            write(byte: 3)
            write(tag: origin)
        case .notExecuted(let refusal):
            write(byte: 4)
            write(tag: refusal)
        case .unknown(let reason):
            write(byte: 5)
            write(tag: reason)
        case .journalUnavailable: write(byte: 6)
        }
    }

    mutating func write(_ charge: JournalEntry.ChargeBefore) {
        switch charge {
        case .none: write(byte: 1)
        case .charge(let id):
            write(byte: 2)
            write(id)
        case .unknown: write(byte: 3)
        }
    }
}

extension RecordReader {
    mutating func request() throws(RecordError) -> PaymentRequest {
        switch try byte() {
        case 1: .attach(try key())
        case 2: .confirm(try key())
        case 3: .capture(try key(), amount: try optionalInt64("capture amount"))
        case 4: .cancel(try key())
        case 5: .refund(try key())
        case 6: .retrieve
        case 7: .findRefund(try key())
        case 8: .capture(try key(), amount: try optionalInt64("capture amount"), applicationFee: try int64("fee"))
        case 9: .increment(try key(), amount: try int64("increment amount"))
        case let other: throw .unknownCase(field: "request", tag: other)
        }
    }

    mutating func conclusion() throws(RecordError) -> Conclusion {
        switch try byte() {
        case 1: .approved(try intentFacts())
        case 2: .declined(try decline(), charge: try optionalText("charge"))
        case 3: .canceled(by: try tag("cancel origin"))
        case 4: .notExecuted(try tag("refusal"))
        case 5: .unknown(try tag("reason"))
        case 6: .journalUnavailable
        case 7: .approved(try intentFactsWithAdditions())
        case 8: .approved(try convertedIntentFacts())
        case let other: throw .unknownCase(field: "conclusion", tag: other)
        }
    }

    private mutating func approvedFacts() throws(RecordError) -> IntentFacts {
        switch try byte() {
        case 1: try intentFacts()
        case 2: try intentFactsWithAdditions()
        case 3: try convertedIntentFacts()
        case let other: throw .unknownCase(field: "approval", tag: other)
        }
    }

    mutating func chargeBefore() throws(RecordError) -> JournalEntry.ChargeBefore {
        switch try byte() {
        case 1: .none
        case 2: .charge(try text("charge"))
        case 3: .unknown
        case let other: throw .unknownCase(field: "charge before", tag: other)
        }
    }
}
