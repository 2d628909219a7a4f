public import TenderModel

extension CardBrand {
    /// Identifies the scheme by the first digits of a card number, as the schemes publish their ranges.
    ///
    /// - Parameter digits: The leading digits as numbers; six are enough, and fewer may be.
    /// - Returns: `nil` for an unknown range, or ambiguous digits.
    public init?(leadingDigits digits: [Int]) {
        let six = digits.prefix(6)
        let row = Self.ranges.first { row in
            let count = row.digitCount
            guard six.count >= count else { return false }
            return row.range.contains(six.prefix(count).reduce(0) { $0 &* 10 &+ $1 })
        }
        guard let row else { return nil }
        self = row.brand
    }

    /// Identifies the scheme by the application on the chip, whose first five bytes identify its owner (ISO 7816-5).
    ///
    /// - Returns: `nil` for an owner that is unknown, or has several schemes.
    public init?(applicationIdentifier: [UInt8]) {
        let owner = applicationIdentifier.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch owner {
        case 0xA0_0000_0003, 0xA0_0000_0098: self = .visa
        case 0xA0_0000_0004: self = .mastercard
        case 0xA0_0000_0025: self = .amex
        case 0xA0_0000_0065: self = .jcb
        case 0xA0_0000_0333: self = .unionpay
        case 0xA0_0000_0277: self = .interac
        case 0xA0_0000_0384: self = .eftposAu
        case 0xA0_0000_0042: self = .cartesBancaires
        case 0xA0_0000_0359: self = .girocard
        default: return nil
        }
    }

    private static let ranges: [(digitCount: Int, range: ClosedRange<Int>, brand: CardBrand)] = [
        (1, 4...4, .visa),
        (2, 34...34, .amex), (2, 37...37, .amex),
        (3, 300...305, .diners), (4, 3095...3095, .diners), (2, 36...36, .diners), (2, 38...39, .diners),
        (4, 3528...3589, .jcb),
        (2, 51...55, .mastercard), (4, 2221...2720, .mastercard),
        (2, 62...62, .unionpay), (2, 81...81, .unionpay),
        (4, 6011...6011, .discover), (3, 644...649, .discover), (2, 65...65, .discover),
    ]
}
