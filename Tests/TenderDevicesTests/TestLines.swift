import Glibc
import SimulatedDeviceServer
import TenderBytes
import TenderDevices
import TenderReaders

/// Two connected sockets.
func makePair() throws -> (Descriptor, Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw TransportError.failed("pair") }
    return (Descriptor(ends[0], name: "left", isSocket: true), Descriptor(ends[1], name: "right", isSocket: true))
}

/// A pseudo terminal whose device's end the test holds.
struct TestTerminal {
    let device: Descriptor
    let path: String

    init() throws {
        var ends: (device: Int32, port: Int32) = (-1, -1)
        guard openpty(&ends.device, &ends.port, nil, nil, nil) == 0 else { throw TransportError.failed("openpty") }
        device = Descriptor(ends.device, name: "device")
        defer { close(ends.port) }
        guard let path = TerminalPath.of(ends.port) else { throw TransportError.failed("ttyname_r") }
        self.path = path
    }
}

/// Opens a port as a program of somebody else's would.
func openRaw(_ path: String) -> Int32 { open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }

extension ByteTransport {
    /// Exactly so many bytes.
    func receive(_ count: Int) async throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += try await receive() }
        return bytes
    }

    /// Everything up to the end.
    func receiveAll() async -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = try? await receive() { bytes += more }
        return bytes
    }

    /// Why nothing more is received.
    func failure() async -> TransportError? {
        do throws(TransportError) {
            while true { _ = try await receive() }
        } catch {
            return error
        }
    }
}

/// What a call throws; nil when it succeeds.
func failure(of body: () async throws(TransportError) -> Void) async -> TransportError? {
    do throws(TransportError) {
        try await body()
        return nil
    } catch {
        return error
    }
}

/// A transport that fails at the first message, and counts how often it is closed.
final class FailingTransport: ByteTransport {
    let closings = Guarded(0)
    private let quiet: Descriptor

    init(_ quiet: Descriptor) { self.quiet = quiet }

    func receive() async throws(TransportError) -> [UInt8] { try await quiet.receive() }
    func send(_ bytes: [UInt8]) async throws(TransportError) { throw .stalled }
    func close() async {
        closings.withLock { $0 += 1 }
        await quiet.close()
    }
}
