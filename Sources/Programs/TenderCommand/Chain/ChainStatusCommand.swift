import ChainServer
import CommandLineOptions
import Tender

/// The command that shows how the lanes of a chain stand.
enum ChainStatusCommand: Command {
    static let name = "chain status"
    static let summary = "show how far each lane's copy goes, and which lanes have not been heard of"
    static let options: [any DeclaredOption] = [ChainAccess.server, Output.json]
    static let notes = """
        A lane is silent that was not heard of for 15 minutes; each should be heard of every minute. The exit code is 7 if a lane is
        silent, or something was found that nobody has settled.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var outcome: String
        var lanes: [OfficeServer.Lane]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let lanes = try await OfficeServer.connect(try arguments[ChainAccess.server]).lanes()
        let isWell = lanes.allSatisfy { $0.isWell || $0.isBlocked }
        if lanes.isEmpty { output.line("No lane is enrolled: tender chain enroll --help") }
        for lane in lanes { output.line(text(lane)) }
        output.snakeCaseObject(
            Report(
                outcome: isWell ? "clean" : "unclean", lanes: lanes))
        return isWell ? .done : .checkFailed
    }

    private static func text(_ lane: OfficeServer.Lane) -> String {
        let records = lane.branches.map { "\($0.sequence)" }.joined(separator: " and ")
        var words = "\(lane.shop), \(lane.lane): \(records) records"
        if lane.isBlocked {
            words += ", blocked"
        } else if let silence = lane.silence {
            words += lane.isSilent ? ", SILENT for \(duration(silence))" : ", heard \(duration(silence)) ago"
        } else {
            words += ", never heard of"
        }
        if let state = lane.state, state != "current", !lane.isBlocked {
            words += ", \(state.replacing("_", with: " "))"
        }
        return ([words.withoutControls] + lane.findings.map { "  found: \($0.withoutControls)" }).joined(
            separator: "\n")
    }

    private static func duration(_ seconds: Int64) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
