import Glibc
public import TenderReaders

/// Devices as udev tells of them.
///
/// An attachment comes from udev, not from the kernel: by then its rules have given the node its permissions. Whoever
/// opens the node may still have to try again for a moment, until an access list is on it.
public struct UDevMonitor: DeviceMonitor {
    /// Makes a monitor, which does nothing until it is asked.
    public init() {}

    /// The devices of the subsystems now, and then what changes, on a thread of its own until the consumer stops.
    ///
    /// Terminals that belong to no device, such as consoles, are left out. The stream fails when udev cannot be asked,
    /// and when the consumer lags thousands of events behind.
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
                    if case .dropped = continuation.yield(event) { throw .failed("nobody takes the device events") }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        if !isStarted { continuation.finish(throwing: TransportError.failed("no thread for udev can be started")) }
        return stream
    }
}

/// Tells a thread that waits in `poll` to stop.
final class StopSignal: Sendable {
    /// Readable once the signal was sent.
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

    /// Sends the signal; it lasts.
    func send() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }
}
