public import SimulatedCard
import TenderFlow
public import TenderReaders

/// A simulated stripe reader as a pure value: the other end of `MagneticCore`.
///
/// It reports a swipe whenever somebody swipes, wanted or not. The ciphertext of the encrypting forms is made up: no
/// gateway opens it. The clear forms sell with a `SimulatedCardSealer`.
public struct SimulatedMagnetic: ProtocolCore {
    /// Never: nothing is output besides what goes over the line.
    public typealias Output = Never

    /// The form in which a swipe is reported.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        /// MagTek SureSwipe: clear, one report of 337 bytes.
        case sureSwipe = "sure-swipe"
        /// MagTek MagneSafe V5: encrypted, one report of 856 bytes.
        case magneSafe = "magne-safe"
        /// ID TECH in native HID reports: clear.
        case idTech = "idtech"
        /// ID TECH SecureMag frames on a serial line: encrypted.
        case secureMag = "securemag"
    }

    /// The options of a reader.
    public struct Options: Hashable, Sendable {
        /// The form in which a swipe is reported.
        public var form: Form
        /// The card that is swiped.
        public var card: SimulatedCard
        /// The second track of a card that does not pay, without sentinels, which is swiped in place of the card.
        public var otherTrack: String?
        /// The service code of the card's stripe, three digits; the first is 2 or 6 for a card with a chip.
        public var serviceCode: String
        /// The pause after which a customer swipes again and again, from the moment the line is opened.
        ///
        /// With `nil`, somebody at the counter swipes (`CounterEvent.presentCard`).
        public var interval: Duration?
        /// The faults, each once; a message is a swipe.
        public var faults: [DeviceFault]

        /// Creates the options.
        public init(
            form: Form = .sureSwipe, card: SimulatedCard = .visa, interval: Duration? = .milliseconds(500),
            faults: [DeviceFault] = [], otherTrack: String? = nil,
            serviceCode: String = "101"
        ) {
            self.form = form
            self.card = card
            self.otherTrack = otherTrack
            self.serviceCode = serviceCode
            self.interval = interval
            self.faults = faults
        }
    }

    /// The faults that it supports; `late` lasts two seconds by default, and `mute` forever.
    public static let faultKinds: [DeviceFault.Kind] = [.mute, .drop, .late, .badChecksum, .unplug, .garbage]

    private enum Purpose {
        case swipe
        case answer([UInt8])
        case unmute
    }

    private let options: Options
    private var faults: [DeviceFault]
    private var swipes: UInt64 = 0
    private var isMuted = false
    private var isUnplugged = false
    private var timers: [Serial: Purpose] = [:]
    private var timersStarted: Serial = 0
    private var actions: [ProtocolAction<Never>] = []

    /// Creates a reader.
    public init(_ options: Options) {
        self.options = options
        faults = options.faults.filter { Self.faultKinds.contains($0.kind) }
    }

    /// Handles one input and returns the actions.
    public mutating func handle(_ input: ProtocolInput<CounterEvent>) -> [ProtocolAction<Never>] {
        switch input {
        case .opened: open()
        case .command(.presentCard): swipe()
        case .command(.unplug): unplug()
        case .timerFired(let timer): fire(timer)
        // It receives nothing, and has neither a slot nor keys.
        case .received, .command(.removeCard), .command(.pressStop), .command(.enterPIN), .command(.chooseCard),
            .command(.presentElsewhere):
            break
        case .lost: stopTimers()
        }
        defer { actions = [] }
        return actions
    }

    private mutating func open() {
        if isUnplugged { isMuted = false }
        isUnplugged = false
        stopTimers()
        if let interval = options.interval { startTimer(.swipe, interval) }
    }

    private mutating func fire(_ timer: Serial) {
        switch timers.removeValue(forKey: timer) {
        case .swipe:
            if let interval = options.interval { startTimer(.swipe, interval) }
            swipe()
        case .answer(let bytes): actions.append(.send(bytes))
        case .unmute: isMuted = false
        case nil: break
        }
    }

    private mutating func swipe() {
        guard !isUnplugged else { return }
        swipes &+= 1
        let index = faults.firstIndex { UInt64($0.message) == swipes }
        let fault = index.map { faults.remove(at: $0) }
        if fault?.kind == .mute {
            isMuted = true
            if let duration = fault?.duration { startTimer(.unmute, duration) }
        }
        guard !isMuted else { return }
        let read = StripeRead(
            card: options.card, number: swipes, serviceCode: options.serviceCode, otherTrack: options.otherTrack)
        tell(read, fault)
    }

    private mutating func tell(_ read: StripeRead, _ fault: DeviceFault?) {
        let bytes = read.bytes(options.form, isDamaged: fault?.kind == .badChecksum)
        switch fault?.kind {
        case .drop: break
        case .late: startTimer(.answer(bytes), fault?.duration ?? .seconds(2))
        case .garbage: actions.append(.send(bytes.map { $0 ^ 0x5A }))
        case .unplug: unplug()
        default: actions.append(.send(bytes))
        }
    }

    private mutating func unplug() {
        stopTimers()
        isUnplugged = true
        actions.append(.hangUp)
    }

    private mutating func startTimer(_ purpose: Purpose, _ duration: Duration) {
        timersStarted &+= 1
        timers[timersStarted] = purpose
        actions.append(.startTimer(timersStarted, duration))
    }

    private mutating func stopTimers() {
        for timer in timers.keys.sorted() { actions.append(.stopTimer(timer)) }
        timers = [:]
    }
}
