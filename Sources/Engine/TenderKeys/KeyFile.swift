package import TenderBytes
package import TenderCrypto
import TenderFiles

/// A file that a key is loaded from: lines of a word and its value; docs/keys.md describes them.
package struct KeyFile: Sendable {
    /// The last serial number that was used; its counter is zero for a new key.
    package let serialNumber: DUKPTSerialNumber
    /// The check value, which is that of the key.
    package let checkValue: [UInt8]
    let initialKey: SecretBytes

    private static let limit = 4096

    /// Reads a file of mode 0600 that belongs to this user, and compares its check value with its key; blocks.
    ///
    /// - Throws: `KeyStoreError`.
    package init(reading path: String) throws(KeyStoreError) {
        let bytes: SecretBytes
        do throws(PrivateFileError) {
            bytes = try PrivateFile.read(path, limit: Self.limit, isOwn: true)
        } catch {
            throw KeyStoreError(refusing: path, error)
        }
        try self.init(parsing: bytes)
    }

    /// Reads the content of such a file.
    ///
    /// - Throws: `KeyStoreError`, which names the line's word, and no value.
    package init(parsing bytes: SecretBytes) throws(KeyStoreError) {
        let fields = try Self.fields(bytes)
        guard let serial = fields["serial"], let written = fields["key"], let check = fields["check"],
            let scheme = fields["scheme"]
        else { throw Self.malformed("it needs a line each for scheme, serial, key and check") }
        guard let number = try? DUKPTSerialNumber(Self.open(serial)) else {
            throw Self.malformed("serial is not a key serial number of 10 or 12 bytes")
        }
        guard scheme == SecretBytes(utf8: Self.scheme(number)) else {
            throw Self.malformed("scheme is not the one that goes with serial: \(Self.scheme(number))")
        }
        guard DUKPTDevice.keyByteCounts(number).contains(written.count) else {
            throw Self.malformed("key has a size that \(Self.scheme(number)) does not take")
        }
        guard number.cipher == .aes || written.slice(0..<8) != written.slice(8..<16) else {
            throw Self.malformed("key has two equal halves, which makes it single DES")
        }
        guard let value = try? number.cipher.checkValue(of: written) else {
            throw KeyStoreError(.failed, "the check value cannot be computed")
        }
        guard SecretBytes(value) == check else { throw Self.malformed("check is not the check value of key") }
        serialNumber = number
        initialKey = written
        checkValue = value
    }

    /// The word for a kind of DUKPT.
    static func scheme(_ number: DUKPTSerialNumber) -> String {
        number.cipher == .aes ? "aes-dukpt" : "tdes-dukpt"
    }

    private static func fields(_ bytes: SecretBytes) throws(KeyStoreError) -> [String: SecretBytes] {
        var fields: [String: SecretBytes] = [:]
        for line in lines(bytes) {
            let words = line.withUnsafeBytes {
                $0.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map(SecretBytes.init)
            }
            guard let first = words.first, open(first).first != UInt8(ascii: "#") else { continue }
            let name = String(decoding: open(first), as: UTF8.self)
            guard ["scheme", "serial", "key", "check"].contains(name), words.count == 2, fields[name] == nil else {
                throw malformed("a line is neither scheme, serial, key nor check, or is there twice, or has no value")
            }
            guard let value = name == "scheme" ? words[1] : hex(words[1]) else {
                throw malformed("\(name) is not hexadecimal")
            }
            fields[name] = value
        }
        return fields
    }

    private static func lines(_ bytes: SecretBytes) -> [SecretBytes] {
        bytes.withUnsafeBytes { $0.split(separator: UInt8(ascii: "\n")).map(SecretBytes.init) }
    }

    /// Decodes digits without a copy that is not wiped.
    private static func hex(_ text: SecretBytes) -> SecretBytes? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var isHex = true
        let bytes = text.withUnsafeBytes { digits in
            SecretBytes(count: digits.count / 2) { output in
                for index in output.indices {
                    guard let high = Hex.value(of: digits[2 * index]), let low = Hex.value(of: digits[2 * index + 1])
                    else {
                        isHex = false
                        return
                    }
                    output[index] = high << 4 | low
                }
            }
        }
        return isHex ? bytes : nil
    }

    /// What is no secret.
    private static func open(_ bytes: SecretBytes) -> [UInt8] { bytes.withUnsafeBytes { [UInt8]($0) } }

    private static func malformed(_ reason: String) -> KeyStoreError {
        KeyStoreError(.malformed, "the key file is refused: \(reason)")
    }
}
