/// The readers that are known by their numbers: discovery and the udev rules are made of this table.
public struct KnownReader: Hashable, Sendable {
    /// The maker's number.
    public var vendorID: UInt16
    /// The model's number; nil for every model of the maker.
    public var productID: UInt16?
    /// What speaks to it.
    public var family: ReaderFamily
    /// The maker and the model, for people.
    public var name: String

    /// The table.
    ///
    /// Chip card readers are known by their interfaces and are not in it.
    public static let all = [
        KnownReader(vendorID: 0x0801, productID: 0x0002, family: .magTek, name: "MagTek SureSwipe"),
        KnownReader(vendorID: 0x0801, productID: 0x0011, family: .magTek, name: "MagTek MagneSafe"),
        KnownReader(vendorID: 0x0ACD, productID: 0x2010, family: .secureMag, name: "ID TECH SecureMag"),
        KnownReader(vendorID: 0x0ACD, productID: 0x3530, family: .neo, name: "ID TECH VP3300"),
    ]

    /// What is known of a device; nil when it is of no kind that is known by its numbers.
    public static func of(_ device: AttachedDevice) -> KnownReader? {
        all.first { $0.vendorID == device.vendorID && ($0.productID ?? device.productID) == device.productID }
    }
}
