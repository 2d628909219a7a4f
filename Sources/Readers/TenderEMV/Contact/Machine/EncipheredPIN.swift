/// A PIN block for the issuer, enciphered under a key that is used once (ANSI X9.24, DUKPT).
public struct EncipheredPIN: Hashable, Sendable {
    /// The sizes that a block may have in bytes: of formats 0 and 4.
    public static let blockByteCounts = [8, 16]
    /// The sizes that a serial number may have in bytes: of triple DES and of AES.
    public static let serialNumberByteCounts = [10, 12]

    /// The block.
    public let block: [UInt8]
    /// The serial number of the key.
    public let keySerialNumber: [UInt8]

    /// Creates a block; `nil` if a size is wrong.
    public init?(block: [UInt8], keySerialNumber: [UInt8]) {
        guard Self.blockByteCounts.contains(block.count), Self.serialNumberByteCounts.contains(keySerialNumber.count)
        else { return nil }
        self.block = block
        self.keySerialNumber = keySerialNumber
    }
}
