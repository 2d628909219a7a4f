import ChainServer
import CommandLineOptions

/// The command that computes the hash of every record anew.
enum ChainVerifyCommand: Command {
    static let name = "chain verify"
    static let summary = "check every record of every lane by its hash, from the first to the last"
    static let options: [any DeclaredOption] = [ChainAccess.server, Output.json]
    static let notes = """
        Reads all records, computes their hashes anew, and compares the last one with the end of each branch. It finds records that were
        changed, removed or swapped in the database (7). Whoever can write records and ends can make both anew: the tills' own journals
        and their heads show it then.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var outcome: String
        var records: Int64
        var findings: [OfficeServer.Damage]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        let found = try await office.verify { lane, records in
            output.remark("tender: \(lane.shop), \(lane.lane): \(records) records")
        }
        for damage in found.damages {
            output.line(
                "\(damage.shop), \(damage.lane): record \(damage.sequence) of branch \(damage.branch): \(damage.what)")
        }
        if found.damages.isEmpty { output.line("Nothing is wrong with \(found.records) records.") }
        output.object(
            Report(
                outcome: found.damages.isEmpty ? "clean" : "damaged", records: found.records, findings: found.damages))
        return found.damages.isEmpty ? .done : .checkFailed
    }
}
