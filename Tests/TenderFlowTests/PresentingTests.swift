import TenderModel
import Testing

@testable import TenderFlow

/// A terminal whose journal answers at once; the reader, the gateway and the clock are by hand.
private struct Desk {
    /// What somebody or something does.
    enum Act {
        case process, collect, confirm, drop, cancel, replace, card, cardWithTip, noCard(ReaderError), limit,
            readerIsLost
        case made, lost, refused
    }

    static let amount = Amount(minorUnits: 400, currency: .eur)
    static let wish = RefundParameters(paymentIntent: "pi_1", amount: amount)
    private static let reader = Reader(
        id: "r", model: "r", serialNumber: "1", discoveryMethod: .usb, simulated: true)
    private static let policy = PaymentPolicy(
        presentCard: .seconds(101), maximumSends: 1, maximumAsks: 1, unknownPause: .seconds(105))

    private var machine = TerminalMachine(.init(policy: policy))
    private var records: PaymentHistory?
    private var collection: Errand?
    private var exchange: Errand?
    private var limits: [(Errand, Duration)] = []
    private var opening: Serial = 0
    private var last: CommandID = 1
    private var held = 0
    private(set) var words: [String] = []

    init() {
        handle(.started)
        handle(.command(1, .connect(Self.reader)))
        handle(.opened(opening, Self.reader))
        words = []
    }

    mutating func act(_ act: Act) {
        switch act {
        case .process: ask(.present(.refund(Self.wish), .init(confirmsAtOnce: true), .reject))
        case .collect: ask(.present(.refund(Self.wish), .init(), .reject))
        case .confirm: ask(.confirmCard(held, .refund(Self.wish), .reject))
        case .drop: ask(.dropCard(held))
        case .replace:
            var other = Self.wish
            other.amount = Amount(minorUnits: 300, currency: .eur)
            ask(.present(.refund(other), .init(confirmsAtOnce: true), .replace))
        case .cancel: handle(.cancel(last, .stop, by: 900))
        case .card: if let collection { handle(.collected(collection, CardDetails())) }
        case .cardWithTip: if let collection { handle(.collected(collection, CardDetails(), tip: Self.amount)) }
        case .noCard(let error): if let collection { handle(.notCollected(collection, error)) }
        case .limit: if let limit = limits.last { handle(.timerFired(limit.0)) }
        case .readerIsLost: handle(.readerTold(opening, .disconnected(.usbDisconnected)))
        case .made: answer(.init(.succeeded, .refund("re_1", .succeeded), network: .online))
        case .lost: answer(.init(.lost, network: nil))
        case .refused: answer(.init(.refused, network: .online))
        }
    }

    private mutating func ask(_ command: TerminalMachine.Command) {
        last += 1
        handle(.command(last, command))
    }

    private mutating func answer(_ reply: TerminalMachine.RequestReply) {
        if let exchange { handle(.requestAnswered(exchange, reply)) }
    }

    private mutating func handle(_ event: TerminalMachine.Event) {
        for action in machine.handle(event, Chance(1, UInt64(last))) { perform(action) }
    }

    private mutating func perform(_ action: TerminalMachine.Action) {
        switch action {
        case .open(let serial, _): opening = serial
        case .collect(let errand, let request):
            collection = errand
            words.append("collect \(request.purpose) \(request.amount.minorUnits)")
        case .stopCollecting: words.append("stop")
        case .dropCard: words.append("drop")
        case .request(let errand, let request, let card):
            exchange = errand
            let name = if case .refund = request { "send" } else { "ask" }
            words.append(name + (card == nil ? "" : " with card"))
        case .append(let errand, let entry):
            let now = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
            let record = RecordedEntry(sequence: 1, stamp: now, entry: entry)
            if records == nil { records = PaymentHistory(record) } else { records?.apply(record) }
            handle(.appended(errand, nil))
        case .takeUnresolved(let errand): handle(.histories(errand, []))
        case .readHistory(let errand, _): handle(.history(errand, records))
        case .startTimer(let errand, let duration): limits.append((errand, duration))
        case .stopTimer(let errand): limits.removeAll { $0.0 == errand }
        case .answer(let ids, let answer): note(ids, answer)
        default: break
        }
    }

