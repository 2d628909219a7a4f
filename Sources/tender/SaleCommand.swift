import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Synchronization
import Tender

/// Sells something: create, collect, confirm, with the next card after a decline.
enum SaleCommand: Command {
    static let name = "sale"
    static let summary = "sell something on a simulated reader"
    static let operands = "--amount A [OPTIONS]"
    static let options = SaleOptions.list + [.fault] + GatewayAccess.options + [JournalAccess.option, .json]
    static var notes: String {
        """
        Without --gateway the simulated gateway is started inside this process, on a free port of 127.0.0.1.
        Ctrl-C while a card is waited for cancels; while the outcome is awaited it waits on, and never reverses.
        \(JournalAccess.notes)
        With --timeout and no card read the sale is canceled (3); with the answer still missing it is unknown (4).

        Cards: \(SimulatedCard.all.map(\.name).joined(separator: ", "))

        \(Fault.grammar)
        """
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let wanted = try SaleOptions(options)
        let isInside = !options.has(.gateway)
        guard isInside || wanted.faults.isEmpty else {
            throw CommandLineError("--fault is for the inside gateway: give it to tender gateway serve instead")
        }
        let inside = isInside ? try SimulatedGateway(configuration: .init(faults: wanted.faults)) : nil
        let client =
            try inside.map { try GatewayAccess.client(url: $0.url, key: SecretBytes(utf8: GatewayAccess.loopbackKey)) }
            ?? GatewayAccess.client(options)
        let access = try await isInside ? JournalAccess.openInside(options) : JournalAccess.open(options)
        let sale = Sale(wanted, client, access.journal, inside, output)
        let work = Task { await sale.run() }
        InterruptSignal.onSignal { Task { await sale.interrupt(work) } }
        let code = await work.value
        InterruptSignal.onSignal(nil)
        await access.close()
        inside?.stop()
        return code
    }

    static func report(_ failure: Failure, _ output: Output) {
        output.object(SaleReport(outcome: failure.outcome, error: failure))
    }
}
