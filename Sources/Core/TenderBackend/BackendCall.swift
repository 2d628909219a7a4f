public import TenderBytes

/// A call of the contract between a till and the merchant's server, and the request of the payments API that it stands
/// for.
///
/// `docs/payment-backend.md` is the contract. The till's client and the server read the same table, `all`.
public struct BackendCall: Hashable, Sendable {
    /// What an allow list permits as a whole.
    public enum Group: String, Hashable, Sendable, CaseIterable {
        /// Connecting readers, and payments from their creation to capture or cancellation.
        case payments
        /// Refunds.
        case refunds
        /// Saving cards without charging them.
        case setup
        /// Smart readers, which the payments API drives.
        case readers
        /// Transfers to connected accounts.
        case transfers
        /// Pages on which customers pay.
        case links
    }

    /// The method of the API's request.
    public enum Method: String, Hashable, Sendable {
        /// Reads.
        case get = "GET"
        /// Creates or acts.
        case post = "POST"
    }

    /// The name, which is the path under the server's address.
    public let name: String
    /// The group.
    public let group: Group
    /// The method of the API's request.
    public let method: Method
    /// The names of the fields that a till may send, without the IDs of the path; `metadata[*]` stands for any entry,
    /// and `type=a|b` for these values only.
    public let fields: [String]
    /// What the server asks the API to expand in the answer.
    public let expansions: [String]
    private let segments: [Segment]

    private enum Segment: Hashable {
        case text(String)
        /// An ID, by the name of its field.
        case id(String)
    }

    init(
        _ name: String, _ group: Group, _ method: Method, _ path: String, _ fields: [String] = [],
        expanding expansions: [String] = []
    ) {
        self.name = name
        self.group = group
        self.method = method
        self.fields = fields
        self.expansions = expansions
        segments = path.split(separator: "/").map { part in
            part.hasPrefix(":") ? .id(String(part.dropFirst())) : .text(String(part))
        }
    }

    /// Whether a till must send an idempotency key, because the API does something.
    public var needsKey: Bool { method == .post && name != "connection_token" }

    /// The names of the fields that hold the IDs of the API's path.
    public var idNames: [String] {
        segments.compactMap { segment in
            if case .id(let name) = segment { name } else { nil }
        }
    }

    /// Returns the call that stands for a request of the API, with the IDs of its path as fields; `nil` if none does.
    public static func standing(for method: String, path: String) -> (call: BackendCall, ids: [FormField])? {
        let parts = path.split(separator: "/").map(String.init)
        for call in all where call.method.rawValue == method {
            if let ids = call.ids(of: parts) { return (call, ids) }
        }
        return nil
    }

    private func ids(of parts: [String]) -> [FormField]? {
        guard parts.count == segments.count else { return nil }
        var ids: [FormField] = []
        for (part, segment) in zip(parts, segments) {
            switch segment {
            case .text(let text): guard part == text else { return nil }
            case .id(let name): ids.append(FormField(name, part))
            }
        }
        return ids
    }

    /// Returns the API's path with these IDs; `nil` if one is missing or is none.
    public func path(_ ids: [String: String]) -> String? {
        var path = ""
        for segment in segments {
            switch segment {
            case .text(let text): path += "/" + text
            case .id(let name):
                guard let id = ids[name], id.isObjectID else { return nil }
                path += "/" + id
            }
        }
        return path
    }

    /// Returns whether a till may send a field in this call.
    public func permits(_ field: FormField) -> Bool { fields.contains { Self.matches($0, field) } }

    static func matches(_ pattern: String, _ field: FormField) -> Bool {
        if pattern.hasSuffix("[*]") {
            return field.name.hasPrefix(pattern.dropLast(2)) && field.name.hasSuffix("]")
        }
        guard let sign = pattern.firstIndex(of: "=") else { return field.name == pattern }
        let values = pattern[pattern.index(after: sign)...].split(separator: "|")
        return field.name == pattern[..<sign] && values.contains { $0 == field.value }
    }
}
