public import TenderFlow
import TenderModel

/// A step of a transfer to a seller, as it lies in the journal.
public struct TransferRecord: Hashable, Sendable, Codable {
    /// What happened.
    public enum Step: Hashable, Sendable, Codable {
        /// It is about to be sent.
        case leaving
        /// It is made, with the gateway's id.
        case made(id: String)
        /// The gateway refused it, with proof that nothing went.
        case refused(reason: String)
    }

    /// What its records are called in the journal.
    public static let recordKind = "transfer"

    /// The version of the form that is written.
    public static let recordVersion: UInt8 = 1

    /// The id of the transfer: the leg and the account.
    public var transfer: String
    /// What happened.
    public var step: Step

    /// Describes a step.
    public init(transfer: String, step: Step) {
        self.transfer = transfer
        self.step = step
    }

    /// The record of the journal that holds it.
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
