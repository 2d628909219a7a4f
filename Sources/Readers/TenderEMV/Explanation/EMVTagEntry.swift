/// What is known of a tag, for explanations.
public struct EMVTagEntry: Hashable, Sendable {
    /// Where a data element comes from.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The card.
        case card
        /// The terminal.
        case terminal
        /// The issuer.
        case issuer
        /// The issuer, or the terminal in its place.
        case issuerOrTerminal = "issuer or terminal"
    }

    /// What an explanation shows of a value.
    public enum Secrecy: Hashable, Sendable {
        /// All of it.
        case open
        /// The last four digits.
        case number
        /// Of a track, the last four digits of the number, expiry and service code.
        case track
        /// The size.
        case hidden
    }

    /// The tag.
    public let tag: TLV.Tag
    /// The name, without a capital letter at its beginning.
    public let name: String
    /// The format.
    public let format: EMVFormat
    /// The possible sizes in bytes.
    public let sizes: ClosedRange<Int>
    /// Where it comes from.
    public let source: Source
    /// The book and its section, such as "B3 C5".
    public let reference: String
    /// What an explanation shows of it.
    public let secrecy: Secrecy

    init(
        _ tag: TLV.Tag, _ name: String, _ format: EMVFormat, _ smallest: Int, _ largest: Int, _ source: Source,
        _ reference: String = "B3 A", secrecy: Secrecy = .open
    ) {
        self.tag = tag
        self.name = name
        self.format = format
        sizes = smallest...max(smallest, largest)
        self.source = source
        self.reference = reference
        self.secrecy = secrecy
    }
}
