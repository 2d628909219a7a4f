public import TenderBytes
import TenderModel

/// The data objects that a terminal sends to an issuer, by tag: primitive ones, whose tags have at most two bytes.
public struct ChipObjects: Sendable {
    /// The values by tag; of an object that is there twice, the first.
    public let values: [UInt16: [UInt8]]
    /// The serial number of the key of the PIN block (DFC504, of this project); `nil` without one.
    public let pinKeySerialNumber: [UInt8]?

    private static let pinKeySerialNumberTag: UInt32 = 0xDFC504
    private static let mostObjects = 128

    /// Reads data objects (EMV, Book 3, annex B); others with longer tags are skipped.
    ///
    /// - Throws: `CardPayloadError.invalidContent` if they do not fill the bytes, or are too many.
    public init(_ bytes: SecretBytes) throws(CardPayloadError) {
        let all = try bytes.withUnsafeBytes { (bytes) throws(CardPayloadError) in try Self.read(bytes) }
        values = Dictionary(
            uniqueKeysWithValues: all.compactMap { tag, value in UInt16(exactly: tag).map { ($0, value) } })
        pinKeySerialNumber = all[Self.pinKeySerialNumberTag]
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) throws(CardPayloadError) -> [UInt32: [UInt8]] {
        var values: [UInt32: [UInt8]] = [:]
        var rest = bytes[...]
        var count = 0
        while !rest.isEmpty {
            count += 1
            guard count <= mostObjects, let tag = tag(&rest), let size = size(&rest), size <= rest.count else {
                throw .invalidContent(.objects)
            }
            if values[tag] == nil { values[tag] = [UInt8](rest.prefix(size)) }
            rest = rest.dropFirst(size)
        }
        return values
    }

    private static func tag(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt32? {
        guard let first = rest.popFirst() else { return nil }
        var tag = UInt32(first)
        guard first & 0x1F == 0x1F else { return tag }
        for _ in 0..<3 {
            guard let next = rest.popFirst() else { return nil }
            tag = tag << 8 | UInt32(next)
            if next & 0x80 == 0 { return tag }
        }
        return nil
    }

    private static func size(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first > 0x7F else { return Int(first) }
        guard (0x81...0x82).contains(first), rest.count >= Int(first & 0x7F) else { return nil }
        let bytes = rest.prefix(Int(first & 0x7F))
        rest = rest.dropFirst(bytes.count)
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}

// What a payment consists of.
extension ChipObjects {
    /// The number, 12 to 19 digits as text.
    var number: SecretBytes {
        get throws(CardPayloadError) {
            var digits = (values[0x5A] ?? []).flatMap { [$0 >> 4, $0 & 0xF] }
            while digits.last == 0xF { digits.removeLast() }
            guard (12...19).contains(digits.count), digits.allSatisfy({ $0 < 10 }) else {
                throw .invalidContent(.number)
            }
            return SecretBytes(digits.map { $0 | 0x30 })
        }
    }

    /// The month and the year, four digits, in which the application expires.
    var expiry: (month: Int, year: Int) {
        get throws(CardPayloadError) {
            guard let date = digits(0x5F24, 3), (1...12).contains(date / 100 % 100) else {
                throw .invalidContent(.expiry)
            }
            return (Int(date / 100 % 100), 2000 + Int(date / 10_000))
        }
    }

    /// The amount in the smallest unit.
    var amount: Int64 {
        get throws(CardPayloadError) {
            guard let amount = digits(0x9F02, 6) else { throw .invalidContent(.amount) }
            return amount
        }
    }

    /// The three-digit number of the currency.
    var currency: String {
        get throws(CardPayloadError) {
            guard let number = digits(0x5F2A, 2), number < 1000 else { throw .invalidContent(.currency) }
            let text = String(number)
            return String(repeating: "0", count: 3 - text.utf8.count) + text
        }
    }

    /// Whether the holder was to be verified, and was not (EMV, Book 4, annex A4).
    public var hasFailedVerification: Bool {
        guard let results = values[0x9F34], let method = results.first else { return false }
        return method & 0x3F == 0 || results.dropFirst(2).first == 1
    }

    /// How the holder was verified (EMV, Book 3, annex C3); a method that failed verified nobody.
    public var verification: CardholderVerification {
        guard !hasFailedVerification else { return .none }
        return switch values[0x9F34]?.first.map({ $0 & 0x3F }) {
        case 0x01, 0x03, 0x04, 0x05: .offlinePin
        case 0x02: .onlinePin
        case 0x1E: .signature
        default: .none
        }
    }

    /// A number in digits, two a byte.
    private func digits(_ tag: UInt16, _ count: Int) -> Int64? {
        guard let bytes = values[tag], bytes.count == count,
            bytes.allSatisfy({ $0 >> 4 < 10 && $0 & 0xF < 10 })
        else { return nil }
        return bytes.reduce(0) { $0 * 100 + Int64($1 >> 4) * 10 + Int64($1 & 0xF) }
    }
}
