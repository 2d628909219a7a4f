import TenderBytes
public import TenderFlow

/// The transfer of whole messages between till and terminal, for either side, as a pure value.
///
/// On a serial line, a block is repeated until it is acknowledged, at most three times, and a repeated block is
/// recognized; on a socket, the messages follow one another bare.
public struct ZVTLink: Sendable {
    /// The framing of the messages.
    public enum Framing: String, Hashable, Sendable, CaseIterable {
        /// Blocks on a serial line.
        case serial
        /// Bare messages on a socket.
        case stream
    }

    /// The time limits of a serial link.
    public struct Timing: Hashable, Sendable {
        /// T1: the time between two characters of a block.
        public var betweenCharacters: Duration
        /// T2: the time until the acknowledgment of a block.
        public var acknowledgment: Duration

        /// Creates time limits; 200 ms and 5 s by default.
        public init(betweenCharacters: Duration = .milliseconds(200), acknowledgment: Duration = .seconds(5)) {
            self.betweenCharacters = betweenCharacters
            self.acknowledgment = acknowledgment
        }
    }

    /// The actions that the link requests.
    public enum Action: Hashable, Sendable {
        /// Sends these bytes.
        case send([UInt8])
        /// Feeds `timerFired` after a time; the serials of a link are below zero.
        case startTimer(Serial, Duration)
        /// Removes a timer.
        case stopTimer(Serial)
        /// Delivers a received message.
        case deliver(ZVTAPDU)
        /// Ends the link, because the other side does not acknowledge.
        case failed
    }

    /// The maximum number of times that a block is sent.
    public static let maximumTries = 3

    private let framing: Framing
    private let timing: Timing
    private var decoder = ZVTBlockDecoder()
    private var buffer: [UInt8] = []
    private var queue: [[UInt8]] = []
    private var current: Sending?
    private var lastReceived: [UInt8]?
    /// Whether a block of ours was acknowledged since the last one that arrived: only then can the same bytes be new.
    private var hasAnswered = false
    private var lastTimer: Serial = 0
    private var characterTimer: Serial?

    private struct Sending {
        let block: [UInt8]
        var tries: Int
        var timer: Serial
    }

    /// Creates an idle link.
    public init(_ framing: Framing, timing: Timing = Timing()) {
        self.framing = framing
        self.timing = timing
    }

    /// Sends a message, after those queued before it.
    public mutating func send(_ apdu: ZVTAPDU) -> [Action] {
        guard framing == .serial else { return [.send(apdu.bytes)] }
        queue.append(ZVTBlock.encode(apdu.bytes))
        return sendNext()
    }

    /// Returns whether a message has not left yet, because it waits behind a block that is not acknowledged.
    func isQueued(_ apdu: ZVTAPDU) -> Bool { !queue.isEmpty && queue.contains(ZVTBlock.encode(apdu.bytes)) }

    /// Handles received bytes, split at arbitrary points.
    public mutating func received(_ bytes: [UInt8]) -> [Action] {
        guard framing == .serial else { return receivedOnStream(bytes) }
        var actions = stopCharacterTimer()
        for byte in bytes {
            switch decoder.take(byte) {
            case .message(let message): actions += received(message: message)
            case .acknowledged: actions += acknowledged()
            case .notAcknowledged: actions += sendAgain()
            case .broken: actions.append(.send([ZVTBlock.notAcknowledge]))
            case nil: break
            }
        }
        return actions + startCharacterTimer()
    }

    /// Handles the expiry of one of this link's timers; others are ignored.
    public mutating func timerFired(_ serial: Serial) -> [Action] {
        if serial == characterTimer {
            characterTimer = nil
            decoder.reset()
            return [.send([ZVTBlock.notAcknowledge])]
        }
        guard serial == current?.timer else { return [] }
        return sendAgain()
    }

    // MARK: - Sending

    private mutating func sendNext() -> [Action] {
        guard current == nil, !queue.isEmpty else { return [] }
        let block = queue.removeFirst()
        let timer = nextTimer()
        current = Sending(block: block, tries: 1, timer: timer)
        return [.send(block), .startTimer(timer, timing.acknowledgment)]
    }

    private mutating func acknowledged() -> [Action] {
        guard let sending = current else { return [] }
        current = nil
        hasAnswered = true
        return [.stopTimer(sending.timer)] + sendNext()
    }

    private mutating func sendAgain() -> [Action] {
        guard var sending = current else { return [] }
        let stopped = Action.stopTimer(sending.timer)
        guard sending.tries < Self.maximumTries else {
            current = nil
            queue = []
            return [stopped, .failed]
        }
        sending.tries += 1
        sending.timer = nextTimer()
        current = sending
        return [stopped, .send(sending.block), .startTimer(sending.timer, timing.acknowledgment)]
    }

    // MARK: - Receiving

    private mutating func received(message: [UInt8]) -> [Action] {
        guard let apdu = ZVTAPDU(message) else { return [.send([ZVTBlock.notAcknowledge])] }
        let acknowledgment = Action.send([ZVTBlock.acknowledge])
        guard hasAnswered || message != lastReceived else { return [acknowledgment] }
        // An answer is as good as an acknowledgment that was lost.
        let implied = acknowledged()
        lastReceived = message
        hasAnswered = false
        return implied + [acknowledgment, .deliver(apdu)]
    }

    private mutating func receivedOnStream(_ bytes: [UInt8]) -> [Action] {
        buffer += bytes
        var actions: [Action] = []
        while let (apdu, count) = ZVTAPDU.first(in: buffer) {
            actions.append(.deliver(apdu))
            buffer.removeFirst(count)
        }
        return actions
    }

    // MARK: - Timers

    private mutating func nextTimer() -> Serial {
        lastTimer -= 1
        return lastTimer
    }

    private mutating func stopCharacterTimer() -> [Action] {
        defer { characterTimer = nil }
        return characterTimer.map { [.stopTimer($0)] } ?? []
    }

    private mutating func startCharacterTimer() -> [Action] {
        guard decoder.isInside else { return [] }
        let timer = nextTimer()
        characterTimer = timer
        return [.startTimer(timer, timing.betweenCharacters)]
    }
}
