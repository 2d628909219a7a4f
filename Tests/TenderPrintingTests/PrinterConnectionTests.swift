import Foundation
import SimulatedDeviceServer
import TenderDevices
import TenderPrinting
import TenderReaders
import Testing

@Suite struct PrinterConnectionTests {
    @Test func aFileIsAppendedToAndItsOwnersAlone() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "tender-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        for bytes in [[1, 2], [3]] as [[UInt8]] {
            let printer = try await PrinterConnection.open(.file(path))
            try await printer.send(bytes)
            await printer.close()
        }
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: ["file", "serial"]) func aSerialLineIsWrittenTo(_ kind: String) async throws {
        var ends: (device: Int32, port: Int32) = (-1, -1)
        try #require(openpty(&ends.device, &ends.port, nil, nil, nil) == 0)
        let device = Descriptor(ends.device, name: "device")
        let path = try #require(TerminalPath.of(ends.port))
        let address = try #require(PrinterAddress("\(kind):\(path)"))
        let printer = try await PrinterConnection.open(address)
        close(ends.port)
        try await printer.send(ESCPOS.ask(.paper))
        #expect(try await device.receive() == [0x10, 4, 4])
        await printer.close()
        await device.close()
    }

    @Test func whatIsNotThereIsTold() async {
        let addresses: [PrinterAddress] = [
            .file("/nowhere/lp0"), .serial("/nowhere/tty", baudRate: 9600), .tcp(host: "no such host", port: 9100),
        ]
        var isMissing: [Bool] = []
        for address in addresses {
            do throws(TransportError) {
                await (try PrinterConnection.open(address)).close()
                isMissing.append(false)
            } catch {
                if case .notFound = error { isMissing.append(true) } else { isMissing.append(false) }
            }
        }
        #expect(isMissing == [true, true, true])
    }
}
