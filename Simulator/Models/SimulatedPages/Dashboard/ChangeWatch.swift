public import SimulatedPayments

/// The change that a dashboard waits for: anything that happens in an account after what it has seen.
///
/// It is delivered by server-sent events in their simplest form: one message ends one answer, and the browser asks
/// again.
public struct ChangeWatch: Hashable, Sendable {
    static let path = "/dashboard/changes"

    /// The account.
    public let account: String
    /// The newest change that was seen; `nil` if there was none.
    public let seen: String?

    /// Creates a watch for what happens in an account after a change.
    public init(account: String, seen: String?) {
        self.account = account
        self.seen = seen
    }

    /// The answer when nothing happened for a while.
    public static let nothing = message(": nothing new\nretry: 500\n\n")

    /// Returns the answer when something happened.
    ///
    /// - Parameter newest: The newest change.
    public static func changed(_ newest: String?) -> APIResponse {
        message("retry: 500\nid: \(newest ?? "")\ndata: changed\n\n")
    }

    private static func message(_ text: String) -> APIResponse {
        var response = APIResponse(status: 200, contentType: "text/event-stream; charset=utf-8", body: Array(text.utf8))
        response.protect()
        return response
    }
}

extension Pages {
    /// Returns whether a request may have to wait: `watch` says what for.
    public static func isForChanges(_ request: APIRequest) -> Bool {
        request.method == "GET" && request.path == ChangeWatch.path
    }

    /// Returns what a request for changes has to wait for.
    ///
    /// - Returns: `nil` if `handle` answers it at once: it is not authorized, or there is news.
    public func watch(_ request: APIRequest, _ payments: inout SimulatedPayments, now: Int64) -> ChangeWatch? {
        guard (try? Self.checkOrigin(of: request, publicURL: payments.publicURL)) != nil, let fields = request.fields
        else { return nil }
        let visit = PageVisit(request: request, ids: [], fields: fields, now: now, tokens: tokens)
        guard let dashboard = try? Dashboard(visit, &payments) else { return nil }
        let watch = dashboard.watch
        return watch.seen == payments.newestChange(of: watch.account) ? watch : nil
    }
}

extension Dashboard {
    /// The watch for what comes after the browser's last message, or after the page that asks.
    var watch: ChangeWatch {
        let seen = visit.request.headers["last-event-id"] ?? visit.field("after") ?? ""
        return ChangeWatch(account: account, seen: seen.isEmpty ? nil : seen)
    }
}

extension PageRoute {
    /// The route where a page learns that it is out of date; `Pages.watch` lets those wait for which there is no news.
    static let changes = PageRoute("GET", ChangeWatch.path) { (visit, payments) throws(PageRefusal) in
        guard let dashboard = try Dashboard(visit, &payments) else { throw .signedOut }
        let newest = payments.newestChange(of: dashboard.account)
        return newest == dashboard.watch.seen ? ChangeWatch.nothing : ChangeWatch.changed(newest)
    }
}
