import CommandLineOptions
import Tender
import TenderBackendServer

/// The command that checks whether a merchant's server keeps the contract.
enum BackendTestCommand: Command {
    static let name = "backend test"
    static let summary = "check that a merchant's server keeps the contract; charges no card"
    private static let server = Operand("URL", "address of the merchant's server", as: .address)
    private static let currency = Option(
        "currency", "CODE", "a currency that the server takes", as: .text, default: "eur")
    static let operands: [any DeclaredOperand] = [server]
    static let options: [any DeclaredOption] = [
        GatewayAccess.apiKeyFile, GatewayAccess.caBundle, currency, Output.json,
    ]
    static let notes = """
        The key is a till's token (or TENDER_API_KEY). Intents are created and canceled: let the server use a test key.
        The contract is docs/payment-backend.md. A call that answers 403 is not offered, which is no fault.
        """

    private struct Report: Encodable {
        struct Row: Encodable {
            var check: String
            var finding: String
            var reason: String?
        }

        var checks: [Row]
        var broken: Int
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let url = try arguments[server]
        let token = try GatewayKey(for: url, file: arguments[GatewayAccess.apiKeyFile]).secret
        let contract = try BackendContract(
            url: url, token: token, currency: arguments[currency].lowercased(),
            caBundle: arguments[GatewayAccess.caBundle])
        let checks = await contract.run { output.line(line($0)) }
        let rows = checks.map(row)
        let broken = rows.count { $0.finding == "broken" }
        let absent = rows.count { $0.finding == "not offered" }
        output.line("\(rows.count - broken - absent) kept, \(absent) not offered, \(broken) broken")
        output.object(Report(checks: rows, broken: broken))
        return broken == 0 ? .done : .checkFailed
    }

    private static func row(_ check: BackendContract.Check) -> Report.Row {
        switch check.finding {
        case .kept: .init(check: check.title, finding: "kept")
        case .notOffered: .init(check: check.title, finding: "not offered")
        case .broken(let reason): .init(check: check.title, finding: "broken", reason: reason)
        }
    }

    private static func line(_ check: BackendContract.Check) -> String {
        let row = row(check)
        let padding = String(repeating: " ", count: max(0, 13 - row.finding.count))
        return row.finding + padding + row.check + (row.reason.map { ": " + $0 } ?? "")
    }
}
