extension Amount {
    /// The way in which a share becomes an amount that can be charged.
    package enum Rounding {
        /// To the nearest; half of a step is rounded away from zero.
        case nearest
        /// Toward zero, so that it is never more than the share.
        case down
    }

    /// Returns a share of the amount, as something that the gateway can charge.
    ///
    /// - Parameters:
    ///   - part: The numerator.
    ///   - whole: The denominator, above zero.
    /// - Throws: `AmountError.unsupportedCurrency`, or `.overflow` if the share does not fit.
    package func share(_ part: Int64, of whole: Int64, _ rounding: Rounding) throws(AmountError) -> Amount {
        guard let step = currency.chargeableStep else { throw .unsupportedCurrency(currency) }
        let divisor = Int128(max(1, whole)) * Int128(step)
        let product = Int128(minorUnits) * Int128(part)
        let half = rounding == .nearest ? (product < 0 ? -divisor : divisor) / 2 : 0
        guard let units = Int64(exactly: (product + half) / divisor * Int128(step)) else { throw .overflow }
        return Amount(minorUnits: units, currency: currency)
    }
}

extension Currency {
    /// The step, in minor units, of the amounts that the payments API charges; `nil` if it takes none in this currency.
    public var chargeableStep: Int64? {
        guard let unit = Amount.gatewayUnit(of: self) else { return nil }
        let factor = (0..<abs(exponent - unit.exponent)).reduce(Int64(1)) { product, _ in product * 10 }
        return exponent >= unit.exponent ? unit.step * factor : max(1, unit.step / factor)
    }
}
