import SimulatedPayments
import Tender

/// The command that shows the requests to the simulated gateway.
enum GatewayLogsCommand: Command {
    static let name = "gateway logs"
    static let summary = "show the requests that the simulated gateway answered; --follow goes on with new ones"
    static let operands =
        "--gateway URL [--follow] [--method M] [--path TEXT] [--status S] [--account ID] [--request ID] [--count N]"
    static let options =
        [
            Option("follow", nil, "go on with each request that comes, until Ctrl-C"),
            Option("method", "M", "those with this method, such as POST"),
            Option("path", "TEXT", "those whose path contains this, such as /confirm"),
            Option("status", "S", "those answered so: 402, or a class such as 4xx"),
            Option("account", "ID", "those for one account, such as a connected one"),
            Option("request", "ID", "one request, as the Request-Id of its answer or request_log_url names it"),
            Option("count", "N", "how many of the newest are shown (default 20; 0 with --follow for none)"),
        ] + GatewayAccess.commandOptions
    static let notes = """
        A line has time (UTC), status, method, path, code of the error, id and account. The status is - when the answer did not arrive, as a fault may have it. Shown are the requests of the key's account and those that it made for connected accounts.
        The gateway keeps the last \(SimulatedPayments.loggedRequests) requests, of all accounts together, until it ends. Values of parameters, messages, headers and answers are not kept, so that no key and no card number is in it.
        With --json each request is one JSON object on a line of its own. The dashboard's page Logs shows the same.
        """

    private static let pause = Duration.seconds(1)
    private static let longPause = Duration.seconds(5)
    private static let defaultCount = 20

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let calls = try GatewayCalls(options)
        if let id = options.value("request") { return try await show(id, calls, output) }
        let filters = ["method", "path", "status", "account"].compactMap { name in
            options.value(name).map { (name, $0) }
        }
        let isFollowing = options.isGiven("follow")
        let count =
            try options.number("count", in: (isFollowing ? 0 : 1)...SimulatedPayments.loggedRequests) ?? defaultCount
        var feed = RequestFeed(calls, filters: filters)
        for request in try await feed.newest(count) { tell(request, output) }
        guard isFollowing else { return .done }
        let work = InterruptSignal.cancelable { [feed] in try await follow(feed, output) }
        defer { InterruptSignal.onSignal(nil) }
        do {
            try await work.value
        } catch is CancellationError {}
        return .done
    }

    private static func follow(_ start: RequestFeed, _ output: Output) async throws {
        var feed = start
        while !output.hasFailed {
            var pause = pause
            do {
                let requests = try await feed.next()
                if feed.missed > 0 { output.remark("tender: \(feed.missed) requests went by too fast to be shown") }
                for request in requests { tell(request, output) }
            } catch let refusal as GatewayRefusal {
                output.remark("tender: \(refusal); asking again in \(longPause.components.seconds) s")
                pause = longPause
            }
            try await Task.sleep(for: pause)
        }
    }

    private static func show(_ id: String, _ calls: GatewayCalls, _ output: Output) async throws -> ExitCode {
        tell(try await RequestFeed.request(id, calls), output)
        return .done
    }

    private static func tell(_ request: ListedRequest, _ output: Output) {
        output.line(line(request).withoutControls)
        output.objectLine(request)
    }

    static func line(_ request: ListedRequest) -> String {
        let time = String(Timestamp(request.created).text.prefix(19)).replacing("T", with: " ")
        let error = request.error
        let code = error?.declineCode ?? error?.code ?? error?.type ?? request.fault
        let status = request.status.map(String.init) ?? "-"
        let words: [String?] = [time, status, request.method, request.path, code, request.id, request.account]
        return words.compactMap(\.self).joined(separator: "  ")
    }
}
