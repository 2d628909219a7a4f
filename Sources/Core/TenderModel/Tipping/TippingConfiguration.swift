/// What a reader may ask its customer to add as a tip.
///
/// `TippingRules` make one from a shop's settings.
public struct TippingConfiguration: Hashable, Sendable, Codable {
    /// The largest tip that is accepted; a larger one that is chosen on the reader ends the collection.
    public var maximum: Amount
    /// The part of the amount that percentages are of; `nil` for all of it, and zero to ask for no tip.
    public var eligibleAmount: Amount?
    /// The choices that the customer sees; empty leaves them to the reader's own settings.
    public var choices: [TipChoice]

    /// Creates a configuration.
    public init(maximum: Amount, eligibleAmount: Amount? = nil, choices: [TipChoice] = []) {
        self.maximum = maximum
        self.eligibleAmount = eligibleAmount
        self.choices = choices
    }

    /// Returns what a reader is told to ask for on a sale: nothing if no part of it is eligible, and no part of its own if
    /// all of it is.
    ///
    /// - Throws: `TippingError` if the configuration does not fit the sale.
    public func asked(on amount: Amount) throws(TippingError) -> TippingConfiguration? {
        guard maximum.currency == amount.currency else { throw .currency(maximum.currency, sale: amount.currency) }
        guard maximum.minorUnits >= 0 else { throw .maximum(maximum) }
        if let wrong = choices.first(where: { $0.amount.currency != amount.currency }) {
            throw .currency(wrong.amount.currency, sale: amount.currency)
        }
        guard let eligibleAmount else { return self }
        guard eligibleAmount.currency == amount.currency else {
            throw .currency(eligibleAmount.currency, sale: amount.currency)
        }
        guard (0...max(0, amount.minorUnits)).contains(eligibleAmount.minorUnits) else {
            throw .eligible(eligibleAmount, sale: amount)
        }
        guard eligibleAmount.minorUnits > 0 else { return nil }
        guard eligibleAmount == amount else { return self }
        return TippingConfiguration(maximum: maximum, choices: choices)
    }
}

/// One tip that a customer may choose.
public struct TipChoice: Hashable, Sendable, Codable {
    /// The tip.
    public var amount: Amount
    /// The percentage that it is, before rounding; `nil` for a fixed amount.
    public var percentage: Int64?

    /// Creates a choice.
    public init(_ amount: Amount, percentage: Int64? = nil) {
        self.amount = amount
        self.percentage = percentage
    }
}

/// The reason that a sale cannot ask for a tip in the requested way.
public enum TippingError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The tip is in another currency than the sale.
    case currency(Currency, sale: Currency)
    /// The largest tip is negative.
    case maximum(Amount)
    /// The eligible part is negative, or more than the sale.
    case eligible(Amount, sale: Amount)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .currency(let tip, let sale): "a tip in \(tip) cannot be added to a sale in \(sale)"
        case .maximum(let amount): "the largest tip is \(amount): it must not be negative"
        case .eligible(let part, let sale): "\(part) cannot be the part of \(sale) that a tip is for"
        }
    }
}
