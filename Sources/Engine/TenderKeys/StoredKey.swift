import TenderBytes
import TenderCrypto

/// A key as a store keeps it: what its device has, or what is left of it after its removal, which is the count.
///
/// The file is the word `TNDRKEY1`, one byte each for the state, the sizes of number, check value and keys, and the count of
/// keys; number, check value, each key after its place; and SHA-256 of all of it.
struct StoredKey: Sendable {
    var device: DUKPTDevice
    var checkValue: [UInt8]
    /// Whether the keys are gone, and only the count is kept, so that no number is ever used again.
    var isRemoved: Bool

    private static let mark = Array("TNDRKEY1".utf8)
    private static let headByteCount = 13
    private static let digestByteCount = 32

    /// The maximum size of a file: a head, a number, a check value, 32 keys with their places, a digest.
    static let limit = 2048

    /// What names the key: its serial number at a count of zero.
    var id: String { Self.id(device.serialNumber) }

    static func id(_ number: DUKPTSerialNumber) -> String { Hex.encode(number.initial.bytes).uppercased() }

    func encode() -> SecretBytes {
        let number = device.serialNumber.bytes
        let keys = isRemoved ? [] : device.futureKeys.sorted { $0.key < $1.key }
        let head = [
            isRemoved ? 2 : 1, UInt8(number.count), UInt8(checkValue.count), UInt8(keys.first?.value.count ?? 0),
            UInt8(keys.count),
        ]
        let content = keys.reduce(SecretBytes(Self.mark + head + number + checkValue)) { bytes, key in
            bytes + SecretBytes([UInt8(key.key)]) + key.value
        }
        return content + SecretBytes(Self.digest(content))
    }

    /// Reads a file; `nil` unless it is whole and as it was written.
    init?(decoding bytes: SecretBytes) {
        guard bytes.count > Self.headByteCount + Self.digestByteCount, bytes.count <= Self.limit else { return nil }
        let content = bytes.slice(0..<bytes.count - Self.digestByteCount)
        guard SecretBytes(Self.digest(content)) == bytes.slice(content.count..<bytes.count),
            content.slice(0..<Self.mark.count) == SecretBytes(Self.mark)
        else { return nil }
        let head = Self.open(content.slice(Self.mark.count..<Self.headByteCount)).map(Int.init)
        let (numberEnd, keySize) = (Self.headByteCount + head[1], 1 + head[3])
        let valueEnd = numberEnd + head[2]
        guard [1, 2].contains(head[0]), content.count == valueEnd + head[4] * keySize,
            let number = try? DUKPTSerialNumber(Self.open(content.slice(Self.headByteCount..<numberEnd)))
        else { return nil }
        var keys: [Int: SecretBytes] = [:]
        for index in 0..<head[4] {
            let start = valueEnd + index * keySize
            let place = content.withUnsafeBytes { Int($0[start]) }
            // Not a slice: a used key is forgotten while the others live on.
            keys[place] = content.copy(start + 1..<start + keySize)
        }
        isRemoved = head[0] == 2
        guard isRemoved == keys.isEmpty || number.next == nil,
            let device = isRemoved
                ? DUKPTDevice(spentAt: number) : DUKPTDevice(serialNumber: number, futureKeys: keys)
        else { return nil }
        self.device = device
        checkValue = Self.open(content.slice(numberEnd..<valueEnd))
    }

    init(device: DUKPTDevice, checkValue: [UInt8], isRemoved: Bool = false) {
        self.device = device
        self.checkValue = checkValue
        self.isRemoved = isRemoved
    }

    private static func digest(_ content: SecretBytes) -> [UInt8] { content.withUnsafeBytes { SHA256.hash($0) } }

    private static func open(_ bytes: SecretBytes) -> [UInt8] { bytes.withUnsafeBytes { [UInt8]($0) } }
}
