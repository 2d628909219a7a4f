import TenderBytes

/// A request that has passed every check that needs no network.
struct PreparedRequest: Sendable {
    let request: HTTPRequest
    let url: RequestURL

    init(_ request: HTTPRequest) throws(HTTPError) {
        url = try RequestURL(request.url)
        self.request = request
        guard request.body == nil || request.method == .post else {
            throw HTTPError(.invalidRequest, fate: .notSent, message: "a \(request.method.rawValue) carries no body")
        }
        for header in request.headers {
            guard header.isWellFormed else {
                throw HTTPError(.invalidRequest, fate: .notSent, message: "a header field cannot be sent as it is")
            }
            guard !Self.ownFields.contains(where: header.isNamed) else {
                throw HTTPError(.invalidRequest, fate: .notSent, message: "\(header.name) is not the caller's to set")
            }
        }
        if let authorization = request.authorization {
            guard authorization.withUnsafeBytes({ HTTPHeader.isValue($0) }) else {
                throw HTTPError(.invalidRequest, fate: .notSent, message: "the credential holds control characters")
            }
        }
    }

    /// The fields that the client writes itself: framing, and the credential, which must never be in a `String`.
    private static let ownFields = [
        "Authorization", "Connection", "Content-Length", "Cookie", "Expect", "Host", "Proxy-Authorization",
        "Transfer-Encoding", "Upgrade",
    ]
}
