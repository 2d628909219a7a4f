import Glibc
public import TenderReaders

/// A monitor of devices as udev reports them.
///
/// Attachments come from udev, not from the kernel, so that its rules have already given the node its permissions.
/// Opening the node may still have to be retried for a moment, until its access list is in place.
public struct UDevMonitor: DeviceMonitor {
    /// Creates a monitor, which does nothing until `events(_:)` is called.
    public init() {}

    /// Yields the current devices of the subsystems, and then the changes, on a thread of its own until the consumer
    /// stops.
    ///
    /// Terminals without a device, such as consoles, are left out. The stream fails if udev cannot be queried, and if
    /// the consumer falls thousands of events behind.
    public func events(_ subsystems: Set<DeviceSubsystem>) -> AsyncThrowingStream<DeviceEvent, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: DeviceEvent.self, bufferingPolicy: .bufferingOldest(4096))
        let stop: StopSignal
        do throws(TransportError) {
            stop = try StopSignal()
        } catch {
            continuation.finish(throwing: error)
            return stream
        }
        continuation.onTermination = { _ in stop.send() }
        let isStarted = OwnThread.start {
            do throws(TransportError) {
                var watch = try UDevWatch(subsystems)
                try watch.run(until: stop) { event throws(TransportError) in
                    if case .dropped = continuation.yield(event) { throw .failed("nothing reads the device events") }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        if !isStarted { continuation.finish(throwing: TransportError.failed("cannot start a thread for udev")) }
        return stream
    }
}

/// A signal that stops a thread waiting in `poll`.
final class StopSignal: Sendable {
    /// The descriptor that becomes readable once the signal is sent.
    let reader: Int32
    private let writer: Int32

    init() throws(TransportError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TransportError(errno, "pipe", "udev") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Sends the signal, which stays set.
    func send() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }
}
