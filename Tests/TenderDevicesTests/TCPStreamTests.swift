import Glibc
import SimulatedDeviceServer
import TenderDevices
import TenderReaders
import Testing

@Suite struct TCPStreamTests {
    @Test func bytesGoToAndFro() async throws {
        let server = try await TCPDeviceServer(EchoCore())
        let stream = try await TCPStream.connect(host: "localhost", port: server.port, timeout: .seconds(600))
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        async let sending: Void = stream.send(bytes)
        #expect(try await stream.receive(bytes.count) == bytes)
        try await sending
        await stream.close()
        await server.close()
    }

    @Test func aRefusedConnectionIsTold() async throws {
        let server = try await TCPDeviceServer(EchoCore())
        let port = server.port
        await server.close()
        let error = await failure { () throws(TransportError) in
            _ = try await TCPStream.connect(port: port)
        }
        #expect(error == .notFound("127.0.0.1:\(port)"))
    }

    @Test func anUnknownHostIsTold() async throws {
        let error = await failure { () throws(TransportError) in
            _ = try await TCPStream.connect(host: "no such host", port: 1, timeout: .seconds(600))
        }
        #expect(error == .notFound("no such host:1"))
    }

    /// A listener whose queue is full answers nothing.
    @Test func aSilentHostIsGivenUp() async throws {
        let listener = try FullListener()
        let error = await failure { () throws(TransportError) in
            _ = try await TCPStream.connect(host: "127.0.0.1", port: listener.port, timeout: .milliseconds(50))
        }
        #expect(error == .timedOut)
        let connecting = Task { () -> TransportError? in
            await failure { () throws(TransportError) in
                _ = try await TCPStream.connect(host: "127.0.0.1", port: listener.port, timeout: .seconds(600))
            }
        }
        await Task.yield()
        connecting.cancel()
        #expect(await connecting.value == .canceled)
    }

    @Test func anotherSidesEndComesAfterItsBytes() async throws {
        let (near, far) = try makePair()
        try await far.send([1, 2])
        try far.use { (number) throws(TransportError) in _ = shutdown(number, Int32(SHUT_WR)) }
        #expect(try await near.receive() == [1, 2])
        #expect(await near.failure() == .disconnected)
        // Half a connection still sends.
        try await near.send([3])
        #expect(try await far.receive() == [3])
        await far.close()
        #expect(await failure { () throws(TransportError) in try await near.send([4]) } == .disconnected)
        await near.close()
    }
}

/// Takes no connection, and has no room for another one to wait.
private final class FullListener {
    let port: UInt16
    private var sockets: [Int32] = []

    init() throws {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        sockets.append(number)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) { buffer -> Int32 in
            let pointer = buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard bind(number, pointer, size) == 0, listen(number, 0) == 0 else { return -1 }
            return getsockname(number, pointer, &size)
        }
        guard result == 0 else { throw TransportError.failed("listen") }
        port = UInt16(bigEndian: address.sin_port)
        for _ in 0..<3 {
            let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            sockets.append(filler)
            withUnsafeBytes(of: &address) { buffer in
                _ = connect(filler, buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
            }
        }
    }

    deinit { for number in sockets { close(number) } }
}
