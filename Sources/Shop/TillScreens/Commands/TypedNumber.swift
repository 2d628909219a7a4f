import TenderModel
import TenderSale

/// A number as typed: digits with at most one point or comma.
struct TypedNumber: Hashable {
    /// The most digits: as many as the longest codes have.
    private static let mostDigits = 32
    /// The largest sum in the smallest unit, and the largest line or receipt number.
    private static let largest: (sum: Int64, count: Int) = (999_999_999_999, 999_999_999)

    /// The typed text.
    let text: String
    private let whole: String
    private let decimals: String?

    /// Parses a number.
    ///
    /// - Throws: `LineCommandError.notANumber` or `.tooLarge`.
    init(_ text: String) throws(LineCommandError) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) })
        else {
            throw .notANumber(text)
        }
        self.text = text
        whole = String(parts[0])
        decimals = parts.count == 2 ? String(parts[1]) : nil
        guard whole.utf8.count <= Self.mostDigits else { throw .tooLarge(text) }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// The digits; `nil` for a number with a separator.
    var digits: String? { decimals == nil ? whole : nil }

    /// Returns the number in units of its smallest part.
    ///
    /// - Throws: `LineCommandError.tooPrecise` when it has more decimals than that.
    func scaled(decimals count: Int) throws(LineCommandError) -> Int64 {
        let decimals = decimals ?? ""
        guard decimals.utf8.count <= count else { throw .tooPrecise(text, decimals: count) }
        let padding = String(repeating: "0", count: count - decimals.utf8.count)
        guard let value = Int64(whole + decimals + padding), value <= Self.largest.sum else { throw .tooLarge(text) }
        return value
    }

    /// Returns a sum: `12.50` and `12,50` in whole units, and `1250` in the smallest, as on the keys of any till.
    func amount(_ currency: Currency) throws(LineCommandError) -> Amount {
        let decimals = digits == nil ? currency.exponent : 0
        return Amount(minorUnits: try scaled(decimals: decimals), currency: currency)
    }

    /// Returns a quantity of at most three decimals that is above zero.
    func quantity() throws(LineCommandError) -> Quantity {
        let value = try scaled(decimals: 3)
        guard value > 0 else { throw .zero }
        guard let quantity = Quantity(thousandths: value) else { throw .tooLarge(text) }
        return quantity
    }

    /// Returns a percentage of at most three decimals.
    func percentage() throws(LineCommandError) -> Percentage {
        guard let share = Percentage(thousandths: try scaled(decimals: 3)) else { throw .notAShare(text) }
        return share
    }

    /// Returns the number of a line, a department or a receipt.
    func count() throws(LineCommandError) -> Int {
        guard let digits else { throw .notANumber(text) }
        guard let value = Int(digits), value <= Self.largest.count else { throw .tooLarge(text) }
        guard value > 0 else { throw .zero }
        return value
    }
}
