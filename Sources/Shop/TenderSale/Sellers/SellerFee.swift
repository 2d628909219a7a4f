public import TenderModel

/// The shop's fee on a seller's goods.
public enum SellerFee: Hashable, Sendable, Codable {
    /// A percentage of the line, tax included, rounded half away from zero.
    case share(Percentage)
    /// A sum per piece; of a weight, per unit in proportion.
    case each(Amount)

    /// Parses `12.5%`, or a sum per piece such as `0.50`.
    init?(reading text: String, currency: Currency) {
        if text.hasSuffix("%") {
            guard let share = Percentage(parsing: text) else { return nil }
            self = .share(share)
        } else {
            guard let amount = try? Amount(reading: text, currency: currency), amount.minorUnits >= 0,
                SaleLimits.holds(amount.minorUnits)
            else { return nil }
            self = .each(amount)
        }
    }

    /// Returns the fee of a line, never more than the line itself.
    func units(of gross: Int64, _ quantity: Quantity) -> Int64 {
        switch self {
        case .share(let share): Shares.part(share, of: gross)
        case .each(let amount): Int64(clamping: min(Int128(gross), Shares.product(quantity, amount.minorUnits)))
        }
    }
}
