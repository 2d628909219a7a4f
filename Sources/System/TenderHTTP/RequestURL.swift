import CLibCurl
import TenderBytes

/// A URL as libcurl itself parses it, so that what is checked is exactly what libcurl connects to.
struct RequestURL: Hashable, Sendable {
    /// The normalized URL.
    let text: String
    /// `http` or `https`.
    let scheme: String
    /// The scheme, the host and the port, which together identify a server.
    let origin: String

    init(_ text: String) throws(HTTPError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Self.invalid("the URL contains blanks or characters that are not ASCII")
        }
        guard let handle = curl_url() else { throw Self.invalid("libcurl is out of memory") }
        defer { curl_url_cleanup(handle) }
        let result = curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER))
        guard result != CURLUE_USER_NOT_ALLOWED else {
            throw Self.invalid("the URL contains a user name or a password, which would be shown: leave them out")
        }
        guard result == CURLUE_OK else { throw Self.invalid("the URL: \(String(cString: curl_url_strerror(result)))") }
        guard let scheme = Self.part(CURLUPART_SCHEME, of: handle), let host = Self.part(CURLUPART_HOST, of: handle),
            let port = Self.part(CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT)),
            let normalized = Self.part(CURLUPART_URL, of: handle)
        else { throw Self.invalid("the URL has no scheme or no host") }
        switch scheme {
        case "https": break
        case "http":
            // libcurl resolves `localhost` without a lookup.
            guard host.isLoopbackHost || host == "[::1]" else {
                throw HTTPError(
                    .plainHTTPRefused, fate: .notSent,
                    message: "plain http goes to this machine only, not to \(host): use https"
                )
            }
        default: throw Self.invalid("the URL's scheme is \(scheme), not https")
        }
        self.text = normalized
        self.scheme = scheme
        origin = "\(scheme)://\(host.lowercased()):\(port)"
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    private static func invalid(_ message: String) -> HTTPError {
        HTTPError(.invalidURL, fate: .notSent, message: message)
    }
}
