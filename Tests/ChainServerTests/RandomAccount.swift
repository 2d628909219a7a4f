import ShopTestSupport
import TenderAPI
import TenderFlow
import TenderModel
import TenderRecords
import TenderSale
import TenderTestSupport

/// What the gateway has of the payments of random journals, with whatever may be wrong between the two.
struct RandomAccount {
    private(set) var intents: [PaymentIntent] = []
    private(set) var refunds: [Refund] = []
    /// The histories of each journal, folded from the records that were written.
    private(set) var histories: [String: [PaymentHistory]] = [:]
    private var random: SplitMix64
    private var refundsAsked = 0

    /// The day that is compared.
    static let day: ClosedRange<Int64> = 1_795_219_200...1_795_305_599

    /// A journal that is enrolled and has no payments.
    static let idle = PlantedJournal(number: 0xFFFF)

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Writes the payments of a random day at a till into its journal, and takes the other side's view of each.
    mutating func pay(_ day: RandomDay, into journal: inout PlantedJournal) throws {
        var records: [String: [RecordedEntry]] = [:]
        func add(_ entries: [JournalEntry], _ time: Int64, _ journal: inout PlantedJournal) throws {
            for (step, entry) in entries.enumerated() {
                records[entry.intentID, default: []].append(try journal.add(entry, at: time + Int64(step)))
            }
        }
        for event in day.till.events {
            guard case .ticketFinished(let ticket) = event.kind else { continue }
            for (place, leg) in ticket.legs.enumerated() where leg.method == .card && leg.amount.minorUnits > 0 {
                let id =
                    "\(leg.standing == .offline ? "offline" : "pi")_\(journal.id.suffix(4))_\(ticket.number)_\(place)"
                let time = time()
                if leg.standing == .offline {
                    let entries = stored(id, leg.amount)
                    try add(Array(entries.prefix(1)), time, &journal)
                    // It may come to its end on another day.
                    try add(Array(entries.dropFirst()), self.time(), &journal)
                } else {
                    try add(payment(id, leg.amount, time, journal.id), time, &journal)
                }
            }
        }
        for kind in ["elsewhere", "elsewhere", "refund", "refund", "setup", "call"] {
            let (id, time) = ("\(kind)_\(journal.id.suffix(4))_\(random.next() % 100_000)", time())
            switch kind {
            case "elsewhere": answer(facts(id, units(), .succeeded), time, makers(journal.id))
            case "refund": try add(refundOnly(id, time, journal.id), time, &journal)
            case "setup": try add([JournalEntry(intentID: id, attempt: 1, event: setup(id))], time, &journal)
            default: try add([JournalEntry(intentID: id, attempt: 1, event: call(id))], time, &journal)
            }
        }
        histories[journal.id] = records.values.compactMap { PaymentHistory(folding: $0) }
            .sorted { $0.sequence < $1.sequence }
    }

    // MARK: - What a journal has

    /// A payment with what became of it, and what the gateway has of it.
    private mutating func payment(
        _ id: String, _ amount: Amount, _ time: Int64, _ own: String
    ) -> [JournalEntry] {
        let terms = PaymentTerms(intentID: id, amount: amount, baseKey: id, order: random.chance(50) ? "A\(id)" : nil)
        let confirm = PaymentRequest.confirm(IdempotencyKey(base: id, attempt: 1, verb: "confirm"))
        var events: [JournalEntry.Event] = [.attemptOpened(reader: nil, .none), .requestLeaving(confirm, send: 1)]
        let status: PaymentIntentStatus = random.pick([
            .succeeded, .succeeded, .succeeded, .requiresCapture, .requiresPaymentMethod,
        ])
        var truth = facts(id, amount.minorUnits, status)
        if status == .requiresPaymentMethod {
            let declined = Conclusion.declined(Decline(code: "card_declined"), charge: nil)
            events.append(.settled(confirm, declined, receipt: nil))
        } else if random.chance(90) {
            let receipt = random.chance(50) ? CardDetails(captureBefore: time / 1000 + 100_000) : nil
            events.append(.settled(confirm, .approved(truth), receipt: receipt))
            if random.chance(80) { events.append(.claimed) }
            while random.chance(25) { events += refund(id, amount.minorUnits, &truth) }
        }
        if random.chance(40) { damage(&truth) } else if random.chance(5) { return entries(id, terms, events) }
        answer(truth, time, random.chance(85) ? own : makers(own))
        return entries(id, terms, events)
    }

    private func entries(_ id: String, _ terms: PaymentTerms?, _ events: [JournalEntry.Event]) -> [JournalEntry] {
        events.map { JournalEntry(intentID: id, attempt: 1, terms: terms, event: $0) }
    }

