import Glibc
import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import TenderModel
import TenderReaders

/// A simulated NEO reader that is plugged in: a serial port under a name that stays, or a port of the network.
struct PluggedReader {
    /// Where it is, and where the next one can be.
    let address: ReaderAddress
    /// Pulls it out: its port vanishes.
    let unplug: @Sendable () async -> Void

    /// Plugs a reader in where nothing is.
    ///
    /// - Parameter card: the name of what is presented to it in every collection; nil for none.
    init(_ method: DiscoveryMethod, _ card: String?) async throws {
        let place =
            method == .serial ? "/tmp/tender-neo-\(getpid())-\(UInt32.random(in: 0 ... .max))" : "127.0.0.1:0"
        try await self.init(at: ReaderAddress(method, place: place, dialect: .neo), card)
    }

    /// Plugs a reader in where another one was.
    init(at address: ReaderAddress, _ card: String?, faults: [DeviceFault] = []) async throws {
        let presentation = CardPresentation(
            try SimulatedCard.named(card ?? "visa"), .tap, after: card == nil ? nil : .zero)
        let core = SimulatedNEO(
            .stream,
            .init(presentation: presentation, counter: .random(in: 0 ... .max), readDuration: .zero, faults: faults))
        let place = address.place ?? ""
        if address.method == .serial {
            let server = try await PTYServer(core, link: place)
            self.address = address
            unplug = { await server.close() }
        } else {
            let port = place.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
            let server = try await TCPDeviceServer(core, port: port)
            self.address = ReaderAddress(.tcp, place: "127.0.0.1:\(server.port)", dialect: .neo)
            unplug = { await server.close() }
        }
    }
}
