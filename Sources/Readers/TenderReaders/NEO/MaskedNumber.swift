import TenderModel

/// A card number whose middle digits are hidden by C, two digits per byte; alone, or in front of the rest of track 2.
struct MaskedNumber {
    private let digits: [UInt8]

    init(_ bytes: [UInt8]) {
        // D separates the number from the rest of the track, F is padding.
        let halves = bytes.prefix(10).flatMap { (byte: UInt8) -> [UInt8] in [byte >> 4, byte & 0x0F] }
        digits = Array(halves.prefix { $0 <= 9 || $0 == 0x0C })
    }

    /// Whether part of it is hidden.
    var isMasked: Bool { digits.contains(0x0C) }

    /// The last four digits; `nil` if they are hidden too, or if nothing is hidden.
    var last4: String? {
        let last = digits.suffix(4)
        guard digits.count >= 12, isMasked, last.allSatisfy({ $0 <= 9 }) else { return nil }
        return last.map(String.init).joined()
    }

    /// The scheme according to the leading digits.
    var brand: CardBrand? { CardBrand(leadingDigits: digits.prefix { $0 <= 9 }.map(Int.init)) }
}
