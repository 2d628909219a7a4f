import TenderModel
import Testing

@testable import TenderFlow

/// A terminal whose cards wait in the reader for the issuer's answer; the cards, the gateway and the clock are by hand.
private struct WaitingDesk {
    /// What somebody or something does.
    enum Act {
        case collect(Int, BusyPolicy), confirm(Int), refund, card, approved, declined, given, says(CardWord), window,
            conclusionLimit, stopLimit, readerIsLost
    }

    private static let reader = Reader(id: "r", model: "r", serialNumber: "1", discoveryMethod: .usb, simulated: true)
    private static let amount = Amount(minorUnits: 400, currency: .eur)
    private static let policy = PaymentPolicy(confirmWindow: .seconds(101), conclude: .seconds(102))

    private var machine = TerminalMachine(.init(policy: policy, readerStopLimit: .seconds(103)))
    private var opening: Serial = 0
    private var collection: Errand?
    private var told: Errand?
    private var exchange: (errand: Errand, intentID: String)?
    private var records: [String: PaymentHistory] = [:]
    private var timers: [(errand: Errand, duration: Duration)] = []
    private var last: CommandID = 1
    private(set) var words: [String] = []

    init() {
        handle(.started)
        handle(.command(1, .connect(Self.reader)))
        handle(.opened(opening, Self.reader))
        words = []
    }

    mutating func act(_ act: Act) {
        switch act {
        case .collect(let number, let busy): ask(.collect(Self.intent(number), .init(), busy))
        case .confirm(let number): ask(.confirm(Self.intent(number), .reject))
        case .refund:
            ask(.present(.refund(RefundParameters(paymentIntent: "pi_9", amount: Self.amount)), .init(), .reject))
        case .card: if let collection { handle(.collected(collection, CardDetails(), awaitsIssuer: true)) }
        case .approved: answer(.requiresCapture)
        case .declined:
            guard let exchange else { return }
            handle(.answered(exchange.errand, .declinedUnderKey(Decline(code: "card_declined"), nil)))
        case .given: answer(.canceled)
        case .says(let word): if let told { handle(.concluded(told, word)) }
        case .window: fire(.seconds(101))
        case .conclusionLimit: fire(.seconds(102))
        case .stopLimit: fire(.seconds(103))
        case .readerIsLost: handle(.readerTold(opening, .disconnected(.usbDisconnected)))
        }
    }

    private static func intent(_ number: Int) -> KnownIntent {
        KnownIntent(
            PaymentIntent(
                id: "pi_\(number)", amount: amount, status: .requiresPaymentMethod, captureMethod: .manual))
    }

    private mutating func ask(_ command: TerminalMachine.Command) {
        last += 1
        handle(.command(last, command))
    }

    private mutating func answer(_ status: PaymentIntentStatus) {
        guard let exchange else { return }
        let held = status == .requiresCapture ? Self.amount.minorUnits : 0
        let facts = IntentFacts(id: exchange.intentID, amount: Self.amount, status: status, capturable: held)
        handle(.answered(exchange.errand, .intent(facts)))
    }

    private mutating func fire(_ duration: Duration) {
        guard let timer = timers.last(where: { $0.duration == duration }) else { return }
        timers.removeAll { $0.errand == timer.errand }
        handle(.timerFired(timer.errand))
    }

    private mutating func handle(_ event: TerminalMachine.Event) {
        for action in machine.handle(event, Chance(1, UInt64(last))) { perform(action) }
    }

    private mutating func perform(_ action: TerminalMachine.Action) {
        switch action {
        case .open(let serial, _): opening = serial
        case .close: words.append("close")
        case .collect(let errand, let request):
            collection = errand
            words.append("collect \(request.paymentIntent ?? "for a refund")")
        case .conclude(let errand, let verdict):
            told = errand
            words.append("tell \(verdict)")
        case .stopCollecting: words.append("stop")
        case .dropCard: words.append("drop")
        case .send(let errand, let id, let request, _, _, _):
            exchange = (errand, id)
            words.append("\(request)".prefix { $0 != "(" } + " " + id)
        case .append(let errand, let entry), .appendWithReceipt(let errand, let entry): append(entry, errand)
        case .takeUnresolved(let errand): handle(.histories(errand, []))
        case .readHistory(let errand, let id): handle(.history(errand, records[id]))
        case .startTimer(let errand, let duration): timers.append((errand, duration))
        case .stopTimer(let errand): timers.removeAll { $0.errand == errand }
        case .answer(_, .payment(let answer)): words.append(Self.words(answer.completion))
        case .answer(_, .refused(let refusal)): words.append("refused: \(refusal)")
        case .answer(_, .cardCollected): words.append("collected")
        default: break
        }
    }

