import TenderModel
import Testing

@testable import TenderFlow

/// A terminal with a reader that reads UIDs and can restart; the reader and the clock are by hand.
private struct ReaderDesk {
    /// What somebody or something does.
    enum Act {
        case read, readStripe, readInLine, refund(BusyPolicy), cancel, data, card, noCard(ReaderError), limit,
            readerIsLost, readerIsBack, lateData, reboot, rebooted, notRebooted(ReaderError), update,
            progress(Int), installed, noUpdate(ReaderError)
    }

    private static let reader = Reader(id: "r", model: "r", serialNumber: "1", discoveryMethod: .usb, simulated: true)
    private static let wish = CardWish.refund(
        RefundParameters(paymentIntent: "pi_1", amount: Amount(minorUnits: 400, currency: .eur)))

    private var machine = TerminalMachine(.init(policy: PaymentPolicy(presentCard: .seconds(101))))
    private var reading: Errand?
    private var collection: Errand?
    private var restart: Errand?
    private var update: Errand?
    private var limits: [Errand] = []
    private var opening: Serial = 0
    private var closing: Serial = 0
    private var last: CommandID = 1
    private(set) var words: [String] = []

    private let described: Reader

    init(canReboot: Bool = true) {
        var reader = Self.reader
        (reader.dataTypes, reader.canReboot) = ([.nfcUid], canReboot ? true : nil)
        reader.availableUpdate = ReaderSoftwareUpdate(softwareVersion: "2.0")
        described = reader
        handle(.started)
        handle(.command(1, .connect(Self.reader)))
        handle(.opened(opening, reader))
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
        case .update: ask(.installUpdate)
        case .progress(let percent): if let update { handle(.updateProgressed(update, percent)) }
        case .installed: if let update { handle(.updateInstalled(update)) }
        case .noUpdate(let error): if let update { handle(.notCollected(update, error)) }
        case .reboot: ask(.reboot)
        case .rebooted: if let restart { handle(.rebooted(restart, nil)) }
        case .notRebooted(let error): if let restart { handle(.rebooted(restart, error)) }
        case .readerIsBack:
            handle(.closed(closing))
            handle(.opened(opening, described))
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
        case .reboot(let errand):
            restart = errand
            words.append("reboot")
        case .installUpdate(let errand):
            update = errand
            words.append("update")
        case .publish(_, .updateProgress(let percent)): words.append("\(percent) %")
        case .publish(_, .updateFinished(let update, let failure)):
            words.append("\(update?.softwareVersion ?? "none"): \(failure.map { "\($0)" } ?? "finished")")
        case .answer(_, .updated(let update)): words.append("has \(update?.softwareVersion ?? "none")")
        case .close(let serial):
            closing = serial
            words.append("close")
        case .stopCollecting: words.append("stop")
        case .forgetRequest: words.append("forget")
        case .takeUnresolved(let errand): handle(.histories(errand, []))
        case .readHistory(let errand, _): handle(.history(errand, nil))
        case .startTimer(let errand, _): limits.append(errand)
        case .stopTimer(let errand): limits.removeAll { $0 == errand }
        case .answer(_, .done): words.append("done")
        case .answer(_, .nothingToStop): words.append("nothing to stop")
        case .answer(_, .readerFailed(let error)): words.append("failed: \(error)")
        case .answer(_, .made): words.append("handed out")
        case .answer(_, .cardCollected): words.append("collected")
        case .answer(_, .notCollected(let failure)): words.append("not collected: \(failure)")
        case .answer(_, .stoppedBefore): words.append("stopped")
        case .answer(_, .refused(let refusal)): words.append("refused: \(refusal)")
        default: break
        }
    }
}

@Suite struct ReaderCommandTests {
    private static let stopped = "not collected: \(CollectionFailure.canceled(by: .application))"

    /// Each row: what is done, and what comes of it.
    private static let readings: [([ReaderDesk.Act], [String])] = [
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
        ([.read, .cancel, .limit, .lateData], ["read nfc_uid", "stop", stopped, "stopped", "close", "forget"]),
        (
            [.read, .limit, .noCard(.canceled(by: .application))],
            ["read nfc_uid", "stop", "not collected: \(CollectionFailure.timedOut)"]
        ),
        (
            [.read, .readerIsLost, .noCard(.disconnected(.usbDisconnected))],
            ["read nfc_uid", "close", "stop", "not collected: \(CollectionFailure.readerLost(.usbDisconnected))"]
        ),
        (
            [.read, .noCard(.refused("a payment card"))],
            ["read nfc_uid", "not collected: \(CollectionFailure.refused("a payment card"))"]
        ),
    ]

    @Test func everyReadingHasItsTurnAndEndsOnce() {
        #expect(Self.wrong(Self.readings) == [])
    }

