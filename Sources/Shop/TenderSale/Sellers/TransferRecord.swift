public import TenderFlow
import TenderModel

/// A step of a transfer to a seller, as stored in the journal.
public struct TransferRecord: Hashable, Sendable, Codable {
    /// A step.
    public enum Step: Hashable, Sendable, Codable {
        /// The transfer is about to be sent.
        case leaving
        /// The transfer was made, with the gateway's id.
        case made(id: String)
        /// The gateway refused it, with proof that nothing was transferred.
        case refused(reason: String)
    }

    /// The kind of its journal records.
    public static let recordKind = "transfer"

    /// The version of the written format.
    public static let recordVersion: UInt8 = 1

    /// The id of the transfer: the leg and the account.
    public var transfer: String
    /// The step.
    public var step: Step

    /// Creates a step.
    public init(transfer: String, step: Step) {
        self.transfer = transfer
        self.step = step
    }

    /// Returns the journal record of the step.
    public func record() throws(ShopRecordError) -> ShopRecord {
        try ShopRecord(kind: Self.recordKind, version: Self.recordVersion, holding: self)
    }

    /// Reads a step from its record.
    ///
    /// - Throws: `ShopRecordError`; never traps, whatever the bytes are.
    public init(_ record: ShopRecord) throws(ShopRecordError) {
        self = try record.value(of: Self.self, kind: Self.recordKind, version: Self.recordVersion) { $0 }
    }
}
