import CommandLineOptions
import SimulatedPayments
import Tender

/// The command that lists the endpoints of the simulated payments API.
enum GatewayEndpointsCommand: Command {
    static let name = "gateway endpoints"
    static let summary = "list every request that the simulated payments API answers"
    static let options: [any DeclaredOption] = [Output.json]
    static let notes = "The names are those of fault specifications: tender gateway serve --help."

    private struct Report: Encodable {
        struct Row: Encodable {
            var name: String
            var method: String
            var path: String
        }

        var endpoints: [Row]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let rows = Endpoint.allCases.map { endpoint in
            let words = endpoint.pattern.split(separator: " ").map(String.init)
            return Report.Row(name: endpoint.rawValue, method: words.first ?? "", path: words.last ?? "")
        }
        let width = rows.map(\.name.count).max() ?? 0
        for row in rows {
            output.line(
                padded(row.name, width) + "  " + padded(row.method, 6) + "  " + row.path)
        }
        output.object(Report(endpoints: rows))
        return .done
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
