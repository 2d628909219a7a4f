import SimulatedPayments

/// A page or a form's target: its path, and its handler.
///
/// Each area declares its own in its folder; `all` contains every one.
struct PageRoute: Sendable {
    typealias Handler = @Sendable (PageVisit, inout SimulatedPayments) throws(PageRefusal) -> APIResponse

    let method: String
    /// The segments of the path; one that begins with a colon is an id.
    let path: [Substring]
    let run: Handler

    init(_ method: String, _ path: String, _ run: @escaping Handler) {
        self.method = method
        self.path = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }
        self.run = run
    }

    static let all: [PageRoute] =
        assets + authentication + mandates + elements + onboarding + seller + checkout + receipts + dashboard

    /// Returns the ids in a path; `nil` if the route does not match.
    func ids(in segments: [Substring]) -> [String]? {
        guard segments.count == path.count else { return nil }
        var ids: [String] = []
        for (name, segment) in zip(path, segments) {
            if name.hasPrefix(":") {
                guard !segment.isEmpty else { return nil }
                ids.append(String(segment))
            } else if name != segment {
                return nil
            }
        }
        return ids
    }
}

extension APIResponse {
    /// Redirects the browser, with a GET; the address must have been checked.
    static func redirect(to address: String) -> APIResponse {
        var response = APIResponse(status: 303, contentType: "text/plain; charset=utf-8", body: [])
        response.add("Location", address)
        response.protect()
        return response
    }
}
