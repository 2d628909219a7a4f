public import TenderBytes

/// One field ("BMP") of a message: a number and its value.
public struct ZVTField: Equatable, Sendable {
    /// The value; anything that may identify a card or a track is a secret.
    public enum Value: Equatable, Sendable {
        /// Bytes that may be shown.
        case bytes([UInt8])
        /// A card number, a track, a card's check value or a password.
        case secret(SecretBytes)
    }

    /// The field's number.
    public var id: UInt8
    /// The value, without its length.
    public var value: Value

    /// Creates a field; the value becomes a secret if the number requires it.
    public init(_ id: UInt8, _ bytes: [UInt8]) {
        self.id = id
        value = Self.secrets.contains(id) ? .secret(SecretBytes(bytes)) : .bytes(bytes)
    }

    /// Card number, tracks 1 to 3, chip data, card check value, password, PIN data.
    static let secrets: Set<UInt8> = [0x22, 0x23, 0x24, 0x2D, 0x2E, 0x3A, 0x3D, 0xA7, 0xD1]

    // Field numbers that are used by name.

    static let timeout: UInt8 = 0x01
    static let serviceByte: UInt8 = 0x03
    static let amount: UInt8 = 0x04
    static let container: UInt8 = 0x06
    static let trace: UInt8 = 0x0B
    static let time: UInt8 = 0x0C
    static let date: UInt8 = 0x0D
    static let paymentType: UInt8 = 0x19
    static let number: UInt8 = 0x22
    static let result: UInt8 = 0x27
    static let terminalID: UInt8 = 0x29
    static let originalTrace: UInt8 = 0x37
    static let attribute: UInt8 = 0x3B
    static let text: UInt8 = 0x3C
    static let currency: UInt8 = 0x49
    static let receipt: UInt8 = 0x87
    static let cardType: UInt8 = 0x8A
    static let cardName: UInt8 = 0x8B

    /// The encoding of a field's length.
    enum Length: Hashable {
        case fixed(Int)
        /// A length of two or three digits, each in the low half of a byte `F0` to `F9`.
        case digits(Int)
        /// A BER length.
        case ber
    }

    /// The length of each field (PA00P015, "Summary of utilized BMPs").
    static let lengths: [UInt8: Length] = {
        var table: [UInt8: Length] = [container: .ber]
        let fixed: [(Int, [UInt8])] = [
            (
                1,
                [
                    0x01, 0x02, 0x03, 0x05, 0x19, 0x27, 0x72, 0x73, 0x74, 0x75, 0x8A, 0x8C, 0xA0, 0xD0, 0xD2, 0xD3,
                    0xE0,
                    0xE9, 0xEA, 0xF0, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD,
                ]
            ),
            (2, [0x0D, 0x0E, 0x17, 0x3A, 0x49, 0x87]), (3, [0x0B, 0x0C, 0x37, 0x3D, 0x88, 0xAA]),
            (4, [0x29, 0x70, 0x71]), (5, [0xBA]), (6, [0x04]), (8, [0x3B, 0xEB]), (15, [0x2A]),
        ]
        for (length, ids) in fixed { for id in ids { table[id] = .fixed(length) } }
        for id: UInt8 in [0x22, 0x23, 0x2D, 0x8B, 0xA7, 0xD1] { table[id] = .digits(2) }
        for id: UInt8 in 0xE1...0xE8 { table[id] = .digits(2) }
        for id: UInt8 in 0xF1...0xF8 { table[id] = .digits(2) }
        for id: UInt8 in [0x24, 0x2E, 0x3C, 0x60, 0x9A, 0xAF] { table[id] = .digits(3) }
        return table
    }()
}
