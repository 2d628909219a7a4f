public import SimulatedCard
import TenderFlow
public import TenderReaders

/// A simulated payment terminal that speaks ZVT, as a pure value: it authorises by the rules of a simulated card's issuer
/// and keeps its own ledger, which outlives connections.
///
/// Nothing here is a real terminal; the till's messages are counted from 1 over all connections for the faults. What was
/// begun goes on when the connection is cut, as a card may be presented afterwards; its messages are then lost.
public struct SimulatedZVTTerminal: ProtocolCore {
    /// What somebody at the counter does.
    public typealias Command = CounterEvent
    /// It tells its user nothing.
    public typealias Output = Never

    /// One booking of the ledger.
    public struct Entry: Hashable, Sendable {
        /// What was booked.
        public enum Kind: String, Hashable, Sendable {
            case payment, preauthorization, refund
        }

        /// What was booked.
        public var kind: Kind
        /// The receipt number.
        public var receipt: Int
        /// The trace number.
        public var trace: Int
        /// The amount in minor units.
        public var amount: Int64
        /// What was booked of a pre-authorisation, in minor units; nil while it is held.
        public var booked: Int64?
        /// Whether it was taken back.
        public var isReversed = false
        /// The batch that it is in, from 1.
        public var batch: Int

        /// What it moved for good, in minor units: above zero to the merchant.
        public var moved: Int64 {
            guard !isReversed else { return 0 }
            return switch kind {
            case .payment: amount
            case .preauthorization: booked ?? 0
            case .refund: -amount
            }
        }
    }

    /// The faults that it knows; more time is asked for with `84 9C`.
    public static let faultKinds: [DeviceFault.Kind] = [
        .mute, .timeExtension, .badChecksum, .drop, .late, .unplug, .garbage, .loseCompletion,
    ]

    /// How the terminal is set up.
    public struct Configuration: Sendable {
        /// What carries the messages.
        public var framing: ZVTLink.Framing
        /// The terminal's id, eight digits.
        public var terminalID: String
        /// The currency's number.
        public var currency: String
        /// How it writes text.
        public var characters: ZVTCharacterSet
        /// The receipt number of the newest transaction of an earlier day; nil for a terminal fresh from the box.
        public var lastReceipt: Int?
        /// Whether a card is presented as soon as one is asked for.
        public var presentsCard: Bool
        /// How long it waits for a card.
        public var cardLimit: Duration
        /// What goes wrong.
        public var faults: [DeviceFault]
        /// What it tells in place of the truth, of one command after the other.
        public var lies: [Lie]

        /// Sets a terminal up.
        public init(
            _ framing: ZVTLink.Framing, terminalID: String = "52500001", currency: String = "978",
            characters: ZVTCharacterSet = .cp437, lastReceipt: Int? = 41, presentsCard: Bool = true,
            cardLimit: Duration = .seconds(60), faults: [DeviceFault] = [], lies: [Lie] = []
        ) {
            self.framing = framing
            self.terminalID = terminalID
            self.currency = currency
            self.characters = characters
            self.lastReceipt = lastReceipt
            self.presentsCard = presentsCard
            self.cardLimit = cardLimit
            self.faults = faults
            self.lies = lies
        }
    }

    /// What the terminal still has to do for a command.
    enum Step: Sendable {
        /// Says something and waits for the till's answer.
        case say(ZVTAPDU)
        /// Waits for a card.
        case card
        /// Does what was asked for.
        case execute(Order)
    }

    /// What a command asks for.
    enum Order: Sendable {
        case charge(Entry.Kind, Int64)
        case giveBack(Int64)
        case reverse(receipt: Int, Entry.Kind)
        case book(receipt: Int, Int64)
        case endOfDay
    }

    /// A booking that changed an earlier entry: its place.
    enum Change: Sendable { case reversal(Int), capture(Int) }

