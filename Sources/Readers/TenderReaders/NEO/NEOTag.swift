import TenderBytes

/// The tag of a data object: one to four bytes, as a big-endian number.
public struct NEOTag: RawRepresentable, Hashable, Sendable {
    /// The bytes as a number.
    public let rawValue: UInt32

    /// Creates a tag from a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// Removes a tag from the front (ISO 8825-1: a first byte that ends in 11111 continues up to a byte below 80).
    init?(takenFrom bytes: inout ArraySlice<UInt8>) {
        guard let first = bytes.popFirst() else { return nil }
        var value = UInt32(first)
        guard first & 0x1F == 0x1F else {
            rawValue = value
            return
        }
        for _ in 0..<3 {
            guard let byte = bytes.popFirst() else { return nil }
            value = value << 8 | UInt32(byte)
            guard byte & 0x80 != 0 else {
                rawValue = value
                return
            }
        }
        return nil
    }

    /// The bytes without leading zeros.
    var bytes: [UInt8] {
        let all = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
        return Array(all.drop { $0 == 0 })
    }
}

extension NEOTag: CustomStringConvertible {
    /// The bytes in uppercase hexadecimal.
    public var description: String { Hex.encode(bytes).uppercased() }
}

// EMV Book 3, annex A.
extension NEOTag {
    /// Application label.
    public static let applicationLabel = NEOTag(0x50)
    /// Track 2 equivalent data.
    public static let track2 = NEOTag(0x57)
    /// Card number.
    public static let cardNumber = NEOTag(0x5A)
    /// Name of the selected application (AID).
    public static let dedicatedFileName = NEOTag(0x84)
    /// Terminal verification results.
    public static let terminalVerificationResults = NEOTag(0x95)
    /// Transaction date, YYMMDD.
    public static let transactionDate = NEOTag(0x9A)
    /// Transaction status information.
    public static let transactionStatusInformation = NEOTag(0x9B)
    /// Transaction type.
    public static let transactionType = NEOTag(0x9C)
    /// Expiration date of the card, YYMMDD.
    public static let expiry = NEOTag(0x5F24)
    /// Currency, the three digits of ISO 4217.
    public static let currency = NEOTag(0x5F2A)
    /// Languages that the card asks for, two letters each.
    public static let languagePreference = NEOTag(0x5F2D)
    /// Number of decimals of the currency.
    public static let currencyExponent = NEOTag(0x5F36)
    /// The issuer's country, two letters.
    public static let issuerCountry = NEOTag(0x5F55)
    /// Amount, twelve digits.
    public static let amount = NEOTag(0x9F02)
    /// Name of the application as the issuer prefers it.
    public static let preferredName = NEOTag(0x9F12)
    /// Application cryptogram.
    public static let cryptogram = NEOTag(0x9F26)
    /// How the cardholder was verified.
    public static let verificationResults = NEOTag(0x9F34)
    /// How the card was read (ISO 8583).
    public static let entryMode = NEOTag(0x9F39)
}

// ID TECH TLV Tag Reference Guide, 80000503-001.
extension NEOTag {
    /// The key serial number of the encryption.
    public static let keySerialNumber = NEOTag(0xDFEE12)
    /// The block of a swipe in ID TECH's enhanced format.
    public static let swipe = NEOTag(0xDFEE23)
    /// The accepted ways to present a card: bit 0 swipe, bit 1 tap, bit 2 insert.
    public static let interfaces = NEOTag(0xDFEF37)
    /// The reason that a transaction failed: error code, SW1, SW2, RF state.
    public static let failure = NEOTag(0xFFEE1F)
}

// This project's own tags, for simulated readers only: private class, outside the ranges that ID TECH uses.
extension NEOTag {
    /// The name of the encryption, in ASCII; a reader that reports it has its payload in the next two tags.
    public static let simulatedScheme = NEOTag(0xDFC501)
    /// The ciphertext of the payload.
    public static let simulatedCiphertext = NEOTag(0xDFC502)
    /// The authentication tag of the payload.
    public static let simulatedTag = NEOTag(0xDFC503)
}
