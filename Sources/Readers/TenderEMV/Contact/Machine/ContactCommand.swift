import TenderBytes

/// The commands of a transaction (EMV Book 1, 11 and Book 3, 6).
enum ContactCommand {
    static func select(_ name: [UInt8], isNext: Bool = false) -> SecretBytes {
        SecretBytes([0x00, 0xA4, 0x04, isNext ? 0x02 : 0x00, UInt8(clamping: name.count)] + name + [0])
    }

    static func readRecord(_ record: UInt8, file: UInt8) -> SecretBytes {
        SecretBytes([0x00, 0xB2, record, (file & 0x1F) << 3 | 4, 0])
    }

    /// - Parameter values: At most 252 bytes.
    static func getProcessingOptions(_ values: SecretBytes) -> SecretBytes {
        let template: [UInt8] = values.count < 0x80 ? [0x83] : [0x83, 0x81]
        let count = UInt8(clamping: values.count)
        return .joined([
            SecretBytes([0x80, 0xA8, 0, 0, UInt8(clamping: template.count + 1 + values.count)] + template + [count]),
            values, SecretBytes([0]),
        ])
    }

    static func getData(_ tag: TLV.Tag) -> SecretBytes {
        SecretBytes([0x80, 0xCA, UInt8(tag.rawValue >> 8 & 0xFF), UInt8(tag.rawValue & 0xFF), 0])
    }

    static func internalAuthenticate(_ values: SecretBytes) -> SecretBytes {
        withData([0x00, 0x88, 0, 0], values, expectsData: true)
    }

    static let getChallenge = SecretBytes([0x00, 0x84, 0, 0, 0])

    /// - Parameter data: The block, or what is enciphered.
    static func verify(_ data: SecretBytes, isEnciphered: Bool) -> SecretBytes {
        withData([0x00, 0x20, 0, isEnciphered ? 0x88 : 0x80], data, expectsData: false)
    }

    static func generateCryptogram(_ request: CryptogramRequest, isSigned: Bool, _ values: SecretBytes) -> SecretBytes {
        withData([0x80, 0xAE, request.rawValue | (isSigned ? 0x10 : 0), 0], values, expectsData: true)
    }

    /// - Parameter data: At most 255 bytes.
    private static func withData(_ header: [UInt8], _ data: SecretBytes, expectsData: Bool) -> SecretBytes {
        .joined([
            SecretBytes(header + (data.count > 0 ? [UInt8(clamping: data.count)] : [])), data,
            SecretBytes(expectsData ? [0] : []),
        ])
    }
}
