/// Whether a card has a chip, as its stripe tells by the service code (ISO/IEC 7813).
public enum ChipMark: Hashable, Sendable, CaseIterable {
    /// The card has a chip.
    case chip
    /// The card has none.
    case noChip
    /// The stripe does not tell, or the reader hides it.
    case unknown

    /// Reads a service code.
    ///
    /// - Parameter serviceCode: Three digits as ASCII; the first is 1, 5, 7 or 9 on cards without a chip, 2 or 6 on cards
    ///   with one, and nothing else has a meaning.
    public init(serviceCode: some Collection<UInt8>) {
        let digits = serviceCode.map { Int($0) - 0x30 }
        guard digits.count == 3, digits.allSatisfy((0...9).contains) else {
            self = .unknown
            return
        }
        self =
            switch digits[0] {
            case 2, 6: .chip
            case 1, 5, 7, 9: .noChip
            default: .unknown
            }
    }
}
