import SimulatedGateway
import SimulatedPayments
import Tender

/// Serves the simulated payments API until it is stopped.
enum GatewayServeCommand: Command {
    static let name = "gateway serve"
    static let summary = "serve the simulated payments API on 127.0.0.1"
    static let operands = "[--port N] [--data FILE] [--fault SPEC]…"
    static let defaultPort: UInt16 = 12111
    static let options = [
        Option("port", "N", "the TCP port; 0 for a free one (default \(defaultPort))"),
        Option("data", "FILE", "keep the objects in this SQLite file (default: in memory)"),
        .fault, .json,
    ]
    static let notes = "Any sk_test_X or pk_test_X is a key; the same X is one account.\n\n\(Fault.grammar)"

    private struct Report: Encodable {
        var url: String
        var port: UInt16
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let port = try options.number("port", in: UInt16.min...UInt16.max) ?? defaultPort
        let faults = try options.all("fault").map { try Fault(parsing: $0) }
        let gateway = try SimulatedGateway(
            configuration: .init(
                port: port, storage: options.value("data").map(SimulatedGateway.Storage.file) ?? .memory, faults: faults
            )
        )
        output.object(Report(url: gateway.url, port: gateway.port))
        output.line("The simulated payments API listens on \(gateway.url): stop it with Ctrl-C.")
        await withCheckedContinuation { continuation in
            InterruptSignal.onSignal { [once = Once()] in once.run { continuation.resume() } }
        }
        gateway.stop()
        return .done
    }
}
