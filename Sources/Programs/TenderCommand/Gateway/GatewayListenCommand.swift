import CommandLineOptions
import SimulatedPayments
import Tender

/// The command that forwards a gateway's events to a server on this machine, as webhooks.
enum GatewayListenCommand: Command {
    static let name = "gateway listen"
    static let summary = "show or forward the events of an account and of those connected to it, signed"
    private static let forwardTo = Option(
        "forward-to", "URL", "post each event there; without it events are only printed", as: .address)
    private static let forwardConnectTo = Option(
        "forward-connect-to", "URL", "post those of connected accounts there; as --forward-to says when left out",
        as: .address)
    private static let events = Option("events", "A,B", "these only, such as charge.failed,refund.*", as: .text)
    private static let fromOldest = Option(
        flag: "from-oldest", "begin with the oldest event that the gateway keeps, not with the next one",
        formerly: ["all"])
    private static let limit = Option(
        "limit", "N", "end after so many events", as: .number(in: 1...Int.max), formerly: ["count"])
    private static let printSecret = Option(
        flag: "print-secret", "print the secret that signs what is forwarded, and end")
    static let options: [any DeclaredOption] =
        [forwardTo, forwardConnectTo, events, fromOldest, limit, printSecret] + GatewayAccess.commandOptions
    static let notes = """
        The gateway is asked for new events every second, since the real service cannot reach a server on this machine; it works with a key of its test mode, too. Each event is posted once, byte for byte as GET /v1/events/ID answers it, with a Stripe-Signature made with a secret of this machine: always the same one for an API key (--print-secret). Give it to your server in place of a webhook endpoint's. The simulated gateway can also deliver by itself, with repetitions: POST /v1/webhook_endpoints.
        Events of connected accounts name their account. A platform is asked for each of its accounts, ten a second: with more of them an event is shown later.
        With --json each event is one JSON object on a line of its own. It ends with Ctrl-C.
        """

    private static let pause = Duration.seconds(1)
    private static let longPause = Duration.seconds(5)

    private struct Secret: Encodable {
        var secret: String
    }

    private struct Report: Encodable {
        var event: String
        var type: String
        var created: Int64
        var account: String?
        var status: Int?
        var failure: String?
    }

    /// The destinations of events; `nil` for those that are only shown.
    private struct Forwarders {
        var own: EventForwarder?
        var connected: EventForwarder?
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let url = try GatewayAccess.url(arguments)
        let secret = EventForwarder.secret(of: try GatewayAccess.key(arguments, for: url))
        guard !arguments[Self.printSecret] else {
            output.line(secret)
            output.object(Secret(secret: secret))
            return .done
        }
        let filters = try filters(arguments[Self.events])
        let count = arguments[limit]
        let own = try arguments[Self.forwardTo].map { try EventForwarder($0, "--forward-to", secret: secret) }
        let connected = try arguments[Self.forwardConnectTo]
            .map { try EventForwarder($0, "--forward-connect-to", secret: secret) }
        let forwarders = Forwarders(own: own, connected: connected ?? own)
        let calls = try GatewayCalls(arguments)
        let isFromOldest = arguments[fromOldest]
        let work = InterruptSignal.cancelable {
            let feed = try await EventFeed(calls, filters: filters, fromOldest: isFromOldest)
            let feeds = try await ConnectedFeeds(calls, filters: filters, fromOldest: isFromOldest)
            if connected != nil, let refusal = feeds.refusal {
                output.remark("tender: no connected accounts are followed: \(refusal)")
            }
            if forwarders.connected != nil { output.line("The signing secret is \(secret)") }
            output.line("Waiting for events of \(url.shownAddress): stop with Ctrl-C.")
            try await follow(feed, feeds, calls, forwarders, count ?? .max, output)
        }
        defer { InterruptSignal.onSignal(nil) }
        do {
            try await work.value
        } catch is CancellationError {}
        return .done
    }

    private static func filters(_ text: String?) throws -> [String] {
        let names = text?.split(separator: ",").map(String.init) ?? []
        for name in names where !EventTypes.all.contains(where: { EventTypes.filter(name, takes: $0) }) {
            throw CommandLineError("--events: there is no event '\(name)'")
        }
        return names
    }

    private static func follow(
        _ start: EventFeed, _ connected: ConnectedFeeds, _ calls: GatewayCalls, _ forwarders: Forwarders, _ count: Int,
        _ output: Output
    ) async throws {
        var feed = start
        var feeds = connected
        var left = count
        while !output.hasFailed {
            var events: [ListedEvent] = []
            var pause = pause
            do {
                events = try await feed.next()
                // Separately, so that received events are reported whatever becomes of the other request.
                for event in events where left > 0 {
                    try await tell(event, calls, forwarders.own, output)
                    left -= 1
                }
                events = left > 0 ? try await feeds.next() : []
            } catch let refusal as GatewayRefusal {
                output.remark("tender: \(refusal); asking again in \(longPause.components.seconds) s")
                pause = longPause
            }
            for event in events where left > 0 {
                try await tell(event, calls, forwarders.connected, output)
                left -= 1
            }
            guard left > 0 else { return }
            try await Task.sleep(for: pause)
        }
    }

    private static func tell(
        _ event: ListedEvent, _ calls: GatewayCalls, _ forwarder: EventForwarder?, _ output: Output
    ) async throws {
        var report = Report(event: event.id, type: event.type, created: event.created, account: event.account)
        var line = ([event.type, event.id] + [event.account].compactMap(\.self)).joined(separator: "  ").withoutControls
        let calls = event.account.map { calls.acting(for: $0) } ?? calls
        if let forwarder {
            do {
                switch try await forwarder.forward(calls.get("/v1/events/\(event.id)")) {
                case .status(let status): report.status = status
                case .failure(let message): report.failure = message
                }
            } catch let refusal as GatewayRefusal {
                report.failure = refusal.description
            }
            line += "  " + (report.status.map { "answered \($0)" } ?? report.failure ?? "")
        }
        output.line(line)
        output.objectLine(report)
    }
}
