import SimulatedCard
import TenderModel
import TenderReaders

extension SimulatedNEO {
    private static let transactionCommand: UInt8 = 0x02

    mutating func carryOut(_ frame: NEOFrame, _ fault: DeviceFault?) {
        switch (frame.command, frame.code) {
        case (0x18, 0x01), (0x01, 0x01), (0x2C, 0x01): send(NEOFrame(answering: frame.command, .ok), fault)
        case (0x29, 0x00): send(NEOFrame(answering: 0x29, .ok, Array(Self.firmware.utf8)), fault)
        case (0x12, 0x01): send(NEOFrame(answering: 0x12, .ok, Array(options.serialNumber.utf8)), fault)
        case (0x05, 0x01):
            endTransaction()
            send(NEOFrame(answering: 0x05, .ok), fault)
        case (Self.transactionCommand, 0x40): activate(frame, fault)
        case (0x18, _), (0x01, _), (0x2C, _), (0x29, _), (0x12, _), (0x05, _), (Self.transactionCommand, _):
            send(NEOFrame(answering: frame.command, .unknownSubcommand), fault)
        default: send(NEOFrame(answering: frame.command, .unknownCommand), fault)
        }
    }

    private mutating func activate(_ frame: NEOFrame, _ fault: DeviceFault?) {
        guard case .idle = phase else { return send(NEOFrame(answering: frame.command, .notAllowed), fault) }
        guard let request = NEORequest(frame.data) else {
            return send(NEOFrame(answering: frame.command, .badParameter), fault)
        }
        phase = .armed(Transaction(request: request, ways: request.ways, fault: fault))
        startTimer(.timeOut, .seconds(Int64(request.seconds)))
        awaitCard()
    }

    private mutating func awaitCard() {
        if let delay = options.presentation.delay { startTimer(.present, delay) }
    }

    private mutating func endTransaction() {
        phase = .idle
        stopTimers { [.present, .read, .timeOut].contains($0) }
    }

    /// Presents the card; one that requires the chip is tapped first, and inserted when the reader asks for that.
    mutating func present(_ wished: CardPresentation.Way) {
        guard case .armed(let transaction) = phase else { return }
        let way = wished == .tap && !transaction.ways.contains(.tap) ? CardPresentation.Way.insert : wished
        guard transaction.ways.contains(way.interface) else { return }
        stopTimers { $0 == .present }
        phase = .reading(transaction, way)
        show(.cardFound)
        show(.processing)
        startTimer(.read, options.readDuration)
    }

    mutating func removeCard() {
        // A stripe is read in passing: there is nothing to remove.
        guard case .reading(let transaction, let way) = phase, way != .swipe else { return }
        stopTimers { $0 == .read }
        phase = .armed(transaction)
        show(.tryAgain)
        awaitCard()
    }

    mutating func endRead() {
        guard case .reading(var transaction, let way) = phase else { return }
        if way == .tap, options.presentation.card.contactlessIsRefused {
            transaction.ways.remove(.tap)
            phase = .armed(transaction)
            show(.useChip)
            awaitCard()
            return
        }
        endTransaction()
        let read = NEORead(card: options.presentation.card, way: way, amount: transaction.request.amount)
        guard let data = read.data(device: options.device, counter: counter) else {
            return send(NEOFrame(answering: Self.transactionCommand, .failed), transaction.fault)
        }
        counter &+= 1
        send(NEOFrame(answering: Self.transactionCommand, .requestOnline, data), transaction.fault)
    }

    mutating func timeOut() {
        let transaction: Transaction
        switch phase {
        case .armed(let active): transaction = active
        // A read in progress is completed.
        case .reading: return startTimer(.timeOut, .seconds(1))
        case .idle, .unplugged: return
        }
        endTransaction()
        send(NEOFrame(answering: Self.transactionCommand, .timedOut), transaction.fault)
    }

    private mutating func show(_ event: NEOScreenEvent) {
        send(NEOFrame(answering: Self.transactionCommand, .userInterfaceEvent, event.data))
    }
}

extension CardPresentation.Way {
    fileprivate var interface: NEOInterfaces {
        switch self {
        case .insert: .insert
        case .tap: .tap
        case .swipe: .swipe
        }
    }
}
