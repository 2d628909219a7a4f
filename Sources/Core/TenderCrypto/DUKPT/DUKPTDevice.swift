package import TenderBytes

/// The device's side of DUKPT: the keys of transactions to come, from which no key of a past transaction follows.
///
/// Source: ANSI X9.24-1:2009, annex A.2 and A.3; ANSI X9.24-3:2017, 6.3 [check]. The device keeps for each bit of the
/// counter the key of the next transaction whose number ends in that bit, and forgets a key with its transaction.
package struct DUKPTDevice: Sendable {
    /// The number of the last transaction; its counter is zero before the first.
    package private(set) var serialNumber: DUKPTSerialNumber
    /// The keys to come, by the place of the lowest one-bit of the counter that each is for.
    package private(set) var futureKeys: [Int: SecretBytes]

    /// Loads an initial key, as it is before the transaction after `serialNumber`.
    ///
    /// - Parameters:
    ///   - initialKey: 16 bytes for triple DES; 16, 24 or 32 for AES.
    ///   - serialNumber: The last number that was used; its counter is zero for a new key.
    /// - Throws: `CryptoError.unsupportedKeySize`, `invalidCounter` and `library`.
    package init(initialKey: SecretBytes, serialNumber: DUKPTSerialNumber) throws(CryptoError) {
        let counter = serialNumber.counter
        guard counter == 0 || serialNumber.rule.isValid(counter) else { throw .invalidCounter }
        self.serialNumber = serialNumber
        futureKeys = [:]
        for place in Self.places(serialNumber) {
            let ahead = serialNumber.at((counter >> place | 1) << place)
            futureKeys[place] =
                switch ahead {
                case .tripleDES(let number):
                    try TripleDESDUKPT.key(for: nil, initialKey: initialKey, serialNumber: number)
                case .aes(let number):
                    try AESDUKPT.key(
                        for: nil, type: .twoKeyTripleDES, initialKey: initialKey, serialNumber: number)
                }
        }
    }

    /// Puts a device together again from what was kept of it.
    ///
    /// - Returns: `nil` unless the keys are those that a device has after this number, and all have one size that its
    ///   cipher takes.
    package init?(serialNumber: DUKPTSerialNumber, futureKeys: [Int: SecretBytes]) {
        let counter = serialNumber.counter
        let sizes = Set(futureKeys.values.map(\.count))
        guard counter == 0 || serialNumber.rule.isValid(counter), futureKeys.keys.sorted() == Self.places(serialNumber),
            sizes.isEmpty || sizes.count == 1 && sizes.isSubset(of: Self.keyByteCounts(serialNumber))
        else { return nil }
        self.serialNumber = serialNumber
        self.futureKeys = futureKeys
    }

    /// What is left of a device whose keys are gone: its count.
    ///
    /// - Returns: `nil` for a number that no device reaches.
    package init?(spentAt serialNumber: DUKPTSerialNumber) {
        guard serialNumber.counter == 0 || serialNumber.rule.isValid(serialNumber.counter) else { return nil }
        self.serialNumber = serialNumber
        futureKeys = [:]
    }

    /// Goes on to the next transaction, whose keys it hands out and forgets.
    ///
    /// - Returns: `nil` when the last number is used up; the device is then as it was, and must get another key.
    /// - Throws: `CryptoError.library`; the device is then as it was.
    package mutating func advance() throws(CryptoError) -> DUKPTTransaction? {
        guard let next = serialNumber.next else { return nil }
        let counter = next.counter
        let place = counter.trailingZeroBitCount
        guard let key = futureKeys[place] else { throw .invalidCounter }
        var keys = futureKeys
        for lower in 0...place { keys[lower] = nil }
        for lower in Self.places(next) where lower < place {
            keys[lower] =
                switch next {
                case .tripleDES(let number):
                    try TripleDESDUKPT.successor(of: key, serialNumber: number, at: counter | 1 << lower)
                case .aes(let number):
                    try AESDUKPT.successor(of: key, serialNumber: number, at: counter | 1 << lower)
                }
        }
        futureKeys = keys
        serialNumber = next
        return DUKPTTransaction(serialNumber: next, key: key)
    }

    /// The sizes of keys, in bytes.
    package static func keyByteCounts(_ serialNumber: DUKPTSerialNumber) -> Set<Int> {
        switch serialNumber {
        case .tripleDES: [16]
        case .aes: [16, 24, 32]
        }
    }

    /// The places of the keys that a device has after a number: the zeros of the counter that may still become ones.
    private static func places(_ serialNumber: DUKPTSerialNumber) -> [Int] {
        let (counter, rule) = (serialNumber.counter, serialNumber.rule)
        return (0..<rule.bitCount).filter { place in
            let above = counter >> place
            return above & 1 == 0 && above.nonzeroBitCount < rule.maximumOnes
        }
    }
}
