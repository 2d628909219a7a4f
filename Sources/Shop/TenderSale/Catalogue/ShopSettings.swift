public import TenderModel

/// A shop's settings besides its goods: receipts, cash, people and reasons.
public struct ShopSettings: Hashable, Sendable {
    /// The address on receipts, by line.
    public var address: [String] = []
    /// The telephone number on receipts.
    public var phone: String?
    /// The tax number on receipts.
    public var taxNumber: String?
    /// The last lines of every receipt.
    public var footer: [String] = []
    /// The rounding of cash sums.
    public var cashRounding = CashRounding.none
    /// The notes and coins to count, the largest first; `nil` for those of the currency.
    public var denominations: [Amount]?
    /// The largest counting difference that needs no reason; `nil` for the default.
    public var largestDifference: Amount?
    /// The tips that a customer may choose from; `nil` offers none.
    public var tips: TippingRules?
    /// The permissions of each role.
    public var permissions = Permissions()
    /// The shop's own reasons, in place of the built-in ones.
    public var reasons: [Permission: [ReasonCode]] = [:]

    /// Creates the defaults: nothing on receipts, no rounding, the usual permissions and reasons.
    public init() {}

    /// Returns the default for `largestDifference`: five euros, or 500 of a currency's smallest units.
    public static func usualDifference(_ currency: Currency) -> Amount { Amount(minorUnits: 500, currency: currency) }
}
