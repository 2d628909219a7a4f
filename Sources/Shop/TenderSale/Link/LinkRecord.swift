public import TenderFlow

/// A step of a payment link, as stored in the journal.
public struct LinkRecord: Hashable, Sendable, Codable {
    /// A step.
    public enum Step: Hashable, Sendable, Codable {
        /// The page with this session id was created, and nobody has seen its address yet.
        case opened(session: String)
        /// The page is about to be closed.
        case closing
        /// The outcome is known: the payment intent that was paid, or `nil` when nothing was.
        case ended(intentID: String?)
    }

    /// The kind of its journal records.
    public static let recordKind = "link"

    /// The version of the written format.
    public static let recordVersion: UInt8 = 1

    /// The ticket's leg.
    public var leg: String
    /// The step.
    public var step: Step

    /// Creates a step.
    public init(leg: String, step: Step) {
        self.leg = leg
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
