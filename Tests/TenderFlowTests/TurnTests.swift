import TenderModel
import Testing

@testable import TenderFlow

/// A terminal whose journal keeps back that an approval was told; everything else is answered at once.
private struct Desk {
    private static let amount = Amount(minorUnits: 400, currency: .eur)
    private static let reader = Reader(
        id: "r", model: "r", serialNumber: "1", discoveryMethod: .usb, simulated: true)

    private var machine = TerminalMachine()
    private var records: [String: PaymentHistory] = [:]
    private var claims: [Errand] = []
    private var last: CommandID = 1
    /// The intents that the reader was asked to read a card for.
    private(set) var asked: [String] = []

    init() {
        handle(.started)
        handle(.command(1, .connect(Self.reader)))
    }

    /// Sells, for one order.
    mutating func sell(_ id: String) {
        let intent = PaymentIntent(
            id: id, amount: Self.amount, status: .requiresPaymentMethod,
            metadata: [PaymentIntent.orderMetadata: "7"])
        last += 1
        handle(.command(last, .collect(KnownIntent(intent), .init(confirmsAtOnce: true), .reject)))
    }

    /// Ends the writing of what it keeps back.
    mutating func end(_ error: JournalError?) {
        let held = claims
        claims = []
        for claim in held { handle(.appended(claim, error)) }
    }

    private mutating func handle(_ event: TerminalMachine.Event) {
        for action in machine.handle(event, Chance(1, UInt64(last))) { perform(action) }
    }

    private mutating func perform(_ action: TerminalMachine.Action) {
        switch action {
        case .open(let serial, let reader): handle(.opened(serial, reader))
        case .collect(let errand, let request):
            asked.append(request.paymentIntent ?? "")
            handle(.collected(errand, CardDetails()))
        case .append(let errand, let entry), .appendWithReceipt(let errand, let entry): append(entry, errand)
        case .readHistory(let errand, let id): handle(.history(errand, records[id]))
        case .takeUnresolved(let errand): handle(.histories(errand, []))
        case .send(let errand, let id, _, _, _, _):
            let units = Self.amount.minorUnits
            let paid = IntentFacts(id: id, amount: Self.amount, status: .succeeded, received: units)
            handle(.answered(errand, .intent(paid)))
        default: break
        }
    }

    private mutating func append(_ entry: JournalEntry, _ errand: Errand) {
        if case .claimed = entry.event { return claims.append(errand) }
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

/// Whose turn it is at the reader.
@Suite struct TurnTests {
    /// An approval that nobody was told of keeps other cards of its order away.
    @Test(arguments: [nil, JournalError(message: "full")])
    func theNextCardWaitsUntilItIsRecordedThatTheLastApprovalWasTold(error: JournalError?) {
        var desk = Desk()
        desk.sell("pi_1")
        desk.sell("pi_2")
        #expect(desk.asked == ["pi_1"])
        desk.end(error)
        #expect(desk.asked == ["pi_1", "pi_2"])
    }
}
