public import SimulatedCard
import TenderFlow
public import TenderReaders

/// A simulated ID TECH reader of the NEO family as a pure value: the other end of `NEOCore`, on any byte line.
///
/// It reads a simulated card, and hands over what a real reader does: masked details and an encrypted payload. The
/// encryption is the simulators' own under a published key, and is named accordingly; its name, ciphertext and tag
/// travel in tags of this project (`NEOTag.simulatedScheme` and its neighbors). The software's name says that it is
/// simulated.
public struct SimulatedNEO: ProtocolCore {
    /// Never: nothing is output besides what goes over the line.
    public typealias Output = Never

    /// The options of a reader.
    public struct Options: Hashable, Sendable {
        /// The card that is presented in every transaction.
        public var presentation: CardPresentation
        /// The serial number.
        public var serialNumber: String
        /// The reader's number, the first half of each payload's nonce.
        public var device: UInt32
        /// The second half of the first nonce; it grows by one with each card that is read.
        public var counter: UInt64
        /// The duration of a read.
        public var readDuration: Duration
        /// The faults, of the kinds in `faultKinds`, each once.
        public var faults: [DeviceFault]

        /// Creates the options.
        public init(
            presentation: CardPresentation = CardPresentation(.visa), serialNumber: String = "SIM-NEO-0001",
            device: UInt32 = 1, counter: UInt64, readDuration: Duration = .milliseconds(200),
            faults: [DeviceFault] = []
        ) {
            self.presentation = presentation
            self.serialNumber = serialNumber
            self.device = device
            self.counter = counter
            self.readDuration = readDuration
            self.faults = faults
        }
    }

    /// The faults that it supports; a message is a command with a correct checksum.
    ///
    /// By default, `mute` lasts forever and `late` two seconds.
    public static let faultKinds: [DeviceFault.Kind] = [.mute, .drop, .late, .badChecksum, .unplug, .garbage]

    /// The software's name.
    public static let firmware = NEOIdentity.simulatedPrefix + " NEO v1.00"

    enum Phase: Hashable {
        case idle
        /// Waiting for a card, in these ways.
        case armed(Transaction)
        /// Reading the card.
        case reading(Transaction, CardPresentation.Way)
        case unplugged
    }

    /// An active transaction, and the handling of its answer.
    struct Transaction: Hashable {
        let request: NEORequest
        var ways: NEOInterfaces
        let fault: DeviceFault?
    }

    enum Purpose: Hashable {
        case present, read, timeOut
        case answer([UInt8])
        case unmute
        case gap
    }

    let options: Options
    private let framing: NEOLink.Framing
    var phase = Phase.idle
    var counter: UInt64
    var isMuted = false
    var actions: [ProtocolAction<Never>] = []
    private var link: NEOLink
    private var faults: [DeviceFault]
    private var messages = 0
    private var timers: [Serial: Purpose] = [:]
    private var timersStarted: Serial = 0

    /// Creates a reader.
    public init(_ framing: NEOLink.Framing, _ options: Options) {
        self.options = options
        self.framing = framing
        counter = options.counter
        faults = options.faults.filter { Self.faultKinds.contains($0.kind) }
        link = NEOLink(framing, receiving: .leastSignificantFirst)
    }

    /// Handles one input and returns the actions.
    public mutating func handle(_ input: ProtocolInput<CounterEvent>) -> [ProtocolAction<Never>] {
        if case .opened = input { open() } else if phase != .unplugged { take(input) }
        defer { actions = [] }
        return actions
    }

    /// Handles the opening of the line; a reader that was unplugged restarts.
    private mutating func open() {
        stopTimers { $0 == .gap }
        link = NEOLink(framing, receiving: .leastSignificantFirst)
        guard phase == .unplugged else { return }
        phase = .idle
        isMuted = false
    }

    private mutating func take(_ input: ProtocolInput<CounterEvent>) {
        switch input {
        // It goes on alone; the next program to open the line finds it as it is then.
        case .opened, .lost: break
        case .received(let bytes): receive(bytes)
        case .timerFired(let timer): fire(timer)
        case .command(.presentCard): present(options.presentation.way)
        case .command(.removeCard): removeCard()
        // A reader of this family has no keys here, one place and one card.
        case .command(.pressStop), .command(.enterPIN), .command(.chooseCard), .command(.presentElsewhere): break
        case .command(.unplug): unplug()
        }
    }

    private mutating func receive(_ bytes: [UInt8]) {
        stopTimers { $0 == .gap }
        take(link.receive(bytes))
        if link.isPartial, phase != .unplugged { startTimer(.gap, NEOLink.longestGap) }
    }

    private mutating func take(_ elements: [NEOFrameParser.Element]) {
        for element in elements where phase != .unplugged {
            switch element {
            case .frame(let frame):
                messages += 1
                take(frame, takeFault())
            case .damaged(let command):
                if let command { send(NEOFrame(answering: command, .badChecksum)) }
            }
        }
    }

    /// Returns the fault of this message, which occurs once.
    private mutating func takeFault() -> DeviceFault? {
        guard let index = faults.firstIndex(where: { $0.message == messages }) else { return nil }
        return faults.remove(at: index)
    }

    private mutating func take(_ frame: NEOFrame, _ fault: DeviceFault?) {
        if let fault, fault.kind == .mute {
            isMuted = true
            if let duration = fault.duration { startTimer(.unmute, duration) }
        }
        if !isMuted { carryOut(frame, fault) }
    }

    private mutating func fire(_ timer: Serial) {
        switch timers.removeValue(forKey: timer) {
        case .present: present(options.presentation.way)
        case .read: endRead()
        case .timeOut: timeOut()
        case .answer(let bytes): transmit(bytes)
        case .unmute: isMuted = false
        case .gap: take(link.endBurst())
        case nil: break
        }
    }

    mutating func startTimer(_ purpose: Purpose, _ duration: Duration) {
        timersStarted &+= 1
        timers[timersStarted] = purpose
        actions.append(.startTimer(timersStarted, duration))
    }

    mutating func stopTimers(where isMeant: (Purpose) -> Bool) {
        // In order: a dictionary has none of its own.
        for timer in timers.keys.sorted() where timers[timer].map(isMeant) == true {
            timers[timer] = nil
            actions.append(.stopTimer(timer))
        }
    }

    /// Sends an answer, or what the fault makes of it.
    mutating func send(_ frame: NEOFrame, _ fault: DeviceFault? = nil) {
        var bytes = frame.encoded(.mostSignificantFirst)
        switch fault?.kind {
        case .drop: return
        case .late: return startTimer(.answer(bytes), fault?.duration ?? .seconds(2))
        case .badChecksum: bytes[bytes.count - 1] ^= 0xFF
        case .garbage: bytes = bytes.map { $0 ^ 0x5A }
        case .unplug: return unplug()
        default: break
        }
        transmit(bytes)
    }

    private mutating func transmit(_ bytes: [UInt8]) {
        if !isMuted { actions += link.pieces(bytes).map { .send($0) } }
    }

    private mutating func unplug() {
        stopTimers { _ in true }
        phase = .unplugged
        actions.append(.hangUp)
    }
}
