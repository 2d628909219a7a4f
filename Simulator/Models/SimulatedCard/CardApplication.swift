/// A payment application on a card's chip.
public struct CardApplication: Hashable, Sendable, Codable {
    /// The application identifier in upper-case hexadecimal (EMV tag 84).
    public let identifier: String
    /// The name shown to people (EMV tag 50).
    public let label: String

    /// Creates an application.
    public init(identifier: String, label: String) {
        self.identifier = identifier
        self.label = label
    }
}
