import Glibc
import SimulatedDeviceServer
import TenderDevices
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct DeviceServerTests {
    private typealias Output = EchoCore.Output
    private let speed = SerialConfiguration(baudRate: 9600)

    @Test func programsOpenAPortOneAfterTheOther() async throws {
        let link = "/tmp/tender-pty-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let server = try await PTYServer(EchoCore(), link: link)
        #expect(server.path == link)
        var outputs = server.outputs.makeAsyncIterator()
        for round in 1...5 {
            let serial = try await TermiosSerial.open(link, speed)
            #expect(await outputs.next() == .opened(round))
            try await serial.send([UInt8(round), 0x0A])
            #expect(try await serial.receive(2) == [UInt8(round), 0x0A])
            #expect(await outputs.next() == .received([UInt8(round), 0x0A]))
            await serial.close()
            #expect(await outputs.next() == .lost(.disconnected))
        }
        await server.close()
        #expect(await outputs.next() == nil)
        #expect(access(link, F_OK) != 0)
    }

    @Test func aDeviceThatHangsUpIsUnpluggedAndComesBack() async throws {
        let link = "/tmp/tender-pty-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let server = try await PTYServer(EchoCore(), link: link, clock: TestClock())
        var outputs = server.outputs.makeAsyncIterator()
        let first = try await TermiosSerial.open(link, speed)
        #expect(await outputs.next() == .opened(1))
        await server.send(.hangUp(after: [[1, 2, 3]]))
        #expect(await first.failure() == .disconnected)
        await first.close()
        let second = try await Self.reopen(link, speed)
        #expect(await outputs.next() == .opened(2))
        try await second.send([9])
        #expect(try await second.receive() == [9])
        await server.close()
        #expect(await second.failure() == .disconnected)
        await second.close()
    }

    @Test func aLinkReplacesALinkOnly() async throws {
        let link = "/tmp/tender-pty-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        symlink("/dev/null", link)
        let server = try await PTYServer(EchoCore(), link: link)
        let serial = try await TermiosSerial.open(link, speed)
        await serial.close()
        await server.close()
        close(creat(link, 0o600))
        defer { unlink(link) }
        let error = await failure { () throws(TransportError) in _ = try await PTYServer(EchoCore(), link: link) }
        guard case .failed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(access(link, F_OK) == 0)
    }

    @Test func programsConnectOneAfterTheOther() async throws {
        let server = try await TCPDeviceServer(EchoCore())
        var outputs = server.outputs.makeAsyncIterator()
        let streams = [
            try await TCPStream.connect(port: server.port),
            try await TCPStream.connect(port: server.port),
        ]
        for (index, stream) in streams.enumerated() {
            try await stream.send([7])
            #expect(try await stream.receive() == [7])
            #expect(await outputs.next() == .opened(index + 1))
            #expect(await outputs.next() == .received([7]))
            await stream.close()
            #expect(await outputs.next() == .lost(.disconnected))
        }
        await server.close()
        #expect(await outputs.next() == nil)
    }

    @Test func aDeviceThatHangsUpEndsItsConnection() async throws {
        let server = try await TCPDeviceServer(EchoCore(), clock: TestClock())
        var outputs = server.outputs.makeAsyncIterator()
        let stream = try await TCPStream.connect(port: server.port)
        #expect(await outputs.next() == .opened(1))
        await server.send(.hangUp(after: [[1, 2, 3]]))
        #expect(try await stream.receive(3) == [1, 2, 3])
        #expect(await stream.failure() == .disconnected)
        let next = try await TCPStream.connect(port: server.port)
        #expect(await outputs.next() == .opened(2))
        await server.close()
        #expect(await next.failure() == .disconnected)
    }

    @Test func aTakenPortIsTold() async throws {
        let server = try await TCPDeviceServer(EchoCore())
        let port = server.port
        let error = await failure { () throws(TransportError) in
            _ = try await TCPDeviceServer(EchoCore(), port: port)
        }
        guard case .failed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await server.close()
    }

    /// Opens a port that is about to appear again.
    private static func reopen(
        _ path: String, _ configuration: SerialConfiguration
    ) async throws(TransportError) -> TermiosSerial {
        while true {
            do throws(TransportError) {
                return try await TermiosSerial.open(path, configuration)
            } catch .notFound {
                await Task.yield()
            } catch .disconnected {
                await Task.yield()
            }
        }
    }
}
