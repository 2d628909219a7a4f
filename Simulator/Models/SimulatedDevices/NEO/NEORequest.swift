import TenderModel
import TenderReaders

/// The request of the command that activates a transaction.
struct NEORequest: Hashable {
    let seconds: UInt8
    let amount: Amount
    let ways: NEOInterfaces

    /// Parses the data of the command, or returns `nil` when the amount or the currency is missing or wrong.
    init?(_ data: [UInt8]) {
        guard let seconds = data.first, let objects = NEODataObject.list(data.dropFirst()) else { return nil }
        let value = { (tag: NEOTag) in objects.first { $0.tag == tag }?.value }
        guard let units = value(.amount).flatMap({ Self.number($0, byteCount: 6) }), let digits = value(.currency),
            let code = Self.number(digits, byteCount: 2), let currency = Self.currency(code)
        else { return nil }
        self.seconds = seconds
        amount = Amount(minorUnits: units, currency: currency)
        ways = value(.interfaces)?.first.map { NEOInterfaces(rawValue: $0) } ?? .all
    }

    /// Returns the currency with a number; of two with the same number, the later code, which is the one in use (ANG
    /// became XCG).
    private static func currency(_ number: Int64) -> Currency? {
        Currency.all.last { Int64($0.number) == number }
    }

    private static func number(_ digits: [UInt8], byteCount: Int) -> Int64? {
        guard digits.count == byteCount else { return nil }
        var value: Int64 = 0
        for digit in digits.flatMap({ [$0 >> 4, $0 & 0x0F] }) {
            guard digit <= 9 else { return nil }
            value = value * 10 + Int64(digit)
        }
        return value
    }
}
