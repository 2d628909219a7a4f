import CommandLineOptions
import FoundationEssentials
import Tender
import TenderBackend
import TenderBackendServer

/// The command that runs the merchant's server until it is stopped.
enum BackendServeCommand: Command {
    static let name = "backend serve"
    static let summary = "run the merchant's server, which holds the secret key so that no till need"
    static let defaultPort: UInt16 = 12112
    private static let config = Option(
        "config", "FILE", "JSON with what tills may do; see below", as: .file)
    private static let port = Option(
        "port", "N", "the TCP port; 0 for a free one", as: .number(in: UInt16.min...UInt16.max), default: defaultPort)
    private static let host = Option(
        "host", "ADDRESS", "the address to listen on; 127.0.0.1 when left out", as: .text)
    static let options: [any DeclaredOption] =
        [config, BackendTillsOption.tills, port, host] + GatewayAccess.options + [Output.json]
    static let notes = """
        The configuration is a JSON object, of which each member may be left out:
          api                  the payments API, unless --gateway names it
          tills                the file of the tills, unless --tills names it
          allow                groups (payments, refunds, setup, readers, transfers, links), calls, and shares;
                               payments, refunds, setup and readers when left out
          currencies           the largest payment of each currency that may be used, such as {"eur": 50000}
          maximum_refund       the largest refund
          maximum_surcharge    the largest surcharge; none is taken without it where currencies limits payments
          maximum_transfer     the largest transfer
          requests_per_minute  of each till; 600 when left out

        The secret key comes from --api-key-file or TENDER_API_KEY. Tills on other machines need TLS: put a proxy in front.
        The contract is docs/payment-backend.md.
        """

    private struct Report: Encodable {
        var url: String
        var port: UInt16
        var api: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let settings = try settings(arguments)
        guard let api = arguments[GatewayAccess.gateway] ?? settings.api else {
            throw CommandLineError("name the payments API: --gateway URL, or api in the configuration")
        }
        let key = try GatewayKey(for: api, file: arguments[GatewayAccess.apiKeyFile]).secret
        guard key.withUnsafeBytes({ $0.starts(with: "sk_".utf8) || $0.starts(with: "rk_".utf8) }) else {
            throw CommandLineError("the server needs a secret or restricted key (sk_… or rk_…)")
        }
        var configuration = BackendServer.Configuration(
            apiURL: api, apiKey: key, apiVersion: PaymentsClient.apiVersion, settings: settings,
            tillsFile: BackendTillsOption.path(arguments, settings))
        configuration.port = arguments[port]
        configuration.caBundle = arguments[GatewayAccess.caBundle]
        configuration.report = { output.remark($0) }
        if let host = arguments[host] { configuration.host = host == "localhost" ? "127.0.0.1" : host }
        try await serve(configuration, output)
        return .done
    }

    private static func serve(_ configuration: BackendServer.Configuration, _ output: Output) async throws {
        let server = try BackendServer(configuration)
        if !BackendServer.isLoopback(host: configuration.host) {
            output.remark(
                "tender: warning: \(configuration.host) has no TLS here: tokens and payments pass in the clear")
        }
        let signal = InterruptSignal.awaited()
        output.snakeCaseObject(Report(url: server.url, port: server.port, api: configuration.apiURL))
        output.line("The merchant's server for \(configuration.apiURL) listens on \(server.url): stop it with Ctrl-C.")
        for await _ in signal {}
        server.stop()
    }

    private static func settings(_ arguments: Arguments) throws -> BackendSettings {
        guard let path = arguments[config] else { return BackendSettings() }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw CommandLineError("the configuration \(path) cannot be read")
        }
        do {
            return try JSONDecoder().decode(BackendSettings.self, from: data)
        } catch let error as DecodingError {
            throw CommandLineError("the configuration \(path) cannot be used: \(Self.sentence(error))")
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
            .valueNotFound(_, let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? "it is not JSON" : "\(path): \(context.debugDescription)"
        @unknown default: return "it cannot be read"
        }
    }
}
