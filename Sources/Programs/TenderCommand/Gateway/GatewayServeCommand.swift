import CommandLineOptions
import SimulatedGateway
import SimulatedPayments
import Tender

/// The command that serves the simulated payments API until it is stopped.
enum GatewayServeCommand: Command {
    static let name = "gateway serve"
    static let summary = "serve the simulated payments API, on 127.0.0.1 unless told otherwise"
    static let defaultPort: UInt16 = 12111
    private static let port = Option(
        "port", "N", "the TCP port; 0 for a free one", as: .number(in: UInt16.min...UInt16.max), default: defaultPort)
    private static let host = Option(
        "host", "ADDRESS", "the address to listen on, such as 0.0.0.0 in a container; 127.0.0.1 when left out",
        as: .text)
    private static let publicURL = Option(
        "public-url", "URL", "where others reach it, such as http://192.168.1.5:12111: links begin with it",
        as: .address)
    private static let data = Option(
        "data", "FILE", "keep the objects in this SQLite file; in memory when left out", as: .file)
    private static let rateLimit = Option(
        "rate-limit", "N", "answer 429 above N requests a second of an account; no limit when left out",
        as: .number(in: 1...1_000_000))
    private static let refundDelay = Option(
        "refund-delay", "SECONDS",
        "when a refund that is pending or fails later does so", as: .number(in: 0...86_400),
        default: SimulatedPayments.refundDelay)
    private static let debitDelay = Option(
        "debit-delay", "SECONDS",
        "when a bank pays a debit, or does not", as: .number(in: 1...86_400), default: SimulatedPayments.debitDelay)
    private static let webhooksAnywhere = Option(
        flag: "webhooks-anywhere", "deliver events to https addresses of other machines, too")
    private static let webhookAttempts = Option(
        "webhook-attempts", "N", "how often an event is sent at most", as: .number(in: 1...1_000_000),
        default: WebhookSchedule().maximumAttempts)
    private static let webhookPause = Option(
        "webhook-pause", "SECONDS", "the pause after the first attempt, doubled after each",
        as: .number(in: 0...86_400), default: WebhookSchedule().firstPause)
    static let options: [any DeclaredOption] = [
        port, host, publicURL, data, rateLimit, refundDelay, debitDelay, webhooksAnywhere, webhookAttempts,
        webhookPause, GatewayAccess.fault, Output.json,
    ]
    static let notes = "Any sk_test_X or pk_test_X is a key; the same X is one account.\n\n\(Fault.grammar)"

    private struct Report: Encodable {
        var url: String
        var publicURL: String
        var port: UInt16
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        // All requests are answered by one thread, whose own heap would grow with a system call for every page.
        ProcessSettings.shareHeap(step: 4 << 20)
        let port = arguments[Self.port]
        let requestsPerSecond = arguments[rateLimit]
        let faults = try arguments[GatewayAccess.fault].map { try Fault(parsing: $0) }
        var configuration = SimulatedGateway.Configuration(
            port: port, storage: arguments[Self.data].map(SimulatedGateway.Storage.file) ?? .memory, faults: faults,
            requestsPerSecond: requestsPerSecond, webhooks: try webhooks(arguments))
        configuration.refundDelay = arguments[refundDelay]
        configuration.debitDelay = arguments[debitDelay]
        configuration.report = { output.remark("tender: \($0)") }
        if let host = arguments[Self.host] { configuration.host = host == "localhost" ? "127.0.0.1" : host }
        configuration.publicURL = try arguments[Self.publicURL].map(publicURL)
        let gateway = try SimulatedGateway(configuration: configuration)
        warn(configuration, output)
        let signal = InterruptSignal.awaited()
        output.snakeCaseObject(Report(url: gateway.url, publicURL: gateway.publicURL, port: gateway.port))
        let outside = gateway.publicURL == gateway.url ? "" : " and is reached at \(gateway.publicURL)"
        output.line("The simulated payments API listens on \(gateway.url)\(outside): stop it with Ctrl-C.")
        for await _ in signal {}
        gateway.stop()
        return .done
    }

    /// Warns about access from other machines.
    private static func warn(_ configuration: SimulatedGateway.Configuration, _ output: Output) {
        guard !SimulatedGateway.isLoopback(host: configuration.host) else { return }
        let name =
            configuration.publicURL == nil ? " Give --public-url, or links and pages lead to this machine alone." : ""
        output.remark(
            """
            tender: warning: other machines can reach \(configuration.host). Whoever does can use the gateway with any test key, and \
            see the dashboard of each account whose key they know or guess: keep real names and card numbers out.\(name)
            """)
    }

    /// Returns the address without its trailing slash; throws for anything but scheme, host and port.
    private static func publicURL(_ text: String) throws -> String {
        let url = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard WebhookTarget(url) != nil, url.split(separator: "/").count == 2,
            !url.contains(where: { "?#".contains($0) })
        else {
            throw CommandLineError(
                "--public-url takes an address such as http://192.168.1.5:12111, not '\(text.shownAddress)'")
        }
        return url
    }

    private static func webhooks(_ arguments: Arguments) throws -> SimulatedGateway.Webhooks {
        var schedule = WebhookSchedule()
        schedule.maximumAttempts = arguments[webhookAttempts]
        schedule.firstPause = arguments[webhookPause]
        schedule.longestPause = max(schedule.longestPause, schedule.firstPause)
        return .init(schedule: schedule, reachesOtherMachines: arguments[Self.webhooksAnywhere])
    }
}
