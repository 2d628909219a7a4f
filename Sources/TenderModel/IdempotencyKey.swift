/// The key under which the gateway executes a request at most once.
public struct IdempotencyKey: Hashable, Sendable, Codable {
    /// The text of the header, 1 to 255 characters.
    public let rawValue: String

    /// Wraps a whole key.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Derives the key of one request of an attempt: `<base>/<attempt>/<verb>`.
    ///
    /// - Parameters:
    ///   - base: made once per payment or given by the caller.
    ///   - attempt: the card attempt, from 1; it grows after a proved decline only.
    ///   - verb: what is asked, such as `confirm`.
    public init(base: String, attempt: Int, verb: String) { rawValue = "\(base)/\(attempt)/\(verb)" }
}

extension IdempotencyKey: CustomStringConvertible {
    /// The text of the header; it is no secret.
    public var description: String { rawValue }
}
