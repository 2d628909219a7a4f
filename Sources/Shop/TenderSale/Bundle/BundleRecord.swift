public import TenderFlow

/// What the till sells with from here on, as stored in the journal: a bundle of head office.
public struct BundleRecord: Hashable, Sendable, Codable {
    /// The kind of its journal records.
    public static let recordKind = "bundle"

    /// The version of the written format.
    public static let recordVersion: UInt8 = 1

    /// The time, in milliseconds since 1970, UTC.
    public var time: Int64
    /// The shop's name at head office.
    public var shop: String
    /// The bundle's version.
    public var version: Int64
    /// The SHA-256 of what head office signed, in hexadecimal digits.
    public var sha256: String

    /// Describes a bundle.
    public init(time: Int64, shop: String, version: Int64, sha256: String) {
        self.time = time
        self.shop = shop
        self.version = version
        self.sha256 = sha256
    }

    /// Returns the journal record.
    public func record() throws(ShopRecordError) -> ShopRecord {
        try ShopRecord(kind: Self.recordKind, version: Self.recordVersion, holding: self)
    }

    /// Reads it from its record.
    ///
    /// - Throws: `ShopRecordError`; never traps, whatever the bytes are.
    public init(_ record: ShopRecord) throws(ShopRecordError) {
        self = try record.value(of: Self.self, kind: Self.recordKind, version: Self.recordVersion) { $0 }
    }
}
