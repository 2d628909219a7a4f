import Glibc
public import TenderReaders

/// A TCP connection to a device.
public final class TCPStream: StreamTransport {
    private let descriptor: Descriptor

    private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    /// Connects; canceling the task gives up.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: The port, from 1.
    ///   - timeout: The time limit for resolving and connecting together.
    /// - Throws: `.notFound` if there is no such host or nobody listens, `.timedOut`, `.canceled`, `.failed`.
    public static func connect(
        host: String, port: UInt16, timeout: Duration = .seconds(10)
    ) async throws(TransportError) -> TCPStream {
        let deadline = ContinuousClock.now + timeout
        let name = "\(host):\(port)"
        let addresses = try await SocketAddress.resolve(host: host, port: port, until: deadline)
        var failure = TransportError.notFound(name)
        for (index, address) in addresses.enumerated() {
            // An address that does not answer leaves time for those after it.
            let rest = ContinuousClock.now.duration(to: deadline) / (addresses.count - index)
            do throws(TransportError) {
                return TCPStream(try await connect(address, name, until: .now + rest))
            } catch .canceled {
                throw .canceled
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Waits for bytes; throws `.disconnected` when the peer closes its end.
    public func receive() async throws(TransportError) -> [UInt8] { try await descriptor.receive() }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) async throws(TransportError) { try await descriptor.send(bytes) }

    /// Closes the connection; the system still delivers what was sent.
    public func close() async { await descriptor.close() }

    private static func connect(
        _ address: SocketAddress, _ name: String, until deadline: ContinuousClock.Instant
    ) async throws(TransportError) -> Descriptor {
        let descriptor = try address.makeSocket(name: name)
        let code = try descriptor.use { (number) throws(TransportError) in
            setOptions(number)
            return address.withPointer { Glibc.connect(number, $0, $1) } == 0 ? 0 : errno
        }
        guard code != 0 else { return descriptor }
        guard code == EINPROGRESS else { throw failure(code, name) }
        try await descriptor.wait(forWriting: true, until: deadline)
        let result = try descriptor.use { (number) throws(TransportError) in
            var code: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno
        }
        guard result == 0 else { throw failure(result, name) }
        return descriptor
    }

    private static func failure(_ code: Int32, _ name: String) -> TransportError {
        switch code {
        case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL: .notFound(name)
        default: TransportError(code, "connect", name)
        }
    }

    /// Sets the options: a dead peer is noticed within half a minute, and a message leaves immediately.
    private static func setOptions(_ number: Int32) {
        let tcp = Int32(IPPROTO_TCP)
        for (level, option, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (tcp, TCP_NODELAY, 1), (tcp, TCP_KEEPIDLE, 10), (tcp, TCP_KEEPINTVL, 5),
            (tcp, TCP_KEEPCNT, 4), (tcp, TCP_USER_TIMEOUT, 30_000),
        ] as [(Int32, Int32, Int32)] {
            var value = value
            setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }
}
