import Glibc
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaders

extension ContactTransaction {
    /// A payment of a request's amount, now.
    ///
    /// - Parameters:
    ///   - number: The number of the transaction; its last eight digits count.
    ///   - isQuick: Whether the card may leave before the issuer is asked.
    /// - Returns: `nil` for an amount that no card takes, and for a day that cards do not know.
    init?(_ request: CollectRequest, number: UInt32, pinPad: PINPad, isQuick: Bool = true) {
        guard let amount = UInt64(exactly: request.amount.minorUnits), let code = Int64(request.amount.currency.number),
            let exponent = UInt8(exactly: request.amount.currency.exponent)
        else { return nil }
        var seconds = Glibc.time(nil)
        var now = tm()
        localtime_r(&seconds, &now)
        let day = Int64(now.tm_year % 100) * 10_000 + Int64(now.tm_mon + 1) * 100 + Int64(now.tm_mday)
        let hour = Int64(now.tm_hour) * 10_000 + Int64(now.tm_min) * 100 + Int64(min(now.tm_sec, 59))
        guard let date = EMVDate(bytes: BCD.encode(day, byteCount: 3)) else { return nil }
        self.init(
            amount: amount, currency: BCD.encode(code, byteCount: 2), currencyExponent: exponent, date: date,
            time: BCD.encode(hour, byteCount: 3), sequenceNumber: number % 100_000_000, pinPad: pinPad, isQuick: isQuick
        )
    }
}
