import TenderBytes
import TenderModel

/// Track 2 of a card, clear or masked (ISO/IEC 7813): number, `=`, expiry, service code, the rest.
///
/// Any character that is not a digit counts as a hidden digit, such as the `*` that readers write; some write 0, which
/// looks like any digit.
struct Track2 {
    /// What may be shown.
    let details: CardDetails
    /// Whether part of the number is hidden.
    let isMasked: Bool
    /// Whether the card has a chip.
    let chip: ChipMark

    /// Parses ASCII bytes, with or without sentinels; `nil` if they are not a track of a payment card.
    init?(_ bytes: some Collection<UInt8>) {
        let body = bytes.first == UInt8(ascii: ";") ? bytes.dropFirst() : bytes.dropFirst(0)
        let number = body.prefix { $0 != UInt8(ascii: "=") }
        guard (12...19).contains(number.count), body.count > number.count else { return nil }
        let rest = body.dropFirst(number.count + 1)
        let leading = number.prefix(6).prefix(while: Self.isDigit).map { Int($0) - 0x30 }
        let last = number.suffix(4)
        isMasked = !number.allSatisfy(Self.isDigit)
        let expiry = rest.prefix(4).filter(Self.isDigit).map { Int($0) - 0x30 }
        // A separator stands for a date that is not there.
        chip = ChipMark(serviceCode: rest.dropFirst(rest.first == UInt8(ascii: "=") ? 1 : 4).prefix(3))
        let month = expiry.count == 4 ? expiry[2] * 10 + expiry[3] : 0
        let isDated = (1...12).contains(month)
        let brand = CardBrand(leadingDigits: leading)
        details = CardDetails(
            brand: brand, last4: last.allSatisfy(Self.isDigit) ? String(decoding: last, as: UTF8.self) : nil,
            expMonth: isDated ? month : nil, expYear: isDated ? 2000 + expiry[0] * 10 + expiry[1] : nil,
            network: brand?.rawValue, readMethod: .magneticStripeTrack2)
    }

    /// Returns the track without sentinels and what follows them, as a secret.
    static func secret(_ bytes: some Collection<UInt8>) -> SecretBytes {
        SecretBytes(bytes.drop { $0 == UInt8(ascii: ";") }.prefix { $0 != UInt8(ascii: "?") && $0 != 0 })
    }

    /// Returns the track of a card that does not pay as text, without sentinels and what follows them; `nil` for
    /// anything that could be a payment card's, masked or not.
    ///
    /// It has up to 37 characters, digits and `:<=>` (ISO/IEC 7811-6, five bits a character).
    static func text(ofOther bytes: ArraySlice<UInt8>) -> String? {
        let body = bytes.drop { $0 == UInt8(ascii: ";") }.prefix { $0 != UInt8(ascii: "?") && $0 != 0 }
        let isTrack = body.allSatisfy { isDigit($0) || (0x3A...0x3E).contains($0) && $0 != UInt8(ascii: ";") }
        guard (1...37).contains(body.count), isTrack, Track2(body) == nil else { return nil }
        guard !body.split(whereSeparator: { !isDigit($0) }).contains(where: isCardNumber) else { return nil }
        return String(decoding: body, as: UTF8.self)
    }

    /// The first digits of schemes that have no `CardBrand`: UATP, Mir, Maestro with the cards of banks that share its
    /// ranges, RuPay, Troy and others; too many rather than too few.
    private static let otherSchemes = [
        "1", "2200", "2201", "2202", "2203", "2204", "50", "56", "57", "58", "6", "8172", "9792",
    ]

    /// Returns whether digits may be a payment card's number: those of a scheme, with a valid check digit (ISO/IEC
    /// 7812-1).
    private static func isCardNumber(_ digits: ArraySlice<UInt8>) -> Bool {
        let numbers = digits.map { Int($0 & 0x0F) }
        let isOfScheme =
            CardBrand(leadingDigits: numbers) != nil || otherSchemes.contains { digits.starts(with: $0.utf8) }
        guard (12...19).contains(numbers.count), isOfScheme else { return false }
        let sum = numbers.reversed().enumerated().reduce(0) { sum, digit in
            let weighted = digit.offset.isMultiple(of: 2) ? digit.element : digit.element * 2
            return sum + weighted / 10 + weighted % 10
        }
        return sum.isMultiple(of: 10)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
