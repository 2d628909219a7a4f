import ChainServer
import CommandLineOptions
import Tender

/// The command that notes that a person has looked into what was found about a lane.
enum ChainSettleCommand: Command {
    static let name = "chain settle"
    static let summary = "note that a person has looked into what was found about a lane"
    private static let kind = Option<String?>(
        "kind", "KIND", "only findings of this kind, such as forked; all when left out", as: .text)
    private static let note = RequiredOption<String>(
        "note", "TEXT", "what came of it", as: .text, example: "the clone is switched off")
    private static let by = Option(
        "by", "NAME", "who has looked into it; the user's name when left out", as: .text)
    static let options: [any DeclaredOption] = [
        ChainAccess.shop, ChainAccess.lane, kind, note, by, ChainAccess.server, Output.json,
    ]
    static let notes = """
        What was found until now is named by no status and no report any more; records and figures stay as they are. Who settled it, when
        and why stays in the table findings. What is found later is named again.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var shop: String
        var lane: String
        var settled: [OfficeServer.Finding]
        var by: String
        var note: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let (shop, lane) = (try arguments[ChainAccess.shop], try arguments[ChainAccess.lane])
        let (person, note) = (arguments[by] ?? UserState.userName, try arguments[Self.note])
        let settled = try await OfficeServer.connect(try arguments[ChainAccess.server]).settle(
            shop: shop, lane: lane, kind: arguments[kind], by: person, note: note)
        for finding in settled { output.line("settled: \(finding.kind): \(finding.detail)".withoutControls) }
        if settled.isEmpty { output.line("\(shop), \(lane): nothing is open.") }
        output.object(Report(shop: shop, lane: lane, settled: settled, by: person, note: note))
        return .done
    }
}
