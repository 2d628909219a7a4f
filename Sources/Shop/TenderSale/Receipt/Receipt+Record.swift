public import TenderFlow
import TenderModel

/// How a receipt lies in the journal, so that it can be printed again as it was.
extension Receipt {
    /// What its records are called in the journal.
    public static let recordKind = "receipt"

    /// The version of the form that is written.
    public static let recordVersion: UInt8 = 1

    /// The record of the journal that holds it.
    ///
    /// - Throws: `ShopRecordError.tooLarge`, and `malformed` for one in several currencies.
    public func record() throws(ShopRecordError) -> ShopRecord {
        let stored: StoredReceipt
        do throws(AmountError) {
            stored = try StoredReceipt(self)
        } catch {
            throw .malformed("\(error)")
        }
        return try ShopRecord(kind: Self.recordKind, version: Self.recordVersion, holding: stored)
    }

    /// Reads a receipt from its record.
    ///
    /// - Throws: `ShopRecordError`; never traps, whatever the bytes are.
    public init(_ record: ShopRecord) throws(ShopRecordError) {
        self = try record.value(of: StoredReceipt.self, kind: Self.recordKind, version: Self.recordVersion) {
            try $0.receipt()
        }
    }

    /// Whether a record's bytes have a number in them as `record()` writes it: looking is much faster than reading.
    static func mayHave(_ number: Int, _ record: ShopRecord) -> Bool {
        let wanted = Array("\"number\":\(number)".utf8)
        let quote = UInt8(ascii: "\"")
        // A plain loop: a general search takes longer than reading the receipt (measured).
        return record.body.withUnsafeBufferPointer { bytes in
            var start = 0
            while start + wanted.count <= bytes.count {
                if bytes[start] == quote, bytes[start..<start + wanted.count].elementsEqual(wanted) { return true }
                start += 1
            }
            return false
        }
    }
}
