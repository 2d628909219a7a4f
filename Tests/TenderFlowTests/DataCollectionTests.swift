import TenderModel
import Testing

@testable import TenderFlow

/// A terminal with a reader for cards that do not pay; the reader and the clock are by hand.
private struct DataDesk {
    /// What somebody or something does.
    enum Act {
        case read, readStripe, readInLine, refund(BusyPolicy), cancel, data, card, noCard(ReaderError), limit,
            readerIsLost, lateData
    }

    private static let reader = Reader(
        id: "r", model: "r", serialNumber: "1", discoveryMethod: .usb, simulated: true, dataTypes: [.nfcUid])
    private static let wish = CardWish.refund(
        RefundParameters(paymentIntent: "pi_1", amount: Amount(minorUnits: 400, currency: .eur)))

    private var machine = TerminalMachine(.init(policy: PaymentPolicy(presentCard: .seconds(101))))
    private var reading: Errand?
    private var collection: Errand?
    private var limits: [Errand] = []
    private var opening: Serial = 0
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
        case .read: ask(.collectData(CollectDataConfiguration(.nfcUid), .reject))
        case .readStripe: ask(.collectData(CollectDataConfiguration(.magstripe), .reject))
        case .readInLine: ask(.collectData(CollectDataConfiguration(.nfcUid), .queue))
        case .refund(let busy): ask(.present(Self.wish, .init(), busy))
        case .cancel: handle(.cancel(last, .stop, by: 900))
        case .data, .lateData: if let reading { handle(.dataCollected(reading)) }
        case .card: if let collection { handle(.collected(collection, CardDetails())) }
        case .noCard(let error): if let reading { handle(.notCollected(reading, error)) }
        case .limit: if let limit = limits.last { handle(.timerFired(limit)) }
        case .readerIsLost: handle(.readerTold(opening, .disconnected(.usbDisconnected)))
        }
    }

    private mutating func ask(_ command: TerminalMachine.Command) {
        last += 1
        handle(.command(last, command))
    }

    private mutating func handle(_ event: TerminalMachine.Event) {
        for action in machine.handle(event, Chance(1, UInt64(last))) { perform(action) }
    }

    private mutating func perform(_ action: TerminalMachine.Action) {
        switch action {
        case .open(let serial, _): opening = serial
        case .collect(let errand, _):
            collection = errand
            words.append("collect")
        case .collectData(let errand, let configuration):
            reading = errand
            words.append("read \(configuration.type.rawValue)")
        case .stopCollecting: words.append("stop")
        case .forgetRequest: words.append("forget")
        case .takeUnresolved(let errand): handle(.histories(errand, []))
        case .readHistory(let errand, _): handle(.history(errand, nil))
        case .startTimer(let errand, _): limits.append(errand)
        case .stopTimer(let errand): limits.removeAll { $0 == errand }
        case .answer(_, .made): words.append("handed out")
        case .answer(_, .cardCollected): words.append("collected")
        case .answer(_, .notCollected(let failure)): words.append("not collected: \(failure)")
        case .answer(_, .stoppedBefore): words.append("stopped")
        case .answer(_, .refused(let refusal)): words.append("refused: \(refusal)")
        default: break
        }
    }
}

@Suite struct DataCollectionTests {
    private static let stopped = "not collected: \(CollectionFailure.canceled(by: .application))"

    /// Each row: what is done, and what comes of it.
    private static let table: [([DataDesk.Act], [String])] = [
        ([.read, .data], ["read nfc_uid", "handed out", "forget"]),
        ([.readStripe], ["refused: \(TerminalMachine.Answer.Refusal.notSupported("reads no magstripe"))"]),
        // A payment, or a refund, and a reading are never at the reader at once.
        (
            [.read, .refund(.reject)],
            ["read nfc_uid", "refused: \(TerminalMachine.Answer.Refusal.busy(with: "collectData"))"]
        ),
        ([.read, .refund(.queue), .data], ["read nfc_uid", "handed out", "forget", "collect"]),
        (
            [.read, .refund(.replace), .noCard(.canceled(by: .application))],
            ["read nfc_uid", "stop", stopped, "collect"]
        ),
        ([.refund(.reject), .readInLine, .card], ["collect", "collected", "read nfc_uid"]),
        (
            [.refund(.reject), .readInLine, .cancel, .card],
            ["collect", "stopped", "refused: stoppedInLine", "collected"]
        ),
        // What was read while the reader was being stopped is dropped.
        ([.read, .cancel, .data], ["read nfc_uid", "stop", stopped, "stopped", "forget"]),
        (
            [.read, .cancel, .cancel, .noCard(.canceled(by: .application))],
            ["read nfc_uid", "stop", stopped, "stopped"]
        ),
        // A reader that does not stop is given up, and what it reads later is nobody's.
        ([.read, .cancel, .limit, .lateData], ["read nfc_uid", "stop", stopped, "stopped", "forget"]),
        (
            [.read, .limit, .noCard(.canceled(by: .application))],
            ["read nfc_uid", "stop", "not collected: \(CollectionFailure.timedOut)"]
        ),
        (
            [.read, .readerIsLost, .noCard(.disconnected(.usbDisconnected))],
            ["read nfc_uid", "stop", "not collected: \(CollectionFailure.readerLost(.usbDisconnected))"]
        ),
        (
            [.read, .noCard(.refused("a payment card"))],
            ["read nfc_uid", "not collected: \(CollectionFailure.refused("a payment card"))"]
        ),
    ]

    @Test func everyReadingHasItsTurnAndEndsOnce() {
        let wrong = Self.table.compactMap { acts, expected -> String? in
            var desk = DataDesk()
            for act in acts { desk.act(act) }
            return desk.words == expected ? nil : "\(acts): \(desk.words)"
        }
        #expect(wrong == [])
    }
}
