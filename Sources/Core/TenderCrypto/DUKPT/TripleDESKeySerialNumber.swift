/// The key serial number of DUKPT with triple DES (ANSI X9.24-1): what names a device's key, and 21 bits that count.
package struct TripleDESKeySerialNumber: Hashable, Sendable {
    /// The size in bytes.
    package static let byteCount = 10

    /// The bytes as they are sent.
    package let bytes: [UInt8]

    /// - Throws: `CryptoError.wrongSize`.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongSize(.keySerialNumber, expected: Self.byteCount, actual: bytes.count)
        }
        self.bytes = bytes
    }

    private init(_ base: TripleDESKeySerialNumber, counter: UInt32) {
        bytes =
            base.bytes.prefix(7) + [
                base.bytes[7] & 0xE0 | UInt8(truncatingIfNeeded: counter >> 16 & 0x1F),
                UInt8(truncatingIfNeeded: counter >> 8), UInt8(truncatingIfNeeded: counter),
            ]
    }

    /// The transaction counter; zero before the first transaction.
    package var counter: UInt32 { bytes.suffix(3).reduce(0) { $0 << 8 | UInt32($1) } & 0x1FFFFF }

    /// The number of the next transaction; `nil` when the device must get a new key.
    package var next: TripleDESKeySerialNumber? {
        TransactionCounter.tripleDES.next(after: counter).map { TripleDESKeySerialNumber(self, counter: $0) }
    }

    /// The same number at another count.
    func at(_ counter: UInt32) -> TripleDESKeySerialNumber { TripleDESKeySerialNumber(self, counter: counter) }

    /// The first eight bytes without the counter, from which the initial key is derived.
    var initialBlock: [UInt8] { Array(TripleDESKeySerialNumber(self, counter: 0).bytes.prefix(8)) }

    /// The last eight bytes at another count, from which a key is derived.
    func block(at counter: UInt32) -> [UInt8] {
        Array(TripleDESKeySerialNumber(self, counter: counter).bytes.suffix(8))
    }
}
