import ChainServer
import CommandLineOptions

/// The command that makes head office's tables.
enum ChainInitCommand: Command {
    static let name = "chain init"
    static let summary = "make head office's tables in a PostgreSQL database, or bring them up to date"
    static let options: [any DeclaredOption] = [ChainAccess.server, Output.json]
    static let notes = """
        The database must exist, and the user may make roles and schemas (CREATEROLE, and CREATE on the database). What is up to date
        stays as it is, so that it may be given again. Tables only go forward: an older program refuses newer ones.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var before: Int
        var version: Int
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let done = try await OfficeServer.prepare(try arguments[ChainAccess.server])
        output.line(
            done.before == done.version
                ? "The tables have version \(done.version) already."
                : "The tables have version \(done.version). Enroll a lane: tender chain enroll --help")
        output.object(Report(before: done.before, version: done.version))
        return .done
    }
}
