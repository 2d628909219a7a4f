import Glibc
import SimulatedDeviceServer
import SimulatedDevices
import TenderDevices
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct USBRedirectionServerTests {
    /// Greets like a virtual machine, asks for the device descriptor, and gives it.
    private func describe(_ stream: some ByteTransport) async throws(TransportError) -> [UInt8] {
        _ = try await stream.receive(80)
        let greeting = [0, 0, 0, 0, 68, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 64) + [0x7A, 0, 0, 0]
        try await stream.send(greeting)
        _ = try await stream.receive(16 + 132 + 16 + 160 + 16 + 10)
        try await stream.send(
            [100, 0, 0, 0, 10, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0] + [0x80, 6, 0x80, 0, 0, 1, 0, 0, 18, 0])
        return [UInt8](try await stream.receive(16 + 10 + 18).suffix(18))
    }

    @Test func virtualMachinesComeOneAfterTheOther() async throws {
        let server = try await USBRedirectionServer(EchoUSBDevice(), at: .port(0))
        let port = try #require(server.port)
        var outputs = server.outputs.makeAsyncIterator()
        for _ in 0..<2 {
            let stream = try await TCPStream.connect(port: port)
            #expect(try await describe(stream) == EchoUSBDevice().descriptors.device)
            #expect(await outputs.next() == .connected)
            await stream.close()
            #expect(await outputs.next() == .disconnected)
        }
        await server.close()
    }

    @Test func aLocalSocketGoesWithTheServer() async throws {
        let path = "/tmp/tender-usb-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let server = try await USBRedirectionServer(EchoUSBDevice(), at: .path(path))
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFSOCK)
        let taken = await failure { () throws(TransportError) in
            _ = try await USBRedirectionServer(EchoUSBDevice(), at: .path(path))
        }
        guard case .failed = taken else {
            Issue.record("\(String(describing: taken))")
            return
        }
        await server.close()
        #expect(access(path, F_OK) != 0)
    }
}
