/// The tips that a reader offers for payments in one currency.
///
/// Below `smartTipThreshold` the fixed amounts are offered, from it on the percentages; without a threshold whichever
/// of the two there is.
public struct TippingOptions: Hashable, Sendable, Codable {
    /// The amounts to choose from, all of one currency.
    public var fixedAmounts: [Amount]
    /// The percentages to choose from.
    public var percentages: [Int]
    /// The payment from which on percentages are offered instead of amounts.
    public var smartTipThreshold: Amount?

    /// Creates options.
    public init(fixedAmounts: [Amount] = [], percentages: [Int] = [], smartTipThreshold: Amount? = nil) {
        self.fixedAmounts = fixedAmounts
        self.percentages = percentages
        self.smartTipThreshold = smartTipThreshold
    }
}
