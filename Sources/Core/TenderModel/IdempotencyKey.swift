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
    ///   - round: from 2 for a further request of the kind, which has a key of its own: `<verb>.<round>`.
    public init(base: String, attempt: Int, verb: String, round: Int = 1) {
        let key = base + "/" + String(attempt) + "/" + verb
        rawValue = round > 1 ? key + "." + String(round) : key
    }

    /// Whether this key and another were derived for the same request of an attempt, in whatever round.
    public func isRound(of other: IdempotencyKey) -> Bool { withoutRound == other.withoutRound }

    private var withoutRound: Substring {
        round > 1 ? rawValue[..<(rawValue.lastIndex(of: ".") ?? rawValue.endIndex)] : rawValue[...]
    }

    /// No key is derived with a higher one.
    private static let maximumRound = 1_000_000

    /// The round that the key was derived with; 1 for any other text.
    public var round: Int {
        guard rawValue.utf8.contains(UInt8(ascii: ".")) else { return 1 }
        let verb = rawValue.utf8.split(separator: UInt8(ascii: "/")).last ?? rawValue.utf8[...]
        guard let dot = verb.lastIndex(of: UInt8(ascii: ".")) else { return 1 }
        let round = Int(String(Substring(verb[verb.index(after: dot)...]))) ?? 1
        return (1...Self.maximumRound).contains(round) ? round : 1
    }
}

extension IdempotencyKey: CustomStringConvertible {
    /// The text of the header; it is no secret.
    public var description: String { rawValue }
}
