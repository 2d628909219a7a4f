import ChainServer
import CommandLineOptions
import Tender
import TenderPostgres

/// The command by which head office takes a till's journal into the chain.
enum ChainEnrollCommand: Command {
    static let name = "chain enroll"
    static let summary = "take a till's journal into the chain, and write the file that its uplink connects with"
    private static let head = Operand("HEAD", "the line that tender uplink head prints at the till", as: .text)
    private static let file = RequiredOption<String>(
        "output", "FILE", "where the file for the uplink goes", as: .file, example: "till-1.server")
    static let operands: [any DeclaredOperand] = [head]
    static let options: [any DeclaredOption] = [
        ChainAccess.shop, ChainAccess.lane, file, ChainAccess.bundleKey, ChainAccess.server, Output.json,
    ]
    static let notes = """
        The lane gets a role of its own at the server, which adds the records of this journal and changes nothing. Its password is
        in the output file alone: bring it to the till, and give it to tender uplink as --server. Given again for the same lane it
        makes a new role and withdraws the one before.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var shop: String
        var lane: String
        var journal: String
        var role: String
        var file: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let text = try arguments[head]
        guard let head = JournalHead(text) else {
            throw CommandLineError("HEAD is a line such as 'tender-journal-1 ID 0 HASH': tender uplink head prints it")
        }
        let (shop, lane) = (
            try ChainAccess.name(arguments[ChainAccess.shop]), try ChainAccess.name(arguments[ChainAccess.lane])
        )
        let trust = try ChainAccess.trust(arguments, shop: shop)
        let path = try arguments[file]
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        let server = try await office.enroll(head, shop: shop, lane: lane)
        try ServerFile.write(server, trust: trust, to: path)
        output.line("\(shop), \(lane): enrolled as \(server.user). Bring \(path) to the till:")
        output.line("  tender uplink --server \(path) --journal FILE")
        output.object(Report(shop: shop, lane: lane, journal: head.journalID, role: server.user, file: path))
        return .done
    }
}
