public import TenderFlow

/// A step of a link on which a customer pays, as it lies in the journal.
public struct LinkRecord: Hashable, Sendable, Codable {
    /// What happened.
    public enum Step: Hashable, Sendable, Codable {
        /// The page is made, and nobody has seen its address yet; the id of its session.
        case opened(session: String)
        /// The page is about to be closed.
        case closing
        /// It is known what became of it: the payment intent that was paid, or nil when nothing was.
        case ended(intentID: String?)
    }

    /// What its records are called in the journal.
    public static let recordKind = "link"

    /// The version of the form that is written.
    public static let recordVersion: UInt8 = 1

    /// The leg of the ticket.
    public var leg: String
    /// What happened.
    public var step: Step

    /// Describes a step.
    public init(leg: String, step: Step) {
        self.leg = leg
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
