import SimulatedGateway
import SimulatedPayments
import Tender

/// Serves the simulated payments API until it is stopped.
enum GatewayServeCommand: Command {
    static let name = "gateway serve"
    static let summary = "serve the simulated payments API on 127.0.0.1"
    static let operands = "[--port N] [--data FILE] [--rate-limit N] [--fault SPEC]… [--webhooks-anywhere]"
    static let defaultPort: UInt16 = 12111
    static let options = [
        Option("port", "N", "the TCP port; 0 for a free one (default \(defaultPort))"),
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
        let gateway = try SimulatedGateway(configuration: configuration)
        output.object(Report(url: gateway.url, port: gateway.port))
        output.line("The simulated payments API listens on \(gateway.url): stop it with Ctrl-C.")
        await withCheckedContinuation { continuation in
            InterruptSignal.onSignal { [once = Once()] in once.run { continuation.resume() } }
        }
        gateway.stop()
        return .done
    }

    private static func webhooks(_ options: Options) throws -> SimulatedGateway.Webhooks {
        var schedule = WebhookSchedule()
        schedule.maximumAttempts = try options.number("webhook-attempts", in: 1...1_000_000) ?? schedule.maximumAttempts
        schedule.firstPause = try options.number("webhook-pause", in: 0...86_400) ?? schedule.firstPause
        schedule.longestPause = max(schedule.longestPause, schedule.firstPause)
        return .init(schedule: schedule, reachesOtherMachines: options.isGiven("webhooks-anywhere"))
    }
}
