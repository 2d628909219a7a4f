import TenderModel

/// A reader of decimals as cashiers and spreadsheets write them: digits with at most one point or comma.
enum DecimalText {
    /// Returns the number in thousandths; `nil` for anything else, for more than three decimals, and on overflow.
    static func thousandths(_ text: String) -> Int64? {
        var digits = Substring(text)
        let isNegative = digits.first == "-"
        if isNegative { digits.removeFirst() }
        let parts = digits.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard let whole = parts.first, !whole.isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
            parts.count == 1 || (1...3).contains(parts[1].utf8.count)
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        let padding = String(repeating: "0", count: 3 - decimals.utf8.count)
        return Int64((isNegative ? "-" : "") + whole + decimals + padding)
    }

    /// Formats thousandths with a point and without trailing zeros.
    static func decimal(thousandths: Int64) -> String {
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let sign = thousandths < 0 ? "-" : ""
        guard rest > 0 else { return sign + String(whole) }
        var decimals = String(String(rest + 1000).dropFirst())
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(sign)\(whole).\(decimals)"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension Quantity {
    /// Reads a quantity such as `3`, `0.345` or `0,345`, or returns `nil` for anything else.
    public init?(parsing text: String) {
        guard let value = DecimalText.thousandths(text) else { return nil }
        self.init(thousandths: value)
    }

    /// The decimal form with a point, such as `0.345`.
    public var decimal: String { DecimalText.decimal(thousandths: thousandths) }
}

extension Percentage {
    /// Reads a percentage such as `19`, `8.875` or `7,5 %`, or returns `nil` for anything else.
    public init?(parsing text: String) {
        var number = Substring(text)
        if number.last == "%" { number.removeLast() }
        while number.last == " " { number.removeLast() }
        guard let value = DecimalText.thousandths(String(number)) else { return nil }
        self.init(thousandths: value)
    }

    /// The decimal form with a point and without the sign, such as `8.875`.
    public var decimal: String { DecimalText.decimal(thousandths: thousandths) }
}

extension Amount {
    /// Reads a price with a decimal point or comma.
    init(reading text: String, currency: Currency) throws(AmountError) {
        guard text.utf8.count <= 24 else { throw .tooLarge(String(text.prefix(24))) }
        let isComma = text.contains(",") && !text.contains(".")
        try self.init(parsing: isComma ? String(text.map { $0 == "," ? "." : $0 }) : text, currency: currency)
    }
}
