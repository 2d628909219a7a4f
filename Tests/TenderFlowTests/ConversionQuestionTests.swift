import TenderModel
import Testing

@testable import TenderFlow

/// A terminal whose gateway offers a conversion; its customer and the clock are by hand, the rest is answered at once.
private struct AskingDesk {
    private static let reader = Reader(id: "r", model: "r", serialNumber: "1", discoveryMethod: .usb, simulated: true)
    private static let intent = KnownIntent(
        PaymentIntent(id: "pi_1", amount: Bench.amount, status: .requiresPaymentMethod))

    private var machine = TerminalMachine()
    private var events: [TerminalMachine.Event] = []
    private var isHandling = false
    private var timers: [(errand: Errand, end: Duration)] = []
    private var now = Duration.zero
    private var last: CommandID = 0
    /// What the customer sees, what the gateway gets, and the answers.
    private(set) var words: [String] = []

    init() {
        handle(.started)
        command(.connect(Self.reader))
        words = []
    }

    /// Collects and confirms in one call, or only collects.
    mutating func collect(confirmsAtOnce: Bool, total: Duration? = nil) {
        let how = TerminalMachine.Command.Collecting(
            inspects: true, requestsConversion: true, total: total, confirmsAtOnce: confirmsAtOnce)
        command(.collect(Self.intent, how, .reject))
    }

    mutating func confirm() { command(.confirm(Self.intent, .reject)) }

    mutating func cancelIntent() { command(.cancelIntent(Self.intent)) }

    mutating func cancelLastCommand() { handle(.cancel(last, .stop, by: 900)) }

    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let next = timers.filter({ $0.end <= end }).min(by: { $0.end < $1.end }) {
            now = next.end
            timers.removeAll { $0.errand == next.errand }
            handle(.timerFired(next.errand))
        }
        now = end
    }

    private mutating func command(_ command: TerminalMachine.Command) {
        last += 1
        handle(.command(last, command))
    }

    private mutating func handle(_ event: TerminalMachine.Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !events.isEmpty {
            for action in machine.handle(events.removeFirst(), Chance(1, UInt64(last))) { perform(action) }
        }
        isHandling = false
    }

    private mutating func perform(_ action: TerminalMachine.Action) {
        switch action {
        case .open(let serial, let reader): handle(.opened(serial, reader))
        case .collect(let errand, _): handle(.collected(errand, CardDetails()))
        case .append(let errand, _), .appendWithReceipt(let errand, _): handle(.appended(errand, nil))
        case .readHistory(let errand, _): handle(.history(errand, nil))
        case .takeUnresolved(let errand): handle(.histories(errand, []))
        case .send(let errand, _, let request, _, _, let conversion):
            handle(.answered(errand, .intent(facts(request, conversion))))
        case .startTimer(let errand, let duration): timers.append((errand, now + duration))
        case .stopTimer(let errand): timers.removeAll { $0.errand == errand }
        case .askConsent: words.append("ask")
        case .stopAsking: words.append("stop asking")
        case .dropCard: words.append("drop")
        case .answer(_, let answer): words.append(Self.word(answer))
        default: break
        }
    }

    private mutating func facts(_ request: PaymentRequest, _ conversion: ConversionRequest?) -> IntentFacts {
        switch request {
        case .attach:
            var facts = Bench.facts(.requiresConfirmation)
            facts.offer = Bench.offer()
            return facts
        case .cancel:
            words.append("cancel")
            return Bench.facts(.canceled)
        default:
            words.append(conversion == .choice(.declined) ? "confirm unconverted" : "confirm")
            return Bench.facts(.succeeded)
        }
    }

    private static func word(_ answer: TerminalMachine.Answer) -> String {
        switch answer {
        case .payment(let answer):
            switch answer.completion {
            case .collected: "collected"
            case .confirmed(.approved): "approved"
            case .confirmed(.canceled(by: .application)): "canceled"
            case .intentCanceled(.canceled): "intent canceled"
            case .refused(.confirm, .ready): "collect again"
            default: "\(answer.completion)"
            }
        case .stop(.canceled(by: .application), _), .stoppedBefore: "stopped"
        case .refused(.stoppedInLine): "given up"
        default: "\(answer)"
        }
    }
}

/// What ends the question in which currency a card is charged.
struct ConversionQuestionTests {
    /// The card that waits for its confirmation waits for the customer too.
    @Test func withoutAnAnswerTheCardPaysInTheShopsCurrency() {
        var desk = AskingDesk()
        desk.collect(confirmsAtOnce: false)
        desk.wait(.seconds(29))
        desk.confirm()
        desk.wait(.seconds(3600))
        #expect(desk.words == ["collected", "ask", "stop asking", "confirm unconverted", "drop", "approved"])
    }

    @Test func theQuestionEndsWithItsCard() {
        var desk = AskingDesk()
        desk.collect(confirmsAtOnce: true, total: .seconds(10))
        desk.wait(.seconds(3600))
        #expect(desk.words == ["ask", "drop", "stop asking", "collect again"])
    }

    @Test func theQuestionEndsWithItsIntent() {
        var desks = [AskingDesk(), AskingDesk()]
        desks[0].collect(confirmsAtOnce: false)
        desks[0].confirm()
        desks[1].collect(confirmsAtOnce: true)
        for index in desks.indices { desks[index].cancelIntent() }
        let expected = [
            ["collected", "ask", "stop asking", "given up", "drop", "cancel", "intent canceled"],
            ["ask", "stop asking", "drop", "canceled", "cancel", "intent canceled"],
        ]
        #expect(desks.map(\.words) == expected)
    }

    @Test func aCanceledConfirmationLeavesTheCard() {
        var desk = AskingDesk()
        desk.collect(confirmsAtOnce: false)
        desk.confirm()
        desk.cancelLastCommand()
        desk.confirm()
        #expect(desk.words == ["collected", "ask", "stop asking", "stopped", "given up", "ask"])
    }

    @Test func whoCollectsAndConfirmsInOneCallGivesUpTheCard() {
        var desk = AskingDesk()
        desk.collect(confirmsAtOnce: true)
        desk.cancelLastCommand()
        desk.confirm()
        #expect(desk.words == ["ask", "stop asking", "drop", "canceled", "stopped", "collect again"])
    }
}
