/// A reader that is known by its USB IDs; discovery and the udev rules are based on this table.
public struct KnownReader: Hashable, Sendable {
    /// The vendor ID.
    public var vendorID: UInt16
    /// The product ID; `nil` for every model of the vendor.
    public var productID: UInt16?
    /// The driver family.
    public var family: ReaderFamily
    /// The manufacturer and the model, for people.
    public var name: String
    /// The reason that the driver cannot use it, as a sentence; `nil` if it can.
    public var limitation: String?
    /// Whether it encrypts every stripe by itself.
    public var encrypts = false

    /// Returns a reader that speaks one of the manufacturer's later protocols and does not fall back to the older one.
    private static func of(magTek productID: UInt16, _ name: String, speaks language: String) -> KnownReader {
        KnownReader(
            vendorID: 0x0801, productID: productID, family: .magTek, name: "MagTek \(name)",
            limitation: "A \(name) speaks MagTek's \(language), for which there is no driver here.")
    }

    /// The table of known readers.
    ///
    /// Chip card readers are recognized by their interfaces and are not in it.
    public static let all = [
        KnownReader(vendorID: 0x0801, productID: 0x0002, family: .magTek, name: "MagTek SureSwipe"),
        KnownReader(vendorID: 0x0801, productID: 0x0011, family: .magTek, name: "MagTek MagneSafe", encrypts: true),
        KnownReader(vendorID: 0x0801, productID: 0x0019, family: .magTek, name: "MagTek MagneSafe V5", encrypts: true),
        KnownReader(vendorID: 0x0801, productID: 0x001A, family: .magTek, name: "MagTek mDynamo", encrypts: true),
        KnownReader(vendorID: 0x0801, productID: 0x001C, family: .magTek, name: "MagTek tDynamo", encrypts: true),
        KnownReader(vendorID: 0x0801, productID: 0x001E, family: .magTek, name: "MagTek eDynamo", encrypts: true),
        KnownReader(vendorID: 0x0801, productID: 0x001F, family: .magTek, name: "MagTek iDynamo 6", encrypts: true),
        of(magTek: 0x0020, "iDynamo 5 (Gen III)", speaks: "protocol of that generation"),
        of(magTek: 0x2020, "DynaFlex", speaks: "messaging schema (MMS)"),
        of(magTek: 0x2023, "DynaProx", speaks: "messaging schema (MMS)"),
        of(magTek: 0x2024, "DynaProx II Go", speaks: "messaging schema (MMS)"),
        KnownReader(vendorID: 0x0ACD, productID: 0x2010, family: .secureMag, name: "ID TECH SecureMag"),
        KnownReader(vendorID: 0x0ACD, productID: 0x3530, family: .neo, name: "ID TECH VP3300"),
    ]

    /// Returns the entry of a device; `nil` if the device is not known by its IDs.
    public static func of(_ device: AttachedDevice) -> KnownReader? {
        all.first { $0.vendorID == device.vendorID && ($0.productID ?? device.productID) == device.productID }
    }
}
