import TenderBytes
import TenderModel

/// Offset, size, content; numbers are big-endian. Version 1, for a card that made no cryptogram:
///
///      0  1  version, 1
///      1  1  read method: 5 contact EMV, 7 contactless EMV, 80 fallback, 90 stripe, 91 contactless stripe
///      2  1  cardholder verification: 0 none, 1 offline PIN, 2 online PIN, 3 signature
///      3  2  expiry, YYMM in BCD
///      5  8  amount in minor units, signed, not negative
///     13  3  currency, the three letters of ISO 4217 (its numbers are not unique: ANG and XCG share one)
///     16 10  card number in BCD, left-aligned, filled with F (as EMV tag 5A)
///
/// Version 2, for a chip:
///
///      0  1  version, 2
///      1  8  amount
///      9  3  currency
///     12    data objects in BER-TLV, one after the other
extension CardPayload {
    static let layoutByteCount = 26
    /// The sizes of version 2: amount, number, expiry and currency take forty bytes.
    static let chipByteCounts = 40...2048
    private static let version: UInt8 = 1
    private static let chipVersion: UInt8 = 2
    private static let chipOffset = 12
    private static let numberOffset = 16
    private static let numberDigits = 12...19

    // The values of the point-of-service entry mode in ISO 8583.
    private static let readMethodCodes: [(ReadMethod, UInt8)] = [
        (.contactEmv, 5), (.contactlessEmv, 7), (.magneticStripeFallback, 80), (.magneticStripeTrack2, 90),
        (.contactlessMagstripeMode, 91),
    ]
    private static let verificationCodes: [(CardholderVerification, UInt8)] = [
        (.none, 0), (.offlinePin, 1), (.onlinePin, 2), (.signature, 3),
    ]

    func encoded() throws(CardPayloadError) -> SecretBytes {
        if let chip { return try encoded(chip) }
        let head = try encodedHead()
        guard Self.numberDigits.contains(number.count) else { throw .invalidContent(.number) }
        return try SecretBytes(count: Self.layoutByteCount) { (buffer) throws(CardPayloadError) in
            buffer.copyBytes(from: head)
            try number.withUnsafeBytes { (digits) throws(CardPayloadError) in
                for index in 0..<(Self.layoutByteCount - Self.numberOffset) {
                    let high = try Self.digit(digits, at: 2 * index)
                    let low = try Self.digit(digits, at: 2 * index + 1)
                    buffer[Self.numberOffset + index] = high << 4 | low
                }
            }
        }
    }

    /// Encodes everything before the card number.
    private func encodedHead() throws(CardPayloadError) -> [UInt8] {
        guard let method = Self.readMethodCodes.first(where: { $0.0 == readMethod })?.1 else {
            throw .invalidContent(.readMethod)
        }
        guard let cvm = Self.verificationCodes.first(where: { $0.0 == verification })?.1 else {
            throw .invalidContent(.verification)
        }
        guard (2000...2099).contains(expYear), (1...12).contains(expMonth) else { throw .invalidContent(.expiry) }
        return [Self.version, method, cvm, Self.bcd(expYear - 2000), Self.bcd(expMonth)] + (try encodedAmount())
    }

    private func encodedAmount() throws(CardPayloadError) -> [UInt8] {
        guard amount.minorUnits >= 0 else { throw .invalidContent(.amount) }
        let currency = Array(amount.currency.description.utf8)
        guard currency.count == 3 else { throw .invalidContent(.currency) }
        return Self.bigEndianBytes(amount.minorUnits) + currency
    }

    private func encoded(_ objects: SecretBytes) throws(CardPayloadError) -> SecretBytes {
        let head = [Self.chipVersion] + (try encodedAmount())
        guard Self.chipByteCounts.contains(head.count + objects.count) else { throw .invalidContent(.objects) }
        return SecretBytes(count: head.count + objects.count) { buffer in
            buffer.copyBytes(from: head)
            objects.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[head.count...]).copyBytes(from: $0)
            }
        }
    }

    init(decoding plaintext: SecretBytes) throws(CardPayloadError) {
        self = try plaintext.withUnsafeBytes { (bytes) throws(CardPayloadError) in try Self.decode(bytes) }
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer) throws(CardPayloadError) -> CardPayload {
        if bytes.first == chipVersion, chipByteCounts.contains(bytes.count) { return try decodeChip(bytes) }
        guard bytes.count == layoutByteCount, bytes[0] == version else { throw .invalidContent(.version) }
        guard let method = readMethodCodes.first(where: { $0.1 == bytes[1] })?.0 else {
            throw .invalidContent(.readMethod)
        }
        guard let cvm = verificationCodes.first(where: { $0.1 == bytes[2] })?.0 else {
            throw .invalidContent(.verification)
        }
        guard let year = binary(bytes[3]), let month = binary(bytes[4]), (1...12).contains(month) else {
            throw .invalidContent(.expiry)
        }
        return CardPayload(
            readMethod: method, number: try decodeNumber(bytes[numberOffset...]), expMonth: month,
            expYear: 2000 + year, verification: cvm, amount: try decodeAmount(bytes[5..<16])
        )
    }

    private static func decodeChip(_ bytes: UnsafeRawBufferPointer) throws(CardPayloadError) -> CardPayload {
        try CardPayload(
            chip: SecretBytes(bytes[chipOffset...]), amount: try decodeAmount(bytes[1..<chipOffset]))
    }

    /// Eight bytes of minor units, three letters of the currency.
    static func decodeAmount(_ bytes: Slice<UnsafeRawBufferPointer>) throws(CardPayloadError) -> Amount {
        let units = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let minorUnits = Int64(exactly: units) else { throw .invalidContent(.amount) }
        let code = String(decoding: bytes.suffix(3), as: UTF8.self)
        guard let currency = Currency(code), currency.description == code else { throw .invalidContent(.currency) }
        return Amount(minorUnits: minorUnits, currency: currency)
    }

    private static func decodeNumber(_ bytes: Slice<UnsafeRawBufferPointer>) throws(CardPayloadError) -> SecretBytes {
        let nibble = { (index: Int) -> UInt8 in
            let byte = bytes[bytes.startIndex + index / 2]
            return index.isMultiple(of: 2) ? byte >> 4 : byte & 0x0F
        }
        let all = 0..<(bytes.count * 2)
        let count = all.first { nibble($0) > 9 } ?? all.count
        guard numberDigits.contains(count), all[count...].allSatisfy({ nibble($0) == 0x0F }) else {
            throw .invalidContent(.number)
        }
        return SecretBytes(count: count) { buffer in
            for index in 0..<count { buffer[index] = UInt8(ascii: "0") + nibble(index) }
        }
    }

    private static func digit(_ digits: UnsafeRawBufferPointer, at index: Int) throws(CardPayloadError) -> UInt8 {
        guard index < digits.count else { return 0x0F }
        guard digits[index] >= UInt8(ascii: "0"), digits[index] <= UInt8(ascii: "9") else {
            throw .invalidContent(.number)
        }
        return digits[index] - UInt8(ascii: "0")
    }

    /// Encodes two decimal digits in one byte; `value` is below 100.
    private static func bcd(_ value: Int) -> UInt8 { UInt8((value / 10) << 4 | value % 10) }

    private static func binary(_ bcd: UInt8) -> Int? {
        guard bcd >> 4 <= 9, bcd & 0x0F <= 9 else { return nil }
        return Int(bcd >> 4) * 10 + Int(bcd & 0x0F)
    }

    static func bigEndianBytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
