import TenderBytes

/// The commands of a transaction (EMV Book 1, 11 and Book 3, 6).
enum ContactCommand {
    static func select(_ name: [UInt8], isNext: Bool = false) -> SecretBytes {
        command(0x00A4_0400 | (isNext ? 2 : 0), dataCount: name.count) { $0.copyBytes(from: name) }
    }

    static func readRecord(_ record: UInt8, file: UInt8) -> SecretBytes {
        command(0x00B2_0004 | UInt32(record) << 8 | UInt32(file & 0x1F) << 3)
    }

    /// - Parameter values: At most 252 bytes.
    static func getProcessingOptions(_ values: SecretBytes) -> SecretBytes {
        let isShort = values.count < 0x80
        return command(0x80A8_0000, dataCount: (isShort ? 2 : 3) + values.count) { data in
            data[0] = 0x83
            if !isShort { data[1] = 0x81 }
            data[isShort ? 1 : 2] = UInt8(clamping: values.count)
            copy(values, to: UnsafeMutableRawBufferPointer(rebasing: data.suffix(values.count)))
        }
    }

    static func getData(_ tag: TLV.Tag) -> SecretBytes { command(0x80CA_0000 | tag.rawValue & 0xFFFF) }

    static func internalAuthenticate(_ values: SecretBytes) -> SecretBytes {
        command(0x0088_0000, dataCount: values.count) { copy(values, to: $0) }
    }

    /// - Parameter proof: The issuer authentication data.
    static func externalAuthenticate(_ proof: SecretBytes) -> SecretBytes {
        command(0x0082_0000, dataCount: proof.count, expectsData: false) { copy(proof, to: $0) }
    }

    static let getChallenge = command(0x0084_0000)

    /// - Parameter data: The block, or what is enciphered.
    static func verify(_ data: SecretBytes, isEnciphered: Bool) -> SecretBytes {
        command(0x0020_0080 | (isEnciphered ? 8 : 0), dataCount: data.count, expectsData: false) { copy(data, to: $0) }
    }

    static func generateCryptogram(_ request: CryptogramRequest, isSigned: Bool, _ values: SecretBytes) -> SecretBytes {
        let kind = request.rawValue | (isSigned ? 0x10 : 0)
        return command(0x80AE_0000 | UInt32(kind) << 8, dataCount: values.count) { copy(values, to: $0) }
    }

    static func copy(_ values: SecretBytes, to output: UnsafeMutableRawBufferPointer) {
        values.withUnsafeBytes { output.copyMemory(from: $0) }
    }

    /// - Parameters:
    ///   - header: Class, instruction and parameters, the class on top.
    ///   - dataCount: At most 255.
    ///   - fill: Writes the data.
    static func command(
        _ header: UInt32, dataCount: Int = 0, expectsData: Bool = true,
        filling fill: (UnsafeMutableRawBufferPointer) -> Void = { _ in }
    ) -> SecretBytes {
        let end = dataCount == 0 ? 4 : 5 + dataCount
        return SecretBytes(count: end + (expectsData ? 1 : 0)) { output in
            output.storeBytes(of: header.bigEndian, as: UInt32.self)
            guard dataCount > 0 else { return }
            output[4] = UInt8(clamping: dataCount)
            fill(UnsafeMutableRawBufferPointer(rebasing: output[5..<end]))
        }
    }
}
