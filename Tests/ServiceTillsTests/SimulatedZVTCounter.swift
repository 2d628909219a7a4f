import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import Tender
import TenderBytes
import TenderReaders

/// A simulated terminal on a TCP port, whose ledger can be seen.
struct SimulatedZVTCounter: Sendable {
    private struct Watched: ProtocolCore {
        var terminal: SimulatedZVTTerminal
        let seen: Guarded<[SimulatedZVTTerminal.Entry]>

        mutating func handle(_ input: ProtocolInput<CounterEvent>) -> [ProtocolAction<Never>] {
            defer { seen.withLock { $0 = terminal.entries } }
            return terminal.handle(input)
        }
    }

    private let server: TCPDeviceServer<Watched>
    private let seen = Guarded<[SimulatedZVTTerminal.Entry]>([])

    init(
        card: SimulatedCard = .visa, presentsCard: Bool = true, faults: [DeviceFault] = []
    ) async throws {
        let terminal = SimulatedZVTTerminal(.init(.stream, presentsCard: presentsCard, faults: faults), card: card)
        server = try await TCPDeviceServer(Watched(terminal: terminal, seen: seen))
    }

    var address: ReaderAddress { ReaderAddress(.tcp, place: "127.0.0.1:\(server.port)", dialect: .zvt) }

    /// The bookings, in order.
    var entries: [SimulatedZVTTerminal.Entry] { seen.withLock { $0 } }

    func close() async { await server.close() }
}