    /// The card that is presented.
    public var card: SimulatedCard
    /// What was booked, in order.
    public internal(set) var entries: [Entry] = []
    /// Every command that moves money and was taken, in order: its control bytes.
    public internal(set) var taken: [ZVTControl] = []
    /// The batch that is open, from 1.
    public internal(set) var batch = 1
    /// How many messages of the till came.
    public internal(set) var messageCount = 0
    /// Whether it has nothing left to do, and waits for no answer of the till.
    public var isIdle: Bool { steps.isEmpty && !awaitsAnswer }

    let configuration: Configuration
    var faults: [DeviceFault]
    var lies: [Lie]
    var link: ZVTLink
    var isConnected = false
    var isRegistered = false
    var configByte: UInt8 = 0
    /// What is still to be done; the first step is done when nothing is waited for.
    var steps: [Step] = []
    /// Whether the steps belong to an earlier connection.
    var isDetached = false
    /// Whether the till's answer to the last message is waited for.
    var awaitsAnswer = false
    /// Whether that message is a status of something that was just booked: its place in the ledger.
    var statusOf: Int?
    var cardTimer: Serial?
    var late: (timer: Serial, apdu: ZVTAPDU)?
    /// Whether the steps tell of money that was moved.
    var isExecuting = false
    /// What the newest booking changed, other than adding an entry.
    var undoes: Change?
    var lastTimer: Serial = 0
    var lastReceipt: Int
    var lastTrace = 100
    /// The newest status, which a repeated receipt tells.
    var lastStatus: ZVTStatus?
    /// What goes wrong with what is sent next.
    var sendingFault: DeviceFault.Kind?

    /// Sets a terminal up with a card at hand.
    public init(_ configuration: Configuration, card: SimulatedCard = .visa) {
        self.configuration = configuration
        self.card = card
        faults = configuration.faults
        lies = configuration.lies
        link = ZVTLink(configuration.framing)
        lastReceipt = configuration.lastReceipt ?? 0
        if let receipt = configuration.lastReceipt {
            var status = ZVTStatus()
            (status.result, status.amount, status.receipt) = (.success, 1, receipt)
            status.terminalID = configuration.terminalID
            lastStatus = status
        }
    }

    /// Adds a fault; its message counts from now on when `fromNow` is set.
    public mutating func add(_ fault: DeviceFault, fromNow: Bool = false) {
        var fault = fault
        if fromNow, fault.kind != .loseCompletion { fault.message += messageCount }
        faults.append(fault)
    }

    /// Adds what is told in place of the truth of the next command that moves money, or of one after it.
    public mutating func add(_ lie: Lie) { lies.append(lie) }

    /// Somebody charges a card on the terminal's own keys.
    public mutating func sellByHand(amount: Int64) {
        guard steps.isEmpty else { return }
        carryOut(.charge(.payment, amount))
        steps = []
        isExecuting = false
    }

    /// Empties the ledger for a test; the newest receipt stays.
    public mutating func forgetEntries() { entries = [] }

    /// Forgets the faults that have not come up.
    public mutating func removeFaults() { faults = [] }

    /// Takes one input and says what is to be done.
    public mutating func handle(_ input: ProtocolInput<CounterEvent>) -> [ProtocolAction<Never>] {
        switch input {
        case .opened: return opened()
        case .received(let bytes): return isConnected ? follow(link.received(bytes)) : []
        case .lost:
            disconnect()
            return []
        case .timerFired(let serial): return fired(serial)
        case .command(let event): return counter(event)
        }
    }

    private mutating func opened() -> [ProtocolAction<Never>] {
        link = ZVTLink(configuration.framing)
        isConnected = true
        isRegistered = false
        return []
    }

    /// The connection is gone; what was begun goes on unheard.
    mutating func disconnect() {
        isConnected = false
        isRegistered = false
        late = nil
        isDetached = !steps.isEmpty
        awaitsAnswer = false
        statusOf = nil
        if isDetached { _ = advance() }
    }

    mutating func cut() -> [ProtocolAction<Never>] {
        disconnect()
        return [.hangUp]
    }

    private mutating func counter(_ event: CounterEvent) -> [ProtocolAction<Never>] {
        switch event {
        case .presentCard: return presentCard()
        case .pressStop: return stop()
        case .removeCard: return []
        case .unplug: return isConnected ? cut() : []
        }
    }

