public import TenderModel

/// How a shop works, beside what it sells: what its file says of receipts, cash, people and reasons.
public struct ShopSettings: Hashable, Sendable {
    /// The address on receipts, a line each.
    public var address: [String] = []
    /// The telephone number on receipts.
    public var phone: String?
    /// The tax number on receipts.
    public var taxNumber: String?
    /// What receipts end with, a line each.
    public var footer: [String] = []
    /// To what sums in cash are rounded.
    public var cashRounding = CashRounding.none
    /// The notes and coins that are counted, the largest first; nil for those of the currency.
    public var denominations: [Amount]?
    /// The difference of a count up to which no reason is asked for; nil for what is usual.
    public var largestDifference: Amount?
    /// Who may do what.
    public var permissions = Permissions()
    /// The shop's own reasons, in place of the usual ones.
    public var reasons: [Permission: [ReasonCode]] = [:]

    /// What is usual: nothing on receipts, no rounding, the usual permissions and reasons.
    public init() {}

    /// The difference of a count that takes no reason where the shop says nothing of it: five euros, or 500 of a currency's
    /// smallest units.
    public static func usualDifference(_ currency: Currency) -> Amount { Amount(minorUnits: 500, currency: currency) }
}
