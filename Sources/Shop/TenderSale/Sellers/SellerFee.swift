public import TenderModel

/// What the shop keeps of a seller's goods.
public enum SellerFee: Hashable, Sendable, Codable {
    /// A share of what a line comes to, tax included, rounded half away from zero.
    case share(Percentage)
    /// A sum for each piece; of a weight, for each whole unit of it and the part that is left.
    case each(Amount)

    /// Reads `12.5%` or a sum for each piece such as `0.50`.
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

    /// The fee of a line, never more than the line comes to.
    func units(of gross: Int64, _ quantity: Quantity) -> Int64 {
        switch self {
        case .share(let share): Shares.part(share, of: gross)
        case .each(let amount): Int64(clamping: min(Int128(gross), Shares.product(quantity, amount.minorUnits)))
        }
    }
}
