/// What is to be paid: what a transaction is started with.
public struct ContactTransaction: Hashable, Sendable {
    /// The kind of a transaction, tag 9C: the first two digits of the processing code of ISO 8583.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// Goods.
        case goods = 0x00
        /// Cash, at a machine or from a person.
        case cash = 0x01
        /// Goods, and cash beside them.
        case cashback = 0x09
        /// Money that is given back.
        case refund = 0x20
    }

    /// What the PIN pad of the reader can do; empty if there is none, or if it does not work.
    public struct PINPad: OptionSet, Hashable, Sendable {
        /// The abilities as bits.
        public let rawValue: UInt8
        /// Creates abilities from bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It puts the PIN into VERIFY by itself, so that the PIN does not leave the reader.
        public static let verifiesOnReader = PINPad(rawValue: 1)
        /// It hands out the digits, inside one device.
        public static let handsOutDigits = PINPad(rawValue: 2)
        /// It enciphers the PIN for the issuer.
        public static let enciphersForIssuer = PINPad(rawValue: 4)
    }

    /// The largest amount: twelve digits.
    public static let largestAmount: UInt64 = 999_999_999_999

    /// The kind, tag 9C.
    public let kind: Kind
    /// Whether services are sold, not goods.
    public let isForServices: Bool
    /// The total, cash included, in the currency's smallest unit; tag 9F02.
    public let amount: UInt64
    /// The cash in it, in the currency's smallest unit; tag 9F03.
    public let otherAmount: UInt64
    /// The numeric code of the currency, tag 5F2A, two bytes of digits.
    public let currency: [UInt8]
    /// The number of decimal places of the currency, tag 5F36.
    public let currencyExponent: UInt8
    /// The day at the terminal, tag 9A.
    public let date: EMVDate
    /// The time at the terminal, tag 9F21, three bytes of digits.
    public let time: [UInt8]
    /// The number of the transaction, tag 9F41.
    public let sequenceNumber: UInt32
    /// Whether the merchant wants the issuer to be asked.
    public let isForcedOnline: Bool
    /// What the PIN pad can do.
    public let pinPad: PINPad
    /// Whether the card is told at once that the issuer could not be reached, so that it can be taken out (quick chip);
    /// otherwise it waits for the issuer's answer.
    public let isQuick: Bool
    /// The data elements that the transaction gives.
    let elements: TagTable<[UInt8]>

    /// Creates a transaction.
    ///
    /// - Parameters:
    ///   - amount: The total, cash included, in the currency's smallest unit.
    ///   - otherAmount: The cash in it.
    ///   - currency: Two bytes of digits.
    ///   - currencyExponent: 0 to 9.
    ///   - time: Hours, minutes and seconds, three bytes of digits.
    ///   - sequenceNumber: At most eight digits.
    /// - Returns: `nil` if an amount or a code does not fit its data element, or more cash is paid than in total.
    public init?(
        kind: Kind = .goods, isForServices: Bool = false, amount: UInt64, otherAmount: UInt64 = 0, currency: [UInt8],
        currencyExponent: UInt8 = 2, date: EMVDate, time: [UInt8], sequenceNumber: UInt32, isForcedOnline: Bool = false,
        pinPad: PINPad = [], isQuick: Bool = true
    ) {
        guard amount <= Self.largestAmount, otherAmount <= amount, currencyExponent < 10, sequenceNumber < 100_000_000,
            Self.areDigits(currency, 2), Self.areDigits(time, 3), (kind == .cashback) == (otherAmount > 0)
        else { return nil }
        self.kind = kind
        self.isForServices = isForServices
        self.amount = amount
        self.otherAmount = otherAmount
        self.currency = currency
        self.currencyExponent = currencyExponent
        self.date = date
        self.time = time
        self.sequenceNumber = sequenceNumber
        self.isForcedOnline = isForcedOnline
        self.pinPad = pinPad
        self.isQuick = isQuick
        elements = [
            0x9F02: Self.digits(amount, 6), 0x9F03: Self.digits(otherAmount, 6), 0x81: Self.binary(amount),
            0x9F04: Self.binary(otherAmount), 0x5F2A: currency, 0x5F36: [currencyExponent], 0x9A: date.bytes,
            0x9F21: time, 0x9C: [kind.rawValue], 0x9F41: Self.digits(UInt64(sequenceNumber), 4),
        ]
    }

    private static func areDigits(_ bytes: [UInt8], _ count: Int) -> Bool {
        bytes.count == count && bytes.allSatisfy { $0 >> 4 < 10 && $0 & 0xF < 10 }
    }

    private static func digits(_ number: UInt64, _ count: Int) -> [UInt8] {
        var rest = number
        var bytes = [UInt8](repeating: 0, count: count)
        for index in bytes.indices.reversed() {
            bytes[index] = UInt8(rest % 10 + rest / 10 % 10 * 16)
            rest /= 100
        }
        return bytes
    }

    /// Four bytes; an amount that they cannot hold is the largest that they can [check].
    private static func binary(_ amount: UInt64) -> [UInt8] {
        let amount = UInt32(clamping: amount)
        return (0..<4).map { UInt8(truncatingIfNeeded: amount >> UInt32(24 - 8 * $0)) }
    }
}
