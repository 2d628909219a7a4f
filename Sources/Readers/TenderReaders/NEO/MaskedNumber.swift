import TenderModel

/// A card number whose middle digits are hidden behind C, two digits a byte; alone, or in front of the rest of track 2.
struct MaskedNumber {
    private let digits: [UInt8]

    init(_ bytes: [UInt8]) {
        // D separates the number from the rest of the track, F fills up.
        let halves = bytes.prefix(10).flatMap { (byte: UInt8) -> [UInt8] in [byte >> 4, byte & 0x0F] }
        digits = Array(halves.prefix { $0 <= 9 || $0 == 0x0C })
    }

    /// Whether something is hidden.
    var isMasked: Bool { digits.contains(0x0C) }

    /// The last four digits; nil when they are hidden too, or when nothing is hidden.
    var last4: String? {
        let last = digits.suffix(4)
        guard digits.count >= 12, isMasked, last.allSatisfy({ $0 <= 9 }) else { return nil }
        return last.map(String.init).joined()
    }

    /// The scheme that the digits in front tell.
    var brand: CardBrand? { CardBrand(leadingDigits: digits.prefix { $0 <= 9 }.map(Int.init)) }
}
