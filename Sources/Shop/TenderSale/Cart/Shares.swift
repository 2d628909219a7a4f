/// Sharing and rounding arithmetic, in whole minor units.
enum Shares {
    /// Divides and rounds half away from zero; the divisor is positive.
    static func rounded(_ dividend: Int128, by divisor: Int128) -> Int128 {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return rest.magnitude * 2 >= divisor.magnitude ? quotient + Int128(dividend.signum()) : quotient
    }

    /// Returns a percentage of a whole.
    static func part(_ share: Percentage, of whole: Int64) -> Int64 {
        Int64(clamping: rounded(Int128(whole) * Int128(share.thousandths), by: 100_000))
    }

    /// Returns the tax contained in a gross amount.
    static func tax(in gross: Int64, at rate: Percentage) -> Int64 {
        Int64(clamping: rounded(Int128(gross) * Int128(rate.thousandths), by: 100_000 + Int128(rate.thousandths)))
    }

    /// Returns a quantity times a price.
    static func product(_ quantity: Quantity, _ price: Int64) -> Int128 {
        rounded(Int128(quantity.thousandths) * Int128(price), by: 1000)
    }

    /// Spreads a sum over weights so that the shares add up to it: each share is rounded down, and the rest goes to the
    /// largest remainders, the earlier first.
    ///
    /// - Parameters:
    ///   - sum: From 0 to the sum of the weights, so that no share exceeds its weight.
    ///   - weights: The weights, none negative.
    static func spread(_ sum: Int64, over weights: [Int64]) -> [Int64] {
        let whole = weights.reduce(Int128(0)) { $0 + Int128($1) }
        guard whole > 0, sum > 0 else { return weights.map { _ in 0 } }
        let parts = weights.map { (Int128($0) * Int128(sum)).quotientAndRemainder(dividingBy: whole) }
        var shares = parts.map { Int64(clamping: $0.quotient) }
        let left = Int(clamping: Int128(sum) - shares.reduce(Int128(0)) { $0 + Int128($1) })
        let order = parts.indices.sorted {
            (parts[$1].remainder, $0) < (parts[$0].remainder, $1)
        }
        for place in order.prefix(max(0, left)) { shares[place] += 1 }
        return shares
    }
}
