public import TenderFlow

/// A protocol as a pure value: bytes and commands in, bytes and outputs out, on any `ByteTransport`.
///
/// It has neither a clock nor a task. The drivers' cores conform, and so do the simulated devices at the other end.
public protocol ProtocolCore: Sendable {
    /// A request of its user.
    associatedtype Command: Sendable
    /// A report to its user.
    associatedtype Output: Sendable

    /// Handles one input and returns the actions to perform, in order; never traps, whatever the bytes are.
    mutating func handle(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>]
}

/// The inputs of a protocol core.
public enum ProtocolInput<Command: Sendable>: Sendable {
    /// The transport is open; the first input.
    ///
    /// A simulated device receives it again for every session.
    case opened
    /// The user sent a command.
    case command(Command)
    /// Bytes arrived: a piece of a stream, or one HID report.
    case received([UInt8])
    /// A timer that was started, and not stopped, expired.
    case timerFired(Serial)
    /// The transport is gone; the last input of a driver, or of a simulated device's session.
    case lost(TransportError)
}

/// The actions that a protocol core requests.
public enum ProtocolAction<Output: Sendable>: Sendable {
    /// Sends these bytes; one HID report at a time.
    case send([UInt8])
    /// Feeds `timerFired` after a time.
    case startTimer(Serial, Duration)
    /// Removes a timer.
    case stopTimer(Serial)
    /// Passes an output to the user.
    case output(Output)
    /// Closes the transport after sending what is queued; no further action follows, and `lost` is not fed.
    case hangUp
}

extension ProtocolInput: Equatable where Command: Equatable {}
extension ProtocolInput: Hashable where Command: Hashable {}
extension ProtocolAction: Equatable where Output: Equatable {}
extension ProtocolAction: Hashable where Output: Hashable {}