    private mutating func presentCard() -> [ProtocolAction<Never>] {
        guard case .card? = steps.first, !awaitsAnswer else { return [] }
        steps.removeFirst()
        return stopCardTimer() + advance()
    }

    /// Stops what waits for a card.
    mutating func stop() -> [ProtocolAction<Never>] {
        guard case .card? = steps.first else { return [] }
        steps = [.say(ZVTAPDU(.aborted, [ZVTResult.stopped.code]))]
        return stopCardTimer() + advance()
    }

    private mutating func fired(_ serial: Serial) -> [ProtocolAction<Never>] {
        if serial < 0 { return follow(link.timerFired(serial)) }
        if serial == cardTimer {
            cardTimer = nil
            return stop()
        }
        if let late, late.timer == serial {
            self.late = nil
            return obey(late.apdu)
        }
        return []
    }

    // MARK: - Sending

    mutating func nextTimer() -> Serial {
        lastTimer += 1
        return lastTimer
    }

    private mutating func stopCardTimer() -> [ProtocolAction<Never>] {
        defer { cardTimer = nil }
        return cardTimer.map { [.stopTimer($0)] } ?? []
    }

    /// Does the next steps until something is waited for.
    mutating func advance() -> [ProtocolAction<Never>] {
        var actions: [ProtocolAction<Never>] = []
        while !awaitsAnswer, let step = steps.first {
            switch step {
            case .card where !configuration.presentsCard:
                if cardTimer == nil {
                    let timer = nextTimer()
                    cardTimer = timer
                    actions.append(.startTimer(timer, configuration.cardLimit))
                }
                return actions
            case .card: steps.removeFirst()
            case .execute(let order):
                steps.removeFirst()
                execute(order)
            case .say(let apdu):
                steps.removeFirst()
                if isDetached { continue }
                if loses(apdu.control) { return actions + cut() }
                awaitsAnswer = true
                statusOf = apdu.control == .statusInformation ? entries.indices.last : nil
                actions += say(apdu)
            }
        }
        if steps.isEmpty { isDetached = false }
        return actions
    }

    /// Whether the connection is to be cut before this message: `lose-completion`, at 1 before the status, at 2 before
    /// the completion of what moves money.
    private mutating func loses(_ control: ZVTControl) -> Bool {
        let place = control == .statusInformation ? 1 : control == .completion && !taken.isEmpty ? 2 : 0
        let fault = faults.firstIndex { $0.kind == .loseCompletion && $0.message == place }
        guard let fault, isExecuting else { return false }
        faults.remove(at: fault)
        return true
    }

    mutating func say(_ apdu: ZVTAPDU) -> [ProtocolAction<Never>] { isConnected ? follow(link.send(apdu)) : [] }

    mutating func follow(_ linkActions: [ZVTLink.Action]) -> [ProtocolAction<Never>] {
        var actions: [ProtocolAction<Never>] = []
        for action in linkActions {
            switch action {
            case .send(let bytes): actions += sent(bytes)
            case .startTimer(let timer, let duration): actions.append(.startTimer(timer, duration))
            case .stopTimer(let timer): actions.append(.stopTimer(timer))
            case .deliver(let apdu): actions += came(apdu)
            case .failed: actions += cut()
            }
        }
        return actions
    }

    /// Sends bytes, or what a fault makes of them; a lone acknowledgement stays as it is.
    private mutating func sent(_ bytes: [UInt8]) -> [ProtocolAction<Never>] {
        guard let fault = sendingFault, bytes.count > 1 else { return [.send(bytes)] }
        sendingFault = nil
        switch fault {
        case .drop: return []
        case .badChecksum:
            guard configuration.framing == .serial, let last = bytes.last else { return [.send(bytes)] }
            return [.send(bytes.dropLast() + [last ^ 0xFF])]
        case .garbage: return [.send([0xE3, 0x10, 0x99, 0x02, 0x41, 0x42, 0x10, 0x03, 0x00])]
        default: return [.send(bytes)]
        }
    }
}