    /// A refund, which may fail, stay unknown, or be known to one side alone.
    private mutating func refund(_ id: String, _ most: Int64, _ truth: inout IntentFacts) -> [JournalEntry.Event] {
        let units = random.chance(30) ? nil : 1 + Int64(random.next() % UInt64(most))
        refundsAsked += 1
        let (name, isDone) = ("re_\(refundsAsked)", random.chance(70))
        let key = IdempotencyKey.refund(name)
        let amount = units.map { Amount(minorUnits: $0, currency: .eur) }
        let leaving = JournalEntry.Event.refundLeaving(
            RefundParameters(paymentIntent: id, amount: amount), key, send: 1)
        if isDone || random.chance(50) {
            let left = most - min(most, truth.refunded)
            truth.refunded += units ?? left
            refunds.append(
                Refund(
                    id: name, amount: Amount(minorUnits: units ?? left, currency: .eur), status: .succeeded,
                    paymentIntent: id))
        }
        guard isDone || random.chance(50) else { return [leaving] }
        return [
            leaving, .requestSettled(key, RequestEnd(isDone ? .succeeded : .notExecuted, object: isDone ? name : nil)),
        ]
    }

    /// A till that only refunds what somebody sold whom head office does not know, or whose journal lacks it.
    private mutating func refundOnly(_ id: String, _ time: Int64, _ own: String) -> [JournalEntry] {
        var truth = facts(id, 5000, .succeeded)
        let events = refund(id, 5000, &truth)
        if random.chance(80) { answer(truth, time, makers(own)) }
        return entries(id, nil, events)
    }

    private mutating func stored(_ id: String, _ amount: Amount) -> [JournalEntry] {
        let limits = OfflineLimits(perPayment: [amount], stored: [amount], count: 1, oldestAge: .seconds(3600))
        let sale = OfflineSale(.payment(PaymentIntentParameters(amount)), card: CardDetails(), limits: limits)
        var events: [JournalEntry.Event] = [.offline(.stored(sale))]
        switch random.next() % 5 {
        case 0: break
        case 1: events.append(.offline(.forwarded(.approved(facts("pi" + id, amount.minorUnits, .succeeded)))))
        case 2: events.append(.offline(.deleted(by: "Ann")))
        case 3: events += [.offline(.deleted(by: "Ann")), .acknowledged(by: "Bob")]
        default:
            events.append(.offline(.forwarded(.declined(Decline(code: "card_declined"), intentID: "pi" + id))))
        }
        return entries(id, nil, events)
    }

    private func setup(_ id: String) -> JournalEntry.Event {
        .setupLeaving(CardSetup(setupIntent: id, allowRedisplay: .always), IdempotencyKey(id), send: 1)
    }

    private func call(_ id: String) -> JournalEntry.Event {
        .callLeaving(
            MoneyCall(.payout, amount: Amount(minorUnits: 700, currency: .eur)), IdempotencyKey(id), send: 1)
    }

    // MARK: - What the gateway has

    private func facts(_ id: String, _ units: Int64, _ status: PaymentIntentStatus) -> IntentFacts {
        IntentFacts(
            id: id, amount: Amount(minorUnits: units, currency: .eur), status: status,
            capturable: status == .requiresCapture ? units : nil, received: status == .succeeded ? units : nil)
    }

    private mutating func damage(_ facts: inout IntentFacts) {
        switch random.next() % 8 {
        case 0: facts.received = facts.received.map { $0 + 1 }
        case 1: facts.amount = Amount(minorUnits: facts.amount.minorUnits, currency: .usd)
        case 2: facts.refunded += 1 + Int64(random.next() % 9999)
        case 3: facts.refunded = 0
        case 4: facts.status = random.pick([.canceled, .requiresPaymentMethod, .processing, .unknown("new")])
        case 5: facts.status = random.pick([.succeeded, .requiresCapture])
        case 6: facts.received = nil
        default: facts.capturable = 1
        }
    }

    /// Adds the gateway's intent, which may have been created on another day.
    private mutating func answer(_ facts: IntentFacts, _ time: Int64, _ maker: String?) {
        func amount(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: facts.amount.currency) }
        let charge = Charge(
            id: "ch_" + facts.id, amount: facts.amount, amountCaptured: facts.amount,
            amountRefunded: amount(facts.refunded), captured: true, refunded: false, status: .succeeded)
        intents.append(
            PaymentIntent(
                id: facts.id, amount: facts.amount, status: facts.status,
                amountCapturable: facts.capturable.map(amount), amountReceived: facts.received.map(amount),
                created: (random.chance(80) ? time : self.time()) / 1000, latestCharge: .object(charge),
                metadata: maker.map { [PaymentIntent.journalMetadata: $0] } ?? [:]))
    }

    /// Most often in the day, in milliseconds.
    private mutating func time() -> Int64 {
        let second = Int64(random.next() % 86_400)
        return (Self.day.lowerBound + second + (random.chance(80) ? 0 : random.pick([-86_400, 86_400]))) * 1000
    }

    private mutating func units() -> Int64 { Int64(random.next() % 3) * 250 }

    /// This journal, one that is not enrolled, one that is enrolled and has no payments, or none.
    private mutating func makers(_ own: String) -> String? {
        random.pick([own, "stranger", Self.idle.id, nil])
    }
}