    private mutating func note(_ ids: [CommandID], _ answer: TerminalMachine.Answer) {
        switch answer {
        case .cardCollected(let request, _):
            held = request
            words.append("collected")
        case .notCollected(let failure): words.append("not collected: \(failure)")
        case .made: words.append("made")
        case .unknown: words.append("unknown")
        case .notMade(let result, _, _, _): words.append("\(result)")
        case .refused(let refusal): words.append("refused: \(refusal)")
        case .stoppedBefore: words.append("stopped")
        case .nothingToStop: words.append("too late")
        default: words.append(ids == [1] ? "connected" : "\(answer)")
        }
    }
}

/// A request that collects a card, state by state.
@Suite struct PresentingTests {
    @Test func everyStateHasItsAnswer() {
        let canceled = "not collected: \(CollectionFailure.canceled(by: .application))"
        let table: [([Desk.Act], [String])] = [
            ([.process, .card, .made], ["collect refund 400", "send with card", "drop", "made"]),
            ([.process, .card, .refused], ["collect refund 400", "send with card", "drop", "notExecuted"]),
            (
                [.process, .card, .lost, .lost],
                ["collect refund 400", "send with card", "ask", "drop", "unknown"]
            ),
            // A repetition needs no card, and sends nothing.
            (
                [.process, .card, .lost, .lost, .process, .made],
                ["collect refund 400", "send with card", "ask", "drop", "unknown", "ask", "made"]
            ),
            (
                [.process, .card, .lost, .lost, .collect, .confirm, .made],
                ["collect refund 400", "send with card", "ask", "drop", "unknown", "collected", "ask", "made"]
            ),
            (
                [.collect, .card, .confirm, .made],
                ["collect refund 400", "collected", "send with card", "drop", "made"]
            ),
            (
                [.collect, .card, .limit, .confirm],
                ["collect refund 400", "collected", "drop", "refused: noCollectedCard"]
            ),
            (
                [.collect, .card, .drop, .confirm],
                ["collect refund 400", "collected", "drop", "done", "refused: noCollectedCard"]
            ),
            ([.collect, .card, .collect], ["collect refund 400", "collected", "drop", "collect refund 400"]),
            // Stopping: the command has its answer once the reader is idle, and a card that comes late is dropped.
            (
                [.process, .cancel, .noCard(.canceled(by: .application))],
                ["collect refund 400", "stop", "stopped", canceled]
            ),
            ([.process, .cancel, .card], ["collect refund 400", "stop", "drop", "stopped", canceled]),
            ([.process, .card, .cancel], ["collect refund 400", "send with card", "too late"]),
            (
                [.process, .noCard(.canceled(by: .customer))],
                ["collect refund 400", "not collected: \(CollectionFailure.canceled(by: .customer))"]
            ),
            (
                [.process, .limit, .noCard(.canceled(by: .application))],
                ["collect refund 400", "stop", "not collected: \(CollectionFailure.timedOut)"]
            ),
            (
                [.process, .cancel, .limit],
                [
                    "collect refund 400", "stop", "stopped", canceled,
                ]
            ),
            (
                [.process, .readerIsLost, .noCard(.disconnected(.usbDisconnected))],
                ["collect refund 400", "stop", "not collected: \(CollectionFailure.readerLost(.usbDisconnected))"]
            ),
            (
                [.process, .replace, .noCard(.canceled(by: .application))],
                ["collect refund 400", "stop", canceled, "collect refund 300"]
            ),
            (
                [.process, .cardWithTip],
                ["collect refund 400", "drop", "not collected: \(CollectionFailure.refused("it asked for a tip"))"]
            ),
        ]
        var wrong: [String] = []
        for (acts, expected) in table {
            var desk = Desk()
            for act in acts { desk.act(act) }
            if desk.words != expected { wrong.append("\(acts): \(desk.words), not \(expected)") }
        }
        #expect(wrong == [])
    }
}