    private static func words(_ completion: PaymentCompletion) -> String {
        switch completion {
        case .collected: "collected"
        case .confirmed(.approved): "approved"
        case .confirmed(.declined(let decline, _)): decline.reason
        default: "\(completion)"
        }
    }

    private mutating func append(_ entry: JournalEntry, _ errand: Errand) {
        let now = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
        let record = RecordedEntry(sequence: 1, stamp: now, entry: entry)
        if records[entry.intentID] == nil {
            records[entry.intentID] = PaymentHistory(record)
        } else {
            records[entry.intentID]?.apply(record)
        }
        handle(.appended(errand, nil))
    }
}

/// The reader is a payment's until its card has concluded (money rule 5).
@Suite struct WaitingCardTests {
    private static let busy =
        "refused: \(TerminalMachine.Answer.Refusal.busy(with: "a card that waits for its confirmation"))"

    /// Each row: what is done, and what comes of it.
    private static let rows: [([WaitingDesk.Act], [String])] = [
        // The card agrees, or does not.
        (
            [.collect(1, .reject), .card, .confirm(1), .approved, .says(.approved)],
            ["collect pi_1", "collected", "confirm pi_1", "tell approved", "drop", "approved"]
        ),
        (
            [.collect(1, .reject), .card, .confirm(1), .approved, .says(.declined), .given],
            ["collect pi_1", "collected", "confirm pi_1", "tell approved", "drop", "cancel pi_1", "declined_by_card"]
        ),
        // Nobody else collects while it waits, and whoever stands in line begins when it has concluded.
        (
            [.collect(1, .reject), .card, .collect(2, .reject), .collect(2, .replace)],
            ["collect pi_1", "collected", busy, busy]
        ),
        (
            [.collect(1, .reject), .card, .collect(2, .queue), .confirm(1), .approved, .says(.approved)],
            ["collect pi_1", "collected", "confirm pi_1", "tell approved", "drop", "approved", "collect pi_2"]
        ),
        (
            [.collect(1, .reject), .card, .collect(2, .queue), .window, .says(.failed)],
            ["collect pi_1", "collected", "tell noAnswer", "drop", "collect pi_2"]
        ),
        // After a decline the reader still ends with the card, which the next collection waits for.
        (
            [.collect(1, .reject), .card, .confirm(1), .declined, .collect(1, .reject), .says(.declined)],
            ["collect pi_1", "collected", "confirm pi_1", "tell declined", "drop", "card_declined", "collect pi_1"]
        ),
        // A new collection for the same payment gives its card up.
        (
            [.collect(1, .reject), .card, .collect(1, .reject), .says(.failed)],
            ["collect pi_1", "collected", "tell noAnswer", "drop", "collect pi_1"]
        ),
        // A reader that does not end with its card is given up, and the approval given back.
        (
            [.collect(1, .reject), .card, .confirm(1), .approved, .conclusionLimit, .stopLimit, .given],
            [
                "collect pi_1", "collected", "confirm pi_1", "tell approved", "stop", "drop", "cancel pi_1", "close",
                "declined_by_card",
            ]
        ),
        (
            [.collect(1, .reject), .card, .confirm(1), .approved, .readerIsLost, .given, .says(.approved)],
            [
                "collect pi_1", "collected", "confirm pi_1", "tell approved", "close", "drop", "cancel pi_1",
                "declined_by_card",
            ]
        ),
        // Lost before: the card's word cannot come, and nobody is asked for it.
        (
            [.collect(1, .reject), .card, .confirm(1), .readerIsLost, .approved, .given],
            ["collect pi_1", "collected", "confirm pi_1", "close", "drop", "cancel pi_1", "declined_by_card"]
        ),
        ([.collect(1, .reject), .card, .readerIsLost], ["collect pi_1", "collected", "close", "drop"]),
        // Only a card that pays waits.
        ([.refund, .card], ["collect for a refund", "tell noAnswer", "collected"]),
    ]

    @Test func theReaderIsAPaymentsUntilItsCardHasConcluded() {
        var wrong: [String] = []
        for (acts, expected) in Self.rows {
            var desk = WaitingDesk()
            for act in acts { desk.act(act) }
            if desk.words != expected { wrong.append("\(acts): \(desk.words)") }
        }
        #expect(wrong == [])
    }
}
