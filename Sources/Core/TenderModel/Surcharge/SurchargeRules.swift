/// A shop's surcharge: a share of the amount, as far as the gateway allows it for the card that was read.
///
/// The share is of the amount with its tip, and is rounded down to what can be charged, so that it is never more than the
/// rate.
public struct SurchargeRules: Hashable, Sendable, Codable {
    /// The rate in hundredths of a percent.
    public var basisPoints: Int64

    /// Creates rules.
    public init(basisPoints: Int64) { self.basisPoints = basisPoints }

    /// Returns the surcharge for a card that was collected for inspection (`updatePaymentIntent`).
    ///
    /// - Returns: The surcharge, or `nil` if there is none: the rate is of nothing, or the card takes none.
    /// - Throws: `AmountError` if it does not fit a number or the currency.
    public func surcharge(on intent: PaymentIntent) throws(AmountError) -> Amount? {
        guard let details = intent.amountDetails?.surcharge, details.status == .available, basisPoints > 0 else {
            return nil
        }
        let share = try intent.amount.share(basisPoints, of: 10_000, .down)
        let most = try details.maximumAmount?.share(1, of: 1, .down) ?? share
        let surcharge = Amount(minorUnits: min(share.minorUnits, most.minorUnits), currency: share.currency)
        return surcharge.minorUnits > 0 ? surcharge : nil
    }
}
