/// A card's list of cardholder verification methods (EMV Book 3 §10.5, annex C3).
public struct CVMList: Hashable, Sendable {
    /// A method, and when it applies.
    public struct Rule: Hashable, Sendable {
        /// The method, with the bit that says what follows its failure.
        public let code: UInt8
        /// The condition.
        public let condition: UInt8

        /// Whether the next rule is tried when the method fails.
        public var continuesOnFailure: Bool { code & 0x40 != 0 }
        /// The method alone, 0 to 3F.
        public var method: UInt8 { code & 0x3F }
    }

    /// The amount X, in the application's currency.
    public let amountX: UInt32
    /// The amount Y, in the application's currency.
    public let amountY: UInt32
    /// The rules in order; there may be none.
    public let rules: [Rule]

    /// Parses a list.
    ///
    /// - Throws: `EMVDataError` for a size that is odd, less than 8 or more than 252 bytes.
    public init(parsing bytes: [UInt8]) throws(EMVDataError) {
        guard (8...252).contains(bytes.count), bytes.count.isMultiple(of: 2) else {
            throw EMVDataError(at: 0, "the size is \(bytes.count), not 8 to 252 bytes in twos")
        }
        amountX = bytes[0..<4].reduce(0) { $0 << 8 | UInt32($1) }
        amountY = bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
        rules = stride(from: 8, to: bytes.count, by: 2).map { Rule(code: bytes[$0], condition: bytes[$0 + 1]) }
    }
}
