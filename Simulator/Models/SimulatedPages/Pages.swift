public import SimulatedPayments
public import TenderBytes

/// The pages that the simulated gateway serves besides its API, as a value without sockets.
///
/// A page queries the rules as any client does, through the API; it never touches their state.
public struct Pages: Sendable {
    /// The headers that matter to pages, besides those of the API.
    public static let headerNames = ["accept-language", "cookie", "host", "origin", "sec-fetch-site", "last-event-id"]

    let tokens: FormTokens

    /// - Parameter key: The key that signs forms; 32 random bytes.
    public init(key: SecretBytes) { tokens = FormTokens(key: key) }

    /// Returns whether a path belongs to the API and not to a page.
    public static func isForAPI(_ path: String) -> Bool { path.hasPrefix("/v1/") || path.hasPrefix("/v2/") }

    /// Returns whether a request is for the API, including a program's request for a path outside of it: it shows a
    /// key, and reads no page.
    public static func isForAPI(_ request: APIRequest) -> Bool {
        isForAPI(request.path) || request.headers["authorization"] != nil
    }

    /// The page for a request whose effects could not be stored.
    public static let notWritten = PageRefusal.notWritten.page.response()

    /// Answers a request for a page.
    ///
    /// - Parameters:
    ///   - request: Any request; one that leads nowhere gets a page that says so.
    ///   - payments: The rules that the page shows and changes.
    ///   - now: The seconds since 1970, on the host's clock.
    public func handle(_ request: APIRequest, _ payments: inout SimulatedPayments, now: Int64) -> APIResponse {
        guard request.method != "HEAD" else { return preview(request, payments, now: now) }
        do throws(PageRefusal) {
            try Self.checkOrigin(of: request, publicURL: payments.publicURL)
            let (route, ids) = try Self.route(request)
            guard let fields = request.fields else { throw .unreadable }
            let visit = PageVisit(request: request, ids: ids, fields: fields, now: now, tokens: tokens)
            return try route.run(visit, &payments)
        } catch {
            return error.page.response()
        }
    }

    /// Returns the answer to a GET, computed on a copy, since whoever checks where a link leads does not open it.
    private func preview(_ request: APIRequest, _ payments: SimulatedPayments, now: Int64) -> APIResponse {
        var copy = payments
        return handle(request.asGet, &copy, now: now)
    }

    /// Returns a host without its port.
    private static func name(of host: String) -> String {
        String(host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" })
    }

    private static func route(_ request: APIRequest) throws(PageRefusal) -> (PageRoute, ids: [String]) {
        let segments = Array(request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst())
        for route in PageRoute.all where route.method == request.method {
            if let ids = route.ids(in: segments) { return (route, ids) }
        }
        throw .notFound
    }

    /// Rejects what a page of another site sends, and names that are not this machine's: a stranger's name may lead
    /// here too.
    ///
    /// - Parameter publicURL: The one address that counts as this machine's besides those of the loopback interface.
    static func checkOrigin(of request: APIRequest, publicURL: String) throws(PageRefusal) {
        let host = request.headers["host"] ?? ""
        let address = WebAddress(publicURL)?.origin
        let ownHost = address.map { String($0.drop { $0 != "/" }.dropFirst(2)) }
        let names = ["127.0.0.1", "localhost", "[::1]"] + (ownHost.map { [name(of: $0)] } ?? [])
        guard names.contains(name(of: host)) else { throw .foreignHost }
        guard request.method != "GET" else { return }
        let own = ["http://\(host)"] + (host == ownHost ? [address].compactMap(\.self) : [])
        if let origin = request.headers["origin"], !own.contains(origin) { throw .foreignForm }
        if request.headers["sec-fetch-site"] == "cross-site" { throw .foreignForm }
    }
}
