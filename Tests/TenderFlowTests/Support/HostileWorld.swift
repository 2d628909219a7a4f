import TenderFlow
import TenderModel
import TenderTestSupport

/// A machine in a world that obeys no rule: half of the events fit, the others have wrong serials, ids and sums.
struct HostileWorld {
    private(set) var machine: PaymentMachine
    private(set) var fault: String?
    private var random: SplitMix64
    private var records: [Serial: PaymentRequest] = [:]
    private var openRecords: [Serial] = []
    private var timers: [Serial] = []
    private var mayLeave: PaymentRequest?
    private var conclusions: [Serial] = []
    private var mayConclude = false
    private var told: [Serial] = []
    private var owed: [PaymentCommand: Int] = [:]
    private var owedCancels = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let starts: [PaymentIntentStatus] = [
            .requiresPaymentMethod, .requiresPaymentMethod, .requiresCapture, .succeeded,
        ]
        let policy = PaymentPolicy(
            presentCard: .seconds(1), total: random.chance(50) ? .seconds(2) : nil, maximumSends: 2, maximumAsks: 2
        )
        let isOffline = random.chance(20)
        machine = PaymentMachine(
            terms: PaymentTerms(
                intentID: isOffline ? "offline_k" : "pi_1", amount: Bench.amount,
                maximumTip: random.pick([0, 10, .max]), acceptsPartial: random.chance(30),
                captureMethod: random.pick([.automatic, .manual]), baseKey: "k"
            ),
            facts: Bench.facts(isOffline ? .requiresPaymentMethod : random.pick(starts)), policy: policy
        )
    }

    // MARK: - Events

    mutating func nextEvent() -> PaymentEvent { random.chance(60) ? fitting() : anything() }

    /// An event that the phase waits for, as far as there is one.
    private mutating func fitting() -> PaymentEvent {
        if let record = openRecords.first, random.chance(80) {
            openRecords.removeFirst()
            return random.chance(95) ? .recorded(record) : .recordFailed(record)
        }
        if let exchange = machine.exchange { return .answered(exchange, reply(fits: true), jitter()) }
        switch machine.phase {
        case .ready: return random.chance(90) ? .collectRequested(inspect: random.chance(30)) : .cancelIntentRequested
        case .collecting:
            return random.chance(70)
                ? .cardCollected(awaitsIssuer: random.chance(40)) : .cancelRequested(mode(), by: .application)
        case .stopping: return .collectionFailed(.canceled(by: .application))
        case .collected: return .confirmRequested
        case .approved where random.chance(30): return .incrementRequested(random.pick([1000, 1500]))
        case .approved: return .captureRequested(random.chance(50) ? nil : 1000)
        case .storing where random.chance(30): return .cancelRequested(mode(), by: .application)
        case .concluding where !told.isEmpty: return .cardConcluded(told.removeLast(), random.pick(CardWord.allCases))
        case .opening, .pursuing, .concluding, .settling, .storing, .stored, .canceled, .reversed:
            guard let timer = timers.last else { return anything() }
            return .timerFired(timer, jitter())
        }
    }

    private mutating func anything() -> PaymentEvent {
        switch random.next() % 19 {
        case 0: .collectRequested(inspect: random.chance(50))
        case 1: .confirmRequested
        case 2: .captureRequested(random.pick([nil, 0, 1, 1000, .min, .max]))
        case 3: .cancelRequested(mode(), by: random.pick(CancelOrigin.allCases))
        case 4: .cancelIntentRequested
        case 5: .intentEdited(terms())
        case 6: .recorded(serial())
        case 7: .recordFailed(serial())
        case 8: .cardCollected(awaitsIssuer: random.chance(50))
        case 17: .cardConcluded(serial(), random.pick(CardWord.allCases))
        case 9: .collectionFailed(failure())
        case 10: .readerLost
        case 11: .tipChosen(random.pick([.min, 0, 5, .max]))
        case 14: .surchargeChosen(random.pick([.min, 0, 5, .max]))
        case 15: .conversionChosen(conversion())
        case 16: .conversionAsked
        case 12: .answered(serial(), reply(fits: false), jitter())
        case 13: .incrementRequested(random.pick([.min, 0, 999, 1000, 1500, .max]))
        default: .timerFired(serial(), jitter())
        }
    }

    private mutating func mode() -> CancelMode { random.pick([.stop, .reverseIfApproved]) }

    private mutating func jitter() -> Jitter { Jitter(permille: random.pick([.min, 0, 500, 1000, .max])) }

    private mutating func serial() -> Serial {
        random.pick([.min, -1, 0, 1, 7, .max, machine.exchange ?? 3, openRecords.last ?? 4, timers.first ?? 5])
    }

    private mutating func terms() -> PaymentTerms {
        PaymentTerms(
            intentID: random.pick(["pi_1", "pi_1", "pi_2"]),
            amount: Amount(minorUnits: random.pick([1000, 0, .min, .max]), currency: random.pick([.eur, .usd])),
            maximumTip: random.pick([.min, 0, .max]), tip: random.pick([nil, .min, 5, .max]), baseKey: "k"
        )
    }

    private mutating func failure() -> CollectionFailure {
        random.pick([
            .canceled(by: .customer), .readerLost(.unknown), .readerBusy, .timedOut, .cardNotRead(.insert),
            .refused(""),
            .communication(""), .journalUnavailable, .notAttached(nil),
        ])
    }

    private mutating func reply(fits: Bool) -> GatewayReply {
        switch random.next() % 8 {
        case 0, 1, 2: .intent(facts(fits: fits))
        case 3: .refund(refund(fits: fits))
        case 4: .declined(Decline(code: "card_declined"), random.chance(30) ? nil : facts(fits: fits))
        case 5: .refused(random.pick(GatewayReply.Refusal.allCases), random.chance(50) ? nil : facts(fits: fits))
        case 6: .serverError(stored: random.chance(50))
        default: random.pick([.noAnswer, .notSent, .noRefund(others: random.pick([.min, 0, 1000, .max]))])
        }
    }

    private mutating func refund(fits: Bool) -> RefundFacts {
        RefundFacts(
            intent: fits ? "pi_1" : random.pick([nil, "pi_2"]),
            amount: Amount(minorUnits: fits ? 1000 : random.pick([0, .min, .max]), currency: .eur),
            status: random.pick([.succeeded, .pending, .failed, .canceled, .requiresAction, .unknown("odd")])
        )
    }

    private mutating func facts(fits: Bool) -> IntentFacts {
        let status = random.pick(PaymentIntentStatus.known + [.unknown("odd"), .succeeded, .requiresCapture])
        if fits { return Bench.facts(status, charge: random.pick([nil, "ch_1"])) }
        let sums: [Int64] = [0, 1, 1000, -1, .min, .max]
        return IntentFacts(
            id: random.pick(["pi_1", "pi_2", ""]),
            amount: Amount(minorUnits: random.pick(sums), currency: random.pick([.eur, .usd])),
            tip: random.pick(sums), status: status, capturable: random.pick(sums), received: random.pick(sums),
            refunded: random.pick(sums), charge: random.pick([nil, "ch_1", "ch_2"]),
            decline: random.pick([nil, Decline(code: "card_declined")]),
            requested: random.pick([nil, 1000, .min, .max]),
            surcharge: random.pick(sums), conversion: random.pick([nil, conversion()]),
            offer: random.pick([nil, Bench.offer()])
        )
    }

    private mutating func conversion() -> ConversionChoice {
        random.pick([.declined, .accepted(Amount(minorUnits: random.pick([0, 1200, .max]), currency: .usd))])
    }

    // MARK: - What must hold

    mutating func take(_ event: PaymentEvent) {
        switch event {
        case .collectRequested: owed[.collect, default: 0] += 1
        case .confirmRequested: owed[.confirm, default: 0] += 1
        case .captureRequested: owed[.capture, default: 0] += 1
        case .incrementRequested: owed[.increment, default: 0] += 1
        case .cancelIntentRequested: owed[.cancelIntent, default: 0] += 1
        case .cancelRequested: owedCancels += 1
        case .recorded(let serial):
            mayLeave = records.removeValue(forKey: serial)
            mayConclude = conclusions.contains(serial)
        case .timerFired(let serial, _): timers.removeAll { $0 == serial }
        default: break
        }
        for action in machine.handle(event) { perform(action) }
        (mayLeave, mayConclude) = (nil, false)
        if machine.isIdle, owed.values.contains(where: { $0 != 0 }) { fault = "a command was not answered: \(owed)" }
        if machine.isIdle, owedCancels > 0 { fault = "a cancel was not answered" }
    }

    private mutating func perform(_ action: PaymentAction) {
        switch action {
        case .record(let serial, let entry):
            openRecords.append(serial)
            if case .requestLeaving(let request, _) = entry.event { records[serial] = request }
            if case .concluding = entry.event { conclusions.append(serial) }
        case .send(_, let request):
            if machine.terms.isOffline { fault = "\(request) left for an intent that the gateway does not know" }
            if request.key != nil, mayLeave != request { fault = "\(request) left without its record" }
        case .startTimer(let serial, let duration):
            if duration < .zero { fault = "a negative timer" }
            timers.append(serial)
        case .stopTimer(let serial): timers.removeAll { $0 == serial }
        case .store(let serial): openRecords.append(serial)
        case .finish(let completion): finish(completion)
        case .conclude(let serial, .approved):
            if !mayConclude { fault = "a card was told of an approval before its record" }
            told.append(serial)
        case .conclude, .note, .startCollection, .stopCollection, .dropCard, .abandon, .notify, .reportUnexpected: break
        }
    }

    private mutating func finish(_ completion: PaymentCompletion) {
        switch completion {
        case .collected, .collectionFailed: answer(.collect)
        case .confirmed, .storedOffline: answer(.confirm)
        case .captured: answer(.capture)
        case .incremented: answer(.increment)
        case .intentCanceled: answer(.cancelIntent)
        case .refused(let command, _): answer(command)
        case .cancelAnswered:
            // Cancels that come before the answer share it.
            if owedCancels == 0 { fault = "a cancel was answered twice" }
            owedCancels = 0
        }
    }

    private mutating func answer(_ command: PaymentCommand) {
        owed[command, default: 0] -= 1
        if owed[command, default: 0] < 0 { fault = "\(command) was answered twice" }
    }
}

extension PaymentEvent {
    /// The kind of the event, without its values.
    var kind: String { String("\(self)".prefix { $0 != "(" }) }

    /// Every kind of event.
    static let kinds = [
        "collectRequested", "confirmRequested", "captureRequested", "cancelRequested", "cancelIntentRequested",
        "intentEdited", "recorded", "recordFailed", "tipChosen", "surchargeChosen", "conversionAsked",
        "conversionChosen", "cardCollected", "cardConcluded",
        "collectionFailed",
        "readerLost",
        "answered",
        "timerFired",
    ]
}
