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
    /// Why the driver cannot use it, as a sentence; nil when it can.
    public var limitation: String?

    /// The maker's later protocols, which its readers do not leave for the older one.
    private static func of(magTek productID: UInt16, _ name: String, speaks language: String) -> KnownReader {
        KnownReader(
            vendorID: 0x0801, productID: productID, family: .magTek, name: "MagTek \(name)",
            limitation: "A \(name) speaks MagTek's \(language), for which there is no driver here.")
    }

    /// The table.
    ///
    /// Chip card readers are known by their interfaces and are not in it.
    public static let all = [
        KnownReader(vendorID: 0x0801, productID: 0x0002, family: .magTek, name: "MagTek SureSwipe"),
        KnownReader(vendorID: 0x0801, productID: 0x0011, family: .magTek, name: "MagTek MagneSafe"),
        KnownReader(vendorID: 0x0801, productID: 0x0019, family: .magTek, name: "MagTek MagneSafe V5"),
        KnownReader(vendorID: 0x0801, productID: 0x001A, family: .magTek, name: "MagTek mDynamo"),
        KnownReader(vendorID: 0x0801, productID: 0x001C, family: .magTek, name: "MagTek tDynamo"),
        KnownReader(vendorID: 0x0801, productID: 0x001E, family: .magTek, name: "MagTek eDynamo"),
        KnownReader(vendorID: 0x0801, productID: 0x001F, family: .magTek, name: "MagTek iDynamo 6"),
        of(magTek: 0x0020, "iDynamo 5 (Gen III)", speaks: "protocol of that generation"),
        of(magTek: 0x2020, "DynaFlex", speaks: "messaging schema (MMS)"),
        of(magTek: 0x2023, "DynaProx", speaks: "messaging schema (MMS)"),
        of(magTek: 0x2024, "DynaProx II Go", speaks: "messaging schema (MMS)"),
        KnownReader(vendorID: 0x0ACD, productID: 0x2010, family: .secureMag, name: "ID TECH SecureMag"),
        KnownReader(vendorID: 0x0ACD, productID: 0x3530, family: .neo, name: "ID TECH VP3300"),
    ]

    /// What is known of a device; nil when it is of no kind that is known by its numbers.
    public static func of(_ device: AttachedDevice) -> KnownReader? {
        all.first { $0.vendorID == device.vendorID && ($0.productID ?? device.productID) == device.productID }
    }
}
