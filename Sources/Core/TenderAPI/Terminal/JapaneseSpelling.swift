/// How the name and the address of a location are written in one of the Japanese scripts.
public struct JapaneseSpelling: Hashable, Sendable {
    /// The name for people.
    public var displayName: String?
    /// Where it is.
    public var address: JapaneseAddress?

    /// Makes a spelling; whatever is not given is unknown.
    public init(displayName: String? = nil, address: JapaneseAddress? = nil) {
        self.displayName = displayName
        self.address = address
    }
}
