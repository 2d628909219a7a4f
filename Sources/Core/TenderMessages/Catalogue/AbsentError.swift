/// Codes of the field's SDK that have none here, for one reason.
public struct AbsentError: Hashable, Sendable {
    /// The kinds of reason.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// It cannot happen on this system, or is no error here.
        case notApplicable = "not_applicable"
        /// It could happen, but nothing here does what it is about, or tells it apart.
        case noCause = "no_cause"
    }

    /// The kind of reason.
    public var kind: Kind
    /// The reason, without a full stop.
    public var reason: String
    /// The SDK's codes.
    public var codes: [ErrorEntry.SDKCode]

    init(_ kind: Kind, _ reason: String, _ codes: [ErrorEntry.SDKCode]) {
        self.kind = kind
        self.reason = reason
        self.codes = codes
    }
}
