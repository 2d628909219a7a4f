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
}
