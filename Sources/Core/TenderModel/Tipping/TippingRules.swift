/// The tips that a shop offers in one currency, as the payments API's terminal configuration has them.
///
/// A percentage is of the eligible part, rounded to the nearest amount that can be charged; half of one is rounded up. The
/// customer may type another tip, up to the eligible part itself or the largest choice, whichever is more.
public struct TippingRules: Hashable, Sendable, Codable {
    /// The number of choices that a customer sees at most.
    public static let maximumChoices = 3

    /// The currency.
    public var currency: Currency
    /// The fixed tips, in minor units.
    public var fixedAmounts: [Int64]
    /// The tips in percent.
    public var percentages: [Int64]
    /// The eligible part, in minor units, below which fixed tips are offered, and percentages otherwise; `nil` for
    /// percentages if there are any.
    public var smartTipThreshold: Int64?

    /// Creates rules.
    public init(
        _ currency: Currency, fixedAmounts: [Int64] = [], percentages: [Int64] = [], smartTipThreshold: Int64? = nil
    ) {
        self.currency = currency
        self.fixedAmounts = fixedAmounts
        self.percentages = percentages
        self.smartTipThreshold = smartTipThreshold
    }

    /// Creates the rules of what a terminal configuration offers in a currency.
    ///
    /// - Parameters:
    ///   - currency: The currency of the sales that they are for.
    ///   - options: What the configuration offers in it.
    public init(_ currency: Currency, _ options: TippingOptions) {
        self.init(
            currency, fixedAmounts: options.fixedAmounts.map(\.minorUnits),
            percentages: options.percentages.map { Int64($0) }, smartTipThreshold: options.smartTipThreshold?.minorUnits
        )
    }

    /// Returns what a customer is asked for on a sale.
    ///
    /// - Parameters:
    ///   - amount: The amount of the sale.
    ///   - eligible: The part that a tip is for; zero asks for nothing, and all of the amount is the same as `nil`.
    /// - Returns: The choices, and the largest tip that is accepted; `nil` if nothing is asked for.
    /// - Throws: `TippingError` if the sale is in another currency, or the eligible part is no part of it.
    public func configuration(
        for amount: Amount, eligible: Amount? = nil
    ) throws(TippingError) -> TippingConfiguration? {
        let none = Amount(minorUnits: 0, currency: currency)
        let wanted = TippingConfiguration(maximum: none, eligibleAmount: eligible)
        guard var asked = try wanted.asked(on: amount), amount.minorUnits > 0 else { return nil }
        let basis = asked.eligibleAmount ?? amount
        asked.choices = choices(on: basis).filter { (try? amount.adding($0.amount)) != nil }
        guard !asked.choices.isEmpty else { return nil }
        let room = Int64.max - amount.minorUnits
        let most = asked.choices.reduce(basis.minorUnits) { max($0, $1.amount.minorUnits) }
        asked.maximum = Amount(minorUnits: min(most, room), currency: currency)
        return asked
    }

    /// Returns the choices on an eligible part: at most three, each of another amount above zero.
    private func choices(on basis: Amount) -> [TipChoice] {
        let offered =
            offersFixed(on: basis) ? fixedAmounts.compactMap(fixed) : percentages.compactMap { share($0, basis) }
        var choices: [TipChoice] = []
        for choice in offered
        where choice.amount.minorUnits > 0 && !choices.contains(where: { $0.amount == choice.amount }) {
            choices.append(choice)
        }
        return Array(choices.prefix(Self.maximumChoices))
    }

    private func offersFixed(on basis: Amount) -> Bool {
        guard !fixedAmounts.isEmpty, !percentages.isEmpty else { return percentages.isEmpty }
        return smartTipThreshold.map { basis.minorUnits < $0 } ?? false
    }

    private func fixed(_ units: Int64) -> TipChoice? {
        let tip = Amount(minorUnits: units, currency: currency)
        return (try? tip.gatewayUnits()).map { _ in TipChoice(tip) }
    }

    private func share(_ percentage: Int64, _ basis: Amount) -> TipChoice? {
        guard percentage > 0 else { return nil }
        let tip = try? basis.share(percentage, of: 100, .nearest)
        return tip.map { TipChoice($0, percentage: percentage) }
    }
}
