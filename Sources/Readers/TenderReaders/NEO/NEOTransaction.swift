public import TenderFlow
import TenderModel

/// The transaction that a NEO reader reads a card for.
public struct NEOTransaction: Hashable, Sendable {
    /// The amount and the accepted cards.
    public var request: CollectRequest
    /// The day, in the shop's time zone.
    public var date: NEODate

    /// Creates a transaction.
    public init(_ request: CollectRequest, on date: NEODate) {
        self.request = request
        self.date = date
    }

    /// The largest amount that fits in twelve digits.
    static let largestAmount: Int64 = 999_999_999_999

    /// The amount in twelve digits; `nil` if it is negative or too large.
    var amountDigits: [UInt8]? {
        let units = request.amount.minorUnits
        return (0...Self.largestAmount).contains(units) ? BCD.encode(units, byteCount: 6) : nil
    }

    /// Returns the data of the command that activates a transaction (02-40): the time to wait, then data objects.
    ///
    /// - Returns: `nil` if the amount does not fit.
    func activation(seconds: UInt8, ways: NEOInterfaces) -> [UInt8]? {
        guard let amountDigits, let currency = Int64(request.amount.currency.number) else { return nil }
        let objects = [
            NEODataObject(.transactionDate, date.digits),
            NEODataObject(.transactionType, [request.purpose == .refund ? 0x20 : 0x00]),
            NEODataObject(.amount, amountDigits), NEODataObject(.currency, BCD.encode(currency, byteCount: 2)),
            NEODataObject(.currencyExponent, [UInt8(clamping: request.amount.currency.exponent)]),
            NEODataObject(.interfaces, [ways.rawValue]),
        ]
        return [seconds] + objects.flatMap(\.encoded)
    }
}
