/// The payments API's own smallest units, which differ from ISO 4217 for a few currencies.
///
/// Source: the API's public page on currencies: zero-decimal, three-decimal and special cases.
extension Amount {
    /// How the API writes a currency: its decimals, and the step its amounts must be a multiple of.
    struct GatewayUnit {
        let exponent: Int
        let step: Int64
    }

    private static let zeroDecimal: Set<String> = [
        "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf",
    ]
    private static let threeDecimal: Set<String> = ["bhd", "jod", "kwd", "omr", "tnd"]
    private static let wholeWithTwoDecimals: Set<String> = ["isk", "ugx"]
    private static let wholeForPayouts: Set<String> = ["huf", "twd"]

    /// Indexed by `Currency.place`.
    private static let units: [GatewayUnit?] = {
        var units = [GatewayUnit?](repeating: nil, count: Int(UInt8.max) + 1)
        for currency in Currency.all { units[Int(currency.place)] = unit(of: currency) }
        return units
    }()

    static func gatewayUnit(of currency: Currency) -> GatewayUnit? { units[Int(currency.place)] }

    private static func unit(of currency: Currency) -> GatewayUnit? {
        if zeroDecimal.contains(currency.code) { return GatewayUnit(exponent: 0, step: 1) }
        if threeDecimal.contains(currency.code) { return GatewayUnit(exponent: 3, step: 10) }
        if wholeWithTwoDecimals.contains(currency.code) { return GatewayUnit(exponent: 2, step: 100) }
        return currency.exponent == 2 ? GatewayUnit(exponent: 2, step: 1) : nil
    }

    /// The integer that the payments API takes for this amount.
    ///
    /// - Throws: `AmountError.unsupportedCurrency`, `.notAMultiple` (a fraction of an ariary, a fils that is not a
    ///   multiple of ten) or `.overflow`.
    public func gatewayUnits() throws(AmountError) -> Int64 {
        guard let unit = Self.gatewayUnit(of: currency) else { throw .unsupportedCurrency(currency) }
        let units = try Self.scale(minorUnits, from: currency.exponent, to: unit.exponent, of: self)
        guard units.isMultiple(of: unit.step) else { throw .notAMultiple(of: unit.step, self) }
        return units
    }

    /// The integer that the payments API takes for a payout: whole units only for HUF and TWD.
    public func gatewayPayoutUnits() throws(AmountError) -> Int64 {
        let units = try gatewayUnits()
        guard !Self.wholeForPayouts.contains(currency.code) || units.isMultiple(of: 100) else {
            throw .notAMultiple(of: 100, self)
        }
        return units
    }

    /// Reads an integer of the payments API.
    ///
    /// - Throws: `AmountError` when the currency is not the gateway's or the value has no ISO form.
    public init(gatewayUnits: Int64, currency: Currency) throws(AmountError) {
        guard let unit = Self.gatewayUnit(of: currency) else { throw .unsupportedCurrency(currency) }
        let asWritten = Amount(minorUnits: gatewayUnits, currency: currency)
        let units = try Self.scale(gatewayUnits, from: unit.exponent, to: currency.exponent, of: asWritten)
        self.init(minorUnits: units, currency: currency)
    }

    private static func scale(_ units: Int64, from: Int, to: Int, of amount: Amount) throws(AmountError) -> Int64 {
        let factor = (0..<abs(to - from)).reduce(Int64(1)) { product, _ in product * 10 }
        if to < from {
            guard units.isMultiple(of: factor) else { throw .notAMultiple(of: factor, amount) }
            return units / factor
        }
        let (scaled, overflow) = units.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw .overflow }
        return scaled
    }
}
