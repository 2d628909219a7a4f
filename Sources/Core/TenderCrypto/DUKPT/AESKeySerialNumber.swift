/// The key serial number of DUKPT with AES (ANSI X9.24-3): the initial key's ID, eight bytes, and a counter of four.
package struct AESKeySerialNumber: Hashable, Sendable {
    /// The size in bytes.
    package static let byteCount = 12
    private static let initialKeyIDByteCount = 8

    /// The bytes as they are sent.
    package let bytes: [UInt8]

    /// - Throws: `CryptoError.wrongSize`.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongSize(.keySerialNumber, expected: Self.byteCount, actual: bytes.count)
        }
        self.bytes = bytes
    }

    private init(_ base: AESKeySerialNumber, counter: UInt32) {
        bytes =
            base.bytes.prefix(Self.initialKeyIDByteCount)
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) }
    }

    /// The transaction counter; zero before the first transaction.
    package var counter: UInt32 { bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } }

    /// The number of the next transaction; `nil` when the device must get a new key.
    package var next: AESKeySerialNumber? {
        TransactionCounter.aes.next(after: counter).map { AESKeySerialNumber(self, counter: $0) }
    }

    /// The same number at another count.
    func at(_ counter: UInt32) -> AESKeySerialNumber { AESKeySerialNumber(self, counter: counter) }

    /// The IDs of the base derivation key and of the device.
    var initialKeyID: UInt64 { bytes.prefix(Self.initialKeyIDByteCount).reduce(0) { $0 << 8 | UInt64($1) } }

    /// What a key is derived from at a count: the ID of the device, and the count.
    func context(at counter: UInt32) -> UInt64 { initialKeyID << 32 | UInt64(counter) }
}
