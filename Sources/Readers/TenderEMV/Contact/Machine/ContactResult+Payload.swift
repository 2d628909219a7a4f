public import TenderBytes

extension ContactResult {
    /// The tag of a PIN block for the issuer (ISO 8583, field 52).
    private static let pinBlock: TLV.Tag = 0x99
    /// The tag, of this project, of the serial number of the key of a PIN block.
    private static let pinKeySerialNumber: TLV.Tag = 0xDFC504

    /// Everything that goes to the gateway, as primitive data objects one after the other.
    ///
    /// It is to be encrypted at once: the number and track 2 are in it.
    public var payload: SecretBytes {
        let pin = pin.map {
            TLV.encode(Self.pinBlock, $0.block) + TLV.encode(Self.pinKeySerialNumber, $0.keySerialNumber)
        }
        return .joined([issuerData, accountData, SecretBytes(pin ?? [])])
    }

    /// The last four digits of the number.
    public var lastFourDigits: String? {
        accountNumber.digitText.map { $0.withUnsafeBytes { String(decoding: $0.suffix(4), as: UTF8.self) } }
    }

    /// The leading digits of the number that name its scheme, six at most.
    public var leadingDigits: [Int] {
        accountNumber.digits.map { $0.withUnsafeBytes { $0.prefix(6).map { Int($0) } } } ?? []
    }
}
