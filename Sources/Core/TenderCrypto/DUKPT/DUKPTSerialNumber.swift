/// A key serial number of either kind of DUKPT, told apart by its size.
package enum DUKPTSerialNumber: Hashable, Sendable {
    case tripleDES(TripleDESKeySerialNumber)
    case aes(AESKeySerialNumber)

    /// Reads a number as it is sent.
    ///
    /// - Parameter bytes: 10 bytes for triple DES, 12 for AES.
    /// - Throws: `CryptoError.wrongSize`.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        self =
            bytes.count == TripleDESKeySerialNumber.byteCount
            ? .tripleDES(try TripleDESKeySerialNumber(bytes)) : .aes(try AESKeySerialNumber(bytes))
    }

    /// The bytes as they are sent.
    package var bytes: [UInt8] {
        switch self {
        case .tripleDES(let number): number.bytes
        case .aes(let number): number.bytes
        }
    }

    /// The transaction counter; zero before the first transaction.
    package var counter: UInt32 {
        switch self {
        case .tripleDES(let number): number.counter
        case .aes(let number): number.counter
        }
    }

    /// The number of the next transaction; `nil` when the device must get a new key.
    package var next: DUKPTSerialNumber? {
        switch self {
        case .tripleDES(let number): number.next.map { .tripleDES($0) }
        case .aes(let number): number.next.map { .aes($0) }
        }
    }

    /// The number before the first transaction, which is the same as long as the device has the same initial key.
    package var initial: DUKPTSerialNumber { at(0) }

    /// The cipher of the keys.
    package var cipher: BlockCipher {
        switch self {
        case .tripleDES: .tripleDES
        case .aes: .aes
        }
    }

    /// How transactions are counted.
    var rule: TransactionCounter {
        switch self {
        case .tripleDES: .tripleDES
        case .aes: .aes
        }
    }

    /// The same number at another count.
    func at(_ counter: UInt32) -> DUKPTSerialNumber {
        switch self {
        case .tripleDES(let number): .tripleDES(number.at(counter))
        case .aes(let number): .aes(number.at(counter))
        }
    }
}
