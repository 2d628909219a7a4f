import CommandLineOptions
import ServiceTills
import SimulatedCard
import SimulatedPayments
import Tender

/// The command that sells something: create, collect, confirm, with the next card after a decline.
enum SaleCommand: Command {
    static let name = "sale"
    static let summary = "sell something on a reader, simulated unless --reader names another"
    static let options: [any DeclaredOption] =
        SaleOptions.list + GatewayAccess.options + [JournalAccess.option, Output.json]
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

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let wanted = try SaleOptions(arguments)
        let station = try await SaleStation.open(wanted, arguments, output)
        if let stop = await SellingStop.read(station.access.path, station.access.journal) {
            await station.close()
            throw SellingStopped(code: stop)
        }
        let sale = Sale(wanted, station, output)
        let work = Task { await sale.run() }
        InterruptSignal.onSignal { Task { await sale.interrupt(work) } }
        let code = await work.value
        InterruptSignal.onSignal(nil)
        await station.close()
        return code
    }

    static func report(_ failure: Failure, _ output: Output) {
        output.object(SaleReport(outcome: failure.outcome, error: failure))
    }
}
