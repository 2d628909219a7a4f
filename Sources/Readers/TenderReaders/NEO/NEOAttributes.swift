import TenderModel

/// The byte in front of the data objects of a transaction: how the card was read, and how its data is encrypted.
public struct NEOAttributes: Hashable, Sendable {
    /// The byte.
    let rawValue: UInt8

    /// A chip in the slot.
    public static let contact: UInt8 = 0b0000_0000
    /// A chip on the antenna.
    public static let contactless: UInt8 = 0b0000_0001
    /// A swipe.
    public static let stripe: UInt8 = 0b0000_1000
    /// All card data is encrypted, under AES keys.
    public static let encryptedWithAES: UInt8 = 0b1100_0010

    /// The way in which the card was read, as far as the byte indicates it.
    var readMethod: ReadMethod {
        if rawValue & 0b0000_1000 != 0 { return .magneticStripeTrack2 }
        switch (rawValue & 0b0000_0001 != 0, rawValue & 0b0001_0000 != 0) {
        case (false, _): return .contactEmv
        case (true, false): return .contactlessEmv
        case (true, true): return .contactlessMagstripeMode
        }
    }

    /// The name of the encryption scheme, which the gateway must know.
    var scheme: String {
        switch rawValue >> 1 & 0b11 {
        case 0: "tdes-dukpt-idtech"
        case 1: "aes-dukpt-idtech"
        default: "dukpt-idtech"
        }
    }
}
