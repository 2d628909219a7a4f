import SimulatedGateway
import SimulatedPayments
import Tender

/// The command that serves the simulated payments API until it is stopped.
enum GatewayServeCommand: Command {
    static let name = "gateway serve"
    static let summary = "serve the simulated payments API, on 127.0.0.1 unless told otherwise"
    static let operands =
        "[--port N] [--host ADDRESS] [--public-url URL] [--data FILE] [--rate-limit N] [--fault SPEC]… [--webhooks-anywhere]"
    static let defaultPort: UInt16 = 12111
    static let options = [
        Option("port", "N", "the TCP port; 0 for a free one (default \(defaultPort))"),
        Option("host", "ADDRESS", "the address to listen on, such as 0.0.0.0 in a container (default 127.0.0.1)"),
        Option("public-url", "URL", "where others reach it, such as http://192.168.1.5:12111: links begin with it"),
        Option("data", "FILE", "keep the objects in this SQLite file (default: in memory)"),
        Option("rate-limit", "N", "answer 429 above N requests a second of an account (default: no limit)"),
        Option(
            "refund-delay", "SECONDS",
            "when a refund that is pending or fails later does so (default \(SimulatedPayments.refundDelay))"),
        Option(
            "debit-delay", "SECONDS",
            "when a bank pays a debit, or does not (default \(SimulatedPayments.debitDelay))"),
        Option("webhooks-anywhere", nil, "deliver events to https addresses of other machines, too"),
        Option(
            "webhook-attempts", "N", "how often an event is sent at most (default \(WebhookSchedule().maximumAttempts))"
        ),
        Option("webhook-pause", "SECONDS", "the pause after the first attempt, doubled after each (default 1)"),
        .fault, .json,
    ]
    static let notes = "Any sk_test_X or pk_test_X is a key; the same X is one account.\n\n\(Fault.grammar)"

    private struct Report: Encodable {
        var url: String
        var publicURL: String
        var port: UInt16
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let port = try options.number("port", in: UInt16.min...UInt16.max) ?? defaultPort
        let requestsPerSecond = try options.number("rate-limit", in: 1...1_000_000)
        let faults = try options.all("fault").map { try Fault(parsing: $0) }
        var configuration = SimulatedGateway.Configuration(
            port: port, storage: options.value("data").map(SimulatedGateway.Storage.file) ?? .memory, faults: faults,
            requestsPerSecond: requestsPerSecond, webhooks: try webhooks(options))
        if let delay: Int64 = try options.number("refund-delay", in: 0...86_400) { configuration.refundDelay = delay }
        if let delay: Int64 = try options.number("debit-delay", in: 1...86_400) { configuration.debitDelay = delay }
        configuration.report = { output.remark("tender: \($0)") }
        if let host = options.value("host") { configuration.host = host == "localhost" ? "127.0.0.1" : host }
        configuration.publicURL = try options.value("public-url").map(publicURL)
        let gateway = try SimulatedGateway(configuration: configuration)
        warn(configuration, output)
        output.snakeCaseObject(Report(url: gateway.url, publicURL: gateway.publicURL, port: gateway.port))
        let outside = gateway.publicURL == gateway.url ? "" : " and is reached at \(gateway.publicURL)"
        output.line("The simulated payments API listens on \(gateway.url)\(outside): stop it with Ctrl-C.")
        await withCheckedContinuation { continuation in
            InterruptSignal.onSignal { [once = Once()] in once.run { continuation.resume() } }
        }
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

    private static func webhooks(_ options: Options) throws -> SimulatedGateway.Webhooks {
        var schedule = WebhookSchedule()
        schedule.maximumAttempts = try options.number("webhook-attempts", in: 1...1_000_000) ?? schedule.maximumAttempts
        schedule.firstPause = try options.number("webhook-pause", in: 0...86_400) ?? schedule.firstPause
        schedule.longestPause = max(schedule.longestPause, schedule.firstPause)
        return .init(schedule: schedule, reachesOtherMachines: options.isGiven("webhooks-anywhere"))
    }
}
