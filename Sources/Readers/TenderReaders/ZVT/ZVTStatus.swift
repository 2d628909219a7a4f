import TenderBytes

/// A terminal's report about a transaction (`04 0F`), all of which may be shown and recorded.
///
/// Of the card's number, only the last four digits are kept.
public struct ZVTStatus: Hashable, Sendable {
    /// The result; `nil` if it is not reported.
    public var result: ZVTResult?
    /// The amount in minor units.
    public var amount: Int64?
    /// The currency's ISO 4217 number, three digits.
    public var currency: String?
    /// The terminal's own transaction counter.
    public var trace: Int?
    /// The trace number of the transaction that this one reverses.
    public var originalTrace: Int?
    /// The receipt number.
    public var receipt: Int?
    /// The terminal's ID, eight digits.
    public var terminalID: String?
    /// The time of day, six digits.
    public var time: String?
    /// Month and day, four digits.
    public var date: String?
    /// The last four digits of the card.
    public var last4: String?
    /// The card's name, such as `girocard`.
    public var cardName: String?
    /// The terminal's number for the type of card.
    public var cardType: Int?
    /// The issuer's approval code.
    public var approvalCode: String?
    /// The terminal's remark.
    public var text: String?

    /// Creates an empty status.
    public init() {}

    /// Parses a status.
    ///
    /// - Throws: `ZVTParseError` for an unknown field, and for an amount, a receipt number or a trace that is not a
    ///   number.
    public init(parsing data: [UInt8], _ characters: ZVTCharacterSet) throws(ZVTParseError) {
        let fields = try ZVTFields(parsing: data)
        result = fields[ZVTField.result].flatMap { $0.first.map(ZVTResult.init) }
        amount = try Self.number(ZVTField.amount, fields)
        trace = try Self.number(ZVTField.trace, fields).map { Int($0) }
        originalTrace = try Self.number(ZVTField.originalTrace, fields).map { Int($0) }
        receipt = try Self.number(ZVTField.receipt, fields).map { Int($0) }
        currency = fields[ZVTField.currency].flatMap { BCD.text($0) }.map { String($0.suffix(3)) }
        terminalID = fields[ZVTField.terminalID].flatMap { BCD.text($0) }
        time = fields[ZVTField.time].flatMap { BCD.text($0) }
        date = fields[ZVTField.date].flatMap { BCD.text($0) }
        cardName = fields[ZVTField.cardName].map { Self.text($0, characters) }
        cardType = fields[ZVTField.cardType].flatMap { $0.first.map { Int($0) } }
        approvalCode = fields[ZVTField.attribute].map { Self.text($0, characters) }
        text = fields[ZVTField.text].map { Self.text($0, characters) }
        last4 = Self.last4(fields)
    }

    private static func number(_ id: UInt8, _ fields: ZVTFields) throws(ZVTParseError) -> Int64? {
        guard let bytes = fields[id] else { return nil }
        guard let number = BCD.decode(bytes) else { throw .malformed(id) }
        return number
    }

    private static func text(_ bytes: [UInt8], _ characters: ZVTCharacterSet) -> String {
        let text = characters.decode(bytes.filter { $0 != 0 }).withoutControls
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// Returns the last four digits of a number whose masked digits are E and whose padding is F.
    private static func last4(_ fields: ZVTFields) -> String? {
        guard case .secret(let number)? = fields.fields.first(where: { $0.id == ZVTField.number })?.value else {
            return nil
        }
        return number.withUnsafeBytes { bytes in
            let halves = bytes.suffix(3).flatMap { [$0 >> 4, $0 & 0x0F] }
            let padding = halves.last == 0x0F ? 1 : 0
            let last = halves.dropLast(padding).suffix(4)
            guard last.count == 4, last.allSatisfy({ $0 <= 9 }) else { return nil }
            return last.map { String($0) }.joined()
        }
    }

    /// Returns the fields that a terminal sends; for the simulated one.
    ///
    /// - Parameter number: The card's number as masked nibbles, or nothing.
    public func fields(number: [UInt8] = [], _ characters: ZVTCharacterSet) -> ZVTFields {
        var fields: [ZVTField] = []
        func add(_ id: UInt8, _ value: Int64?, _ byteCount: Int) {
            if let value { fields.append(ZVTField(id, BCD.encode(value, byteCount: byteCount))) }
        }
        if let result { fields.append(ZVTField(ZVTField.result, [result.code])) }
        add(ZVTField.amount, amount, 6)
        add(ZVTField.currency, currency.flatMap { Int64($0) }, 2)
        add(ZVTField.trace, trace.map { Int64($0) }, 3)
        add(ZVTField.originalTrace, originalTrace.map { Int64($0) }, 3)
        add(ZVTField.time, time.flatMap { Int64($0) }, 3)
        add(ZVTField.date, date.flatMap { Int64($0) }, 2)
        add(ZVTField.receipt, receipt.map { Int64($0) }, 2)
        add(ZVTField.terminalID, terminalID.flatMap { Int64($0) }, 4)
        if !number.isEmpty { fields.append(ZVTField(ZVTField.number, number)) }
        if let cardType { fields.append(ZVTField(ZVTField.cardType, [UInt8(truncatingIfNeeded: cardType)])) }
        if let cardName { fields.append(ZVTField(ZVTField.cardName, characters.encode(cardName))) }
        if let approvalCode {
            let code = characters.encode(approvalCode).prefix(8)
            fields.append(ZVTField(ZVTField.attribute, code + Array(repeating: 0, count: 8 - code.count)))
        }
        if let text { fields.append(ZVTField(ZVTField.text, characters.encode(text))) }
        return ZVTFields(fields)
    }
}
