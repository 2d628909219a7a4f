/// What tills may call: groups of calls, single calls, and `shares` for the fields that send money to others.
public struct BackendAllowList: Hashable, Sendable {
    /// What a server allows that was told nothing: no transfers, links and shares.
    public static let standard = BackendAllowList(
        Set(BackendCall.all.filter { ![.transfers, .links].contains($0.group) }.map(\.name)), allowsShares: false)

    private let calls: Set<String>
    /// Whether a payment's fee and its parts for connected accounts may be chosen by a till.
    public let allowsShares: Bool

    private init(_ calls: Set<String>, allowsShares: Bool) {
        self.calls = calls
        self.allowsShares = allowsShares
    }

    /// Reads a list of words: a group such as `payments`, a call such as `create_refund`, or `shares`.
    ///
    /// - Throws: `UnknownWord`.
    public init(_ words: [String]) throws(UnknownWord) {
        var calls: Set<String> = []
        for word in words where word != Self.shares {
            let named = BackendCall.all.filter { $0.group.rawValue == word || $0.name == word }
            guard !named.isEmpty else { throw UnknownWord(word: word) }
            calls.formUnion(named.map(\.name))
        }
        self.init(calls, allowsShares: words.contains(Self.shares))
    }

    private static let shares = "shares"

    /// Returns whether a call is on the list.
    public func contains(_ call: BackendCall) -> Bool { calls.contains(call.name) }

    /// A word of a list that names nothing.
    public struct UnknownWord: Error, Hashable, Sendable, CustomStringConvertible {
        /// The word.
        public let word: String

        /// A sentence for people.
        public var description: String {
            let groups = BackendCall.Group.allCases.map(\.rawValue) + [BackendAllowList.shares]
            return "'\(word)' is neither a call nor one of \(groups.joined(separator: ", "))"
        }
    }
}

extension BackendAllowList: Codable {
    /// Reads the words.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let words = try container.decode([String].self)
        do throws(UnknownWord) {
            try self.init(words)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the calls, in order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(calls.sorted() + (allowsShares ? [Self.shares] : []))
    }
}
