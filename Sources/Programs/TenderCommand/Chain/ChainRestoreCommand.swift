import ChainServer
import CommandLineOptions
import Tender
import TenderPostgres

/// The command that makes a dead till's journal anew.
enum ChainRestoreCommand: Command {
    static let name = "chain restore"
    static let summary = "make a lane's journal anew from its copy, for a new machine, and withdraw the old one's role"
    private static let branch = Option<Int64?>(
        "branch", "N", "the branch, where the till was cloned or restored; the only one when left out",
        as: .number(in: 0...Int64.max))
    private static let journal = RequiredOption<String>(
        "journal", "FILE", "where the journal goes; it must not exist", as: .file, example: "till-1.journal")
    private static let file = RequiredOption<String>(
        "output", "FILE", "where the file for the uplink goes", as: .file, example: "till-1.server")
    static let options: [any DeclaredOption] = [
        ChainAccess.shop, ChainAccess.lane, journal, file, branch, ChainAccess.bundleKey,
        ChainAccess.server, Output.json,
    ]
    static let notes = """
        Every record is written as the till wrote it, and checked. The role that the old machine has is withdrawn first, so that it
        sends nothing more. Card data of payments that were taken offline is in no copy: those are listed, and their money is at risk
        (7). A till whose key was changed since its journal began needs tender journal rebind.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        struct Payment: Encodable {
            var id: String
            var amount: Int64
            var currency: String
            var order: String?
            var state: String
        }

        var outcome: String
        var shop: String
        var lane: String
        var journal: String
        var records: Int
        var file: String
        var atRisk: [Payment]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let (shop, lane) = (try arguments[ChainAccess.shop], try arguments[ChainAccess.lane])
        let (path, file) = (try arguments[journal], try arguments[Self.file])
        let trust = try ChainAccess.trust(arguments, shop: shop)
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        let (records, server) = try await office.restore(
            shop: shop, lane: lane, branch: arguments[branch], to: path
        ) { written, count in
            // A page has 2,000 records; one of ten is told.
            if written.isMultiple(of: 20_000) { output.remark("tender: \(written) of \(count) records") }
        }
        try ServerFile.write(server, trust: trust, to: file)
        let lost = OfflinePayment.all(in: records).filter(\.needsCardData)
        output.line("\(shop), \(lane): \(records.count) records in \(path). Bring it and \(file) to the new machine.")
        for payment in lost {
            output.line(
                "  at risk: \(payment.amount), taken offline\(payment.order.map { ", order \($0.withoutControls)" } ?? "")"
            )
        }
        output.snakeCaseObject(
            Report(
                outcome: lost.isEmpty ? "clean" : "unclean", shop: shop, lane: lane, journal: path,
                records: records.count, file: file,
                atRisk: lost.map {
                    .init(
                        id: $0.id, amount: $0.amount.minorUnits, currency: "\($0.amount.currency)", order: $0.order,
                        state: $0.state.word)
                }))
        return lost.isEmpty ? .done : .checkFailed
    }
}

extension OfflinePayment {
    /// Whether it is paid only with its card data, which the till alone has.
    fileprivate var needsCardData: Bool {
        switch state {
        case .stored, .forwarding, .quarantined: true
        case .approved, .declined, .deleted: false
        }
    }
}
