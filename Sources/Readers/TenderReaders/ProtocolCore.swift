public import TenderFlow

/// A protocol as a pure value: bytes and commands in, bytes and outputs out, on any `ByteTransport`.
///
/// It has no clock and no task. The drivers' cores conform, and so do the simulated devices on the other end.
public protocol ProtocolCore: Sendable {
    /// What its user asks of it.
    associatedtype Command: Sendable
    /// What it tells its user.
    associatedtype Output: Sendable

    /// Takes one input and says what is to be done, in this order. It never traps, whatever the bytes are.
    mutating func handle(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>]
}

/// What can happen to a protocol core.
public enum ProtocolInput<Command: Sendable>: Sendable {
    /// The transport is open; the first input.
    ///
    /// A simulated device is told it again for every session.
    case opened
    /// Its user asks for something.
    case command(Command)
    /// Bytes came: a piece of a stream, or one HID report.
    case received([UInt8])
    /// A timer that was started, and not stopped, ran out.
    case timerFired(Serial)
    /// The transport is gone; the last input of a driver, or of a simulated device's session.
    case lost(TransportError)
}

/// What a protocol core asks for.
public enum ProtocolAction<Output: Sendable>: Sendable {
    /// Send these bytes; one HID report a time.
    case send([UInt8])
    /// Feed `timerFired` after a time.
    case startTimer(Serial, Duration)
    /// Forget a timer.
    case stopTimer(Serial)
    /// Tell the user.
    case output(Output)
    /// Close the transport, after what was to be sent before; nothing follows, and `lost` is not told.
    case hangUp
}

extension ProtocolInput: Equatable where Command: Equatable {}
extension ProtocolInput: Hashable where Command: Hashable {}
extension ProtocolAction: Equatable where Output: Equatable {}
extension ProtocolAction: Hashable where Output: Hashable {}
