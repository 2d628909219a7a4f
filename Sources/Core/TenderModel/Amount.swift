/// A sum of money: whole minor units of one currency, with checked arithmetic.
public struct Amount: Hashable, Sendable, Codable {
    /// The number of the currency's ISO 4217 minor units (cents, yen, fils).
    public let minorUnits: Int64

    /// The currency.
    public let currency: Currency

    /// Makes an amount of `minorUnits` of `currency`.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads a decimal such as `10.99`: digits, at most one point, no more decimals than the currency has.
    ///
    /// - Throws: `AmountError` that names what is wrong: not a number, too precise, too large.
    public init(parsing text: String, currency: Currency) throws(AmountError) {
        var digits = Substring(text)
        let isNegative = digits.first == "-"
        if isNegative { digits.removeFirst() }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }),
            parts.count == 1 || !parts[1].isEmpty
        else { throw .notANumber(text) }
        let decimals = parts.count == 2 ? parts[1] : ""
        guard decimals.utf8.count <= currency.exponent else { throw .tooPrecise(text, currency) }
        let padding = String(repeating: "0", count: currency.exponent - decimals.utf8.count)
        guard let units = Int64((isNegative ? "-" : "") + whole + decimals + padding) else { throw .tooLarge(text) }
        self.init(minorUnits: units, currency: currency)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Adds two amounts of one currency; throws when the currencies differ or the sum does not fit.
    public func adding(_ other: Amount) throws(AmountError) -> Amount {
        try combined(with: other) { $0.addingReportingOverflow($1) }
    }

    /// Subtracts an amount of the same currency; throws when the currencies differ or the result does not fit.
    public func subtracting(_ other: Amount) throws(AmountError) -> Amount {
        try combined(with: other) { $0.subtractingReportingOverflow($1) }
    }

    /// Multiplies by a whole number, such as a quantity; throws when the product does not fit.
    public func multiplied(by factor: Int64) throws(AmountError) -> Amount {
        let (units, overflow) = minorUnits.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw .overflow }
        return Amount(minorUnits: units, currency: currency)
    }

    private func combined(
        with other: Amount, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(AmountError) -> Amount {
        guard currency == other.currency else { throw .currenciesDiffer(currency, other.currency) }
        let (units, overflow) = operation(minorUnits, other.minorUnits)
        guard !overflow else { throw .overflow }
        return Amount(minorUnits: units, currency: currency)
    }

    /// The decimal form without the currency, such as `10.99`.
    public var decimal: String {
        let digits = String(minorUnits.magnitude)
        let sign = minorUnits < 0 ? "-" : ""
        guard currency.exponent > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, currency.exponent + 1 - digits.count)) + digits
        return sign + padded.dropLast(currency.exponent) + "." + padded.suffix(currency.exponent)
    }
}

extension Amount: CustomStringConvertible {
    /// The decimal form and the currency, such as `10.99 EUR`.
    public var description: String { "\(decimal) \(currency)" }
}

/// What is wrong with a sum of money.
public enum AmountError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a decimal number.
    case notANumber(String)
    /// The text has more decimals than the currency.
    case tooPrecise(String, Currency)
    /// The number does not fit 64 bits of minor units.
    case tooLarge(String)
    /// A result does not fit 64 bits of minor units.
    case overflow
    /// Two currencies in one sum.
    case currenciesDiffer(Currency, Currency)
    /// The gateway takes only multiples of `step` minor units of its own for this currency.
    case notAMultiple(of: Int64, Amount)
    /// The gateway has no entry for the currency.
    case unsupportedCurrency(Currency)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .notANumber(let text): "'\(text)' is not an amount: write digits with at most one point, such as 10.99"
        case .tooPrecise(let text, let currency):
            "'\(text)' is too precise: \(currency) has \(currency.exponent) decimals"
        case .tooLarge(let text): "'\(text)' is too large"
        case .overflow: "the amount is too large"
        case .currenciesDiffer(let left, let right): "\(left) and \(right) cannot be added"
        case .notAMultiple(let step, let amount):
            "\(amount) cannot be charged: the gateway takes multiples of \(step) of its smallest unit for \(amount.currency)"
        case .unsupportedCurrency(let currency): "the gateway takes no \(currency)"
        }
    }
}
