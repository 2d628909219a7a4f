import Glibc

extension HTTPClient.Configuration {
    /// Throws for settings that could only fail later.
    func validate() throws(HTTPError) {
        if let extraCABundle {
            guard access(extraCABundle, R_OK) == 0 else {
                throw Self.invalid("the CA bundle \(extraCABundle) cannot be read")
            }
        }
        guard connectionsPerHost >= 1, connectionsPerHost <= 1024 else {
            throw Self.invalid("connectionsPerHost must be 1 to 1024, not \(connectionsPerHost)")
        }
        guard maximumBodySize >= 0 else { throw Self.invalid("maximumBodySize is negative") }
        guard HTTPHeader("User-Agent", userAgent).isWellFormed else {
            throw Self.invalid("userAgent holds control characters")
        }
    }

    private static func invalid(_ message: String) -> HTTPError {
        HTTPError(.invalidConfiguration, fate: .notSent, message: message)
    }
}

extension Duration {
    /// Whole milliseconds for libcurl, which takes 0 as "forever": at least 1, at most what fits in 32 bits.
    var curlMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0 else { return 1 }
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return Int(max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
