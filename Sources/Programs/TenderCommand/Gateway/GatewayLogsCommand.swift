import CommandLineOptions
import SimulatedPayments
import Tender

/// The command that shows the requests to the simulated gateway.
enum GatewayLogsCommand: Command {
    static let name = "gateway logs"
    static let summary = "show the requests that the simulated gateway answered; --follow goes on with new ones"
    private static let follow = Option(flag: "follow", "go on with each request that comes, until Ctrl-C")
    private static let method = Option("method", "M", "those with this method, such as POST", as: .text)
    private static let path = Option("path", "TEXT", "those whose path contains this, such as /confirm", as: .text)
    private static let status = Option("status", "STATUS", "those answered so: 402, or a class such as 4xx", as: .text)
    private static let account = Option("account", "ACCT", "those for one account, such as a connected one", as: .text)
    private static let request = Option(
        "request", "ID", "one request, as the Request-Id of its answer or request_log_url names it", as: .text)
    private static let limit = Option(
        "limit", "N", "how many of the newest are shown; 0 with --follow for none",
        as: .number(in: 0...SimulatedPayments.loggedRequests), default: defaultCount, formerly: ["count"])
    static let options: [any DeclaredOption] =
        [follow, method, path, status, account, request, limit] + GatewayAccess.commandOptions
    static let notes = """
        A line has time (UTC), status, method, path, code of the error, id and account. The status is - when the answer did not arrive, as a fault may have it. Shown are the requests of the key's account and those that it made for connected accounts.
        The gateway keeps the last \(SimulatedPayments.loggedRequests) requests, of all accounts together, until it ends. Values of parameters, messages, headers and answers are not kept, so that no key and no card number is in it.
        With --json each request is one JSON object on a line of its own. The dashboard's page Logs shows the same.
        """

    private static let pause = Duration.seconds(1)
    private static let longPause = Duration.seconds(5)
    private static let defaultCount = 20

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let calls = try GatewayCalls(arguments)
        if let id = arguments[Self.request] { return try await show(id, calls, output) }
        let filters = [method, path, status, account].compactMap { option in
            arguments[option].map { (option.declaration.name, $0) }
        }
        let isFollowing = arguments[Self.follow]
        let count = arguments[limit]
        guard isFollowing || count > 0 else { throw CommandLineError("--limit 0 goes with --follow") }
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
