public import TenderFlow
import TenderModel

/// The stored form of a receipt in the journal, so that it can be reprinted unchanged.
extension Receipt {
    /// The kind of its journal records.
    public static let recordKind = "receipt"

    /// The version of the written format.
    public static let recordVersion: UInt8 = 1

    /// Returns the journal record of the receipt.
    ///
    /// - Throws: `ShopRecordError.tooLarge`, and `malformed` for a receipt with mixed currencies.
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

    /// Returns whether a record's bytes contain a number as `record()` writes it, which is much faster than decoding.
    static func mayHave(_ number: Int, _ record: ShopRecord) -> Bool {
        let wanted = Array("\"number\":\(number)".utf8)
        let quote = UInt8(ascii: "\"")
        // A plain loop: a general search takes longer than decoding the receipt (measured).
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
