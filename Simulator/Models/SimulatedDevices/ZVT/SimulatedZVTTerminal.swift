public import SimulatedCard
import TenderFlow
public import TenderReaders

/// A simulated payment terminal that speaks ZVT, as a pure value: it authorizes by the rules of a simulated card's
/// issuer and keeps its own ledger, which survives connections.
///
/// It models no particular real terminal; the faults count the till's messages from 1 over all connections. A
/// transaction goes on when the connection is cut, since a card may be presented afterwards; its messages are then
/// lost.
public struct SimulatedZVTTerminal: ProtocolCore {
    /// The act of somebody at the counter.
    public typealias Command = CounterEvent
    /// Never: nothing is output to its user.
    public typealias Output = Never

    /// One booking of the ledger.
    public struct Entry: Hashable, Sendable {
        /// The kind of booking.
        public enum Kind: String, Hashable, Sendable {
            case payment, preauthorization, refund
        }

        /// The kind.
        public var kind: Kind
        /// The receipt number.
        public var receipt: Int
        /// The trace number.
        public var trace: Int
        /// The amount in minor units.
        public var amount: Int64
        /// The captured amount of a pre-authorization, in minor units; `nil` while it is held.
        public var booked: Int64?
        /// Whether it was reversed.
        public var isReversed = false
        /// The batch that it belongs to, from 1.
        public var batch: Int

        /// The amount moved for good, in minor units; positive toward the merchant.
        public var moved: Int64 {
            guard !isReversed else { return 0 }
            return switch kind {
            case .payment: amount
            case .preauthorization: booked ?? 0
            case .refund: -amount
            }
        }
    }

    /// The faults that it supports; a time extension is requested with `84 9C`.
    public static let faultKinds: [DeviceFault.Kind] = [
        .mute, .timeExtension, .badChecksum, .drop, .late, .unplug, .garbage, .loseCompletion,
    ]

    /// The configuration of a terminal.
    public struct Configuration: Sendable {
        /// The framing of the messages.
        public var framing: ZVTLink.Framing
        /// The terminal's id, eight digits.
        public var terminalID: String
        /// The currency's numeric code.
        public var currency: String
        /// The character set of its texts.
        public var characters: ZVTCharacterSet
        /// The newest receipt number of an earlier day; `nil` for a new terminal.
        public var lastReceipt: Int?
        /// Whether a card is presented as soon as one is requested.
        public var presentsCard: Bool
        /// The time that it waits for a card.
        public var cardLimit: Duration
        /// The faults.
        public var faults: [DeviceFault]
        /// The lies, one for each command in turn.
        public var lies: [Lie]

        /// Creates a configuration.
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

    /// A step that the terminal still has to do for a command.
    enum Step: Sendable {
        /// Send a message and wait for the till's answer.
        case say(ZVTAPDU)
        /// Wait for a card.
        case card
        /// Carry out the order.
        case execute(Order)
    }

    /// The order in a command.
    enum Order: Sendable {
        case charge(Entry.Kind, Int64)
        case giveBack(Int64)
        case reverse(receipt: Int, Entry.Kind)
        case book(receipt: Int, Int64)
        case endOfDay
    }

    /// A booking that changed an earlier entry, by its position.
    enum Change: Sendable { case reversal(Int), capture(Int) }

    /// The card that is presented.
    public var card: SimulatedCard
    /// The bookings, in order.
    public internal(set) var entries: [Entry] = []
    /// The control bytes of every accepted command that moves money, in order.
    public internal(set) var taken: [ZVTControl] = []
    /// The open batch, from 1.
    public internal(set) var batch = 1
    /// The number of messages received from the till.
    public internal(set) var messageCount = 0
    /// Whether nothing is left to do and no answer of the till is awaited.
    public var isIdle: Bool { steps.isEmpty && !awaitsAnswer }

    let configuration: Configuration
    var faults: [DeviceFault]
    var lies: [Lie]
    var link: ZVTLink
    var isConnected = false
    var isRegistered = false
    var configByte: UInt8 = 0
    /// The remaining steps; the first is done once nothing is awaited.
    var steps: [Step] = []
    /// Whether the steps belong to an earlier connection.
    var isDetached = false
    /// Whether the till's answer to the last message is awaited.
    var awaitsAnswer = false
    /// The position in the ledger of the new booking that the last message reports, if it is a status.
    var statusOf: Int?
    var cardTimer: Serial?
    var late: (timer: Serial, apdu: ZVTAPDU)?
    /// The timer until a restart drops the connection, also one that was opened in the meantime.
    var restartTimer: Serial?
    /// Whether the steps report money that was moved.
    var isExecuting = false
    /// The change of an earlier entry by the newest booking.
    var undoes: Change?
    var lastTimer: Serial = 0
    var lastReceipt: Int
    var lastTrace = 100
    /// The newest status, which a repeated receipt reports.
    var lastStatus: ZVTStatus?
    /// The fault for the next message sent.
    var sendingFault: DeviceFault.Kind?

    /// Creates a terminal with a card at hand.
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

    /// Adds a fault; if `fromNow` is set, its message is counted from now on.
    public mutating func add(_ fault: DeviceFault, fromNow: Bool = false) {
        var fault = fault
        if fromNow, fault.kind != .loseCompletion { fault.message += messageCount }
        faults.append(fault)
    }

    /// Adds a lie for the next command that moves money, or for one after it.
    public mutating func add(_ lie: Lie) { lies.append(lie) }

    /// Charges a card on the terminal's own keypad.
    public mutating func sellByHand(amount: Int64) {
        guard steps.isEmpty else { return }
        carryOut(.charge(.payment, amount))
        steps = []
        isExecuting = false
    }

    /// Empties the ledger for a test; the newest receipt stays.
    public mutating func forgetEntries() { entries = [] }

    /// Removes the faults that have not occurred.
    public mutating func removeFaults() { faults = [] }

    /// Handles one input and returns the actions.
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

    /// Handles the loss of the connection; what was begun goes on unheard.
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
        case .removeCard, .enterPIN, .chooseCard, .presentElsewhere: return []
        case .unplug: return isConnected ? cut() : []
        }
    }

    private mutating func presentCard() -> [ProtocolAction<Never>] {
        guard case .card? = steps.first, !awaitsAnswer else { return [] }
        steps.removeFirst()
        return stopCardTimer() + advance()
    }

    /// Stops waiting for a card.
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
        if serial == restartTimer {
            restartTimer = nil
            return isConnected ? cut() : []
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

    /// Carries out the next steps until something is awaited.
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

    /// Returns whether to cut the connection before this message: `lose-completion`, at 1 before the status, at 2
    /// before the completion of a command that moves money.
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

    /// Sends bytes, or what a fault makes of them; a lone acknowledgment stays as it is.
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