    private static func wrong(_ table: [([ReaderDesk.Act], [String])]) -> [String] {
        table.compactMap { acts, expected in
            var desk = ReaderDesk()
            for act in acts { desk.act(act) }
            return desk.words == expected ? nil : "\(acts): \(desk.words)"
        }
    }

    private static func busy(_ name: String) -> String { "refused: \(TerminalMachine.Answer.Refusal.busy(with: name))" }

    /// Each row: what is done, and what comes of it.
    private static let restarts: [([ReaderDesk.Act], [String])] = [
        ([.reboot, .rebooted], ["reboot", "close", "done"]),
        // Whether the reader goes first or answers first is the same.
        ([.reboot, .readerIsLost, .rebooted], ["reboot", "close", "done"]),
        (
            [.reboot, .notRebooted(.refused("not now"))],
            ["reboot", "failed: \(ReaderError.refused("not now"))"]
        ),
        ([.reboot, .cancel, .rebooted], ["reboot", "nothing to stop", "close", "done"]),
        (
            [.reboot, .limit, .rebooted],
            ["reboot", "close", "failed: \(ReaderError.communication("the reader did not answer in time"))"]
        ),
        // Never while a payment, or a refund, is under way or has a card.
        ([.read, .reboot], ["read nfc_uid", busy("collectData")]),
        ([.refund(.reject), .reboot], ["collect", busy("collectRefund")]),
        ([.refund(.reject), .card, .reboot], ["collect", "collected", busy("a payment")]),
        ([.reboot, .refund(.reject)], ["reboot", busy("rebootReader")]),
        ([.reboot, .refund(.queue), .rebooted], ["reboot", "close", "done", "refused: noReader"]),
    ]

    @Test func aRestartIsNeverBesideAPaymentAndEndsOnce() {
        #expect(Self.wrong(Self.restarts) == [])
    }

    /// Each row: what is done, and what comes of it.
    private static let updates: [([ReaderDesk.Act], [String])] = [
        (
            [.update, .progress(40), .progress(900), .installed, .update],
            ["update", "40 %", "100 %", "2.0: finished", "has 2.0", "none: finished", "has none"]
        ),
        (
            [.update, .cancel, .noUpdate(.canceled(by: .application)), .progress(50), .update],
            ["update", "stop", "2.0: \(CollectionFailure.canceled(by: .application))", stopped, "stopped", "update"]
        ),
        // What is installed is not told as canceled, nor is what the reader does not call so; nothing ends it half-way.
        ([.update, .cancel, .installed], ["update", "stop", "nothing to stop", "2.0: finished", "has 2.0"]),
        ([.update, .cancel, .limit, .installed], ["update", "stop", "nothing to stop", "2.0: finished", "has 2.0"]),
        (
            [.update, .cancel, .noUpdate(.communication("half"))],
            [
                "update", "stop", "nothing to stop", "2.0: \(CollectionFailure.communication("half"))",
                "not collected: \(CollectionFailure.communication("half"))",
            ]
        ),
        // The reader may be lost before it tells the end, and be another one since.
        ([.update, .readerIsLost, .installed], ["update", "close", "stop", "2.0: finished", "has 2.0"]),
        (
            [.update, .readerIsLost, .noUpdate(.disconnected(.usbDisconnected))],
            [
                "update", "close", "stop", "2.0: \(CollectionFailure.readerLost(.usbDisconnected))",
                "not collected: \(CollectionFailure.readerLost(.usbDisconnected))",
            ]
        ),
        (
            [.update, .readerIsLost, .readerIsBack, .installed, .update],
            ["update", "close", "stop", "2.0: finished", "has 2.0", "update"]
        ),
        (
            [.update, .noUpdate(.refused("low battery"))],
            [
                "update", "2.0: \(CollectionFailure.refused("low battery"))",
                "not collected: \(CollectionFailure.refused("low battery"))",
            ]
        ),
        ([.update, .refund(.reject)], ["update", busy("installAvailableUpdate")]),
        ([.update, .refund(.replace)], ["update", busy("installAvailableUpdate")]),
        ([.refund(.reject), .update], ["collect", busy("collectRefund")]),
        ([.refund(.reject), .card, .update], ["collect", "collected", busy("a payment")]),
    ]

    @Test func anUpdateIsNeverBesideAPaymentAndEndsOnce() {
        #expect(Self.wrong(Self.updates) == [])
    }

    @Test func aReaderThatCannotRestartIsNotAsked() {
        var desk = ReaderDesk(canReboot: false)
        desk.act(.reboot)
        #expect(desk.words == ["refused: \(TerminalMachine.Answer.Refusal.notSupported("cannot be restarted"))"])
    }
}
