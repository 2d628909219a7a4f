import TenderModel

/// A line of a purchase: the price, and the quantity.
struct CheckoutLine {
    /// The price; not yet put if `isNew`.
    var price: Document
    /// The product of the price; not yet put if `isNewProduct`.
    var product: Document
    var isNew = false
    var isNewProduct = false
    let quantity: Int64
    /// The adjustable quantity, as the API shows it; null without one.
    let adjustment: JSONValue
    let metadata: JSONValue
    let currency: Currency
    let amount: Int64

    static let maximumCount = 100
    static let maximumQuantity: Int64 = 999_999

    /// Returns the amount for a quantity.
    ///
    /// - Returns: `nil` for more than can be charged, or for a price that customers choose.
    static func amount(of price: Document, quantity: Int64) -> Int64? {
        guard let text = price["unit_amount_decimal"]?.text, (0...maximumQuantity).contains(quantity) else {
            return nil
        }
        let halves = text.split(separator: ".", omittingEmptySubsequences: false)
        let digits = (halves.dropFirst().first ?? "").prefix(fractionDigits)
        let padded = digits + String(repeating: "0", count: fractionDigits - digits.utf8.count)
        guard let units = halves.first.flatMap({ Int64($0) }), let fraction = Int64(padded) else { return nil }
        let (whole, isTooMuch) = units.multipliedReportingOverflow(by: quantity)
        guard !isTooMuch, whole <= ChargeLimits.maximum else { return nil }
        // Less than 10^12 times less than 10^6.
        return whole + (fraction * quantity + fractionUnit / 2) / fractionUnit
    }

    /// The most digits of a price after the point.
    private static let fractionDigits = 12
    private static let fractionUnit: Int64 = 1_000_000_000_000

    /// Returns the `item` of a session or a link, which refers to its price by id.
    func item(_ id: String) -> JSONValue {
        [
            "id": .string(id), "object": "item", "adjustable_quantity": adjustment, "amount_discount": 0,
            "amount_subtotal": .integer(amount), "amount_tax": 0, "amount_total": .integer(amount),
            "currency": .string(currency.code), "description": product["name"] ?? .null, "metadata": metadata,
            "price": .string(price.name), "quantity": .integer(quantity),
        ]
    }
}
