import TenderBytes
import TenderModel

/// A card that came without a reader: which test card it is, and what was typed besides the number.
struct CardEntry {
    let card: TestCard
    var particulars: PaymentMethodRow.Particulars

    /// Reads number, expiry and code; the number itself is not kept.
    ///
    /// - Parameter param: The name of the hash that holds them.
    init(typed members: JSONValue, param: String, now: Int64) throws(APIFailure) {
        guard let text = members["number"]?.text else { throw .missing("\(param)[number]") }
        guard let month = members["exp_month"]?.number else { throw .missing("\(param)[exp_month]") }
        guard let year = members["exp_year"]?.number else { throw .missing("\(param)[exp_year]") }
        let number = try Self.number(text)
        particulars = PaymentMethodRow.Particulars()
        (particulars.expMonth, particulars.expYear) = try Self.expiry(month, year, now: now)
        particulars.preferredNetwork = members["networks"]?["preferred"]?.text
        guard let card = TestCard.numbered(number) else { throw .declined(.liveCard) }
        self.card = card
        guard let code = members["cvc"]?.text else { return }
        let length = card.brand == .amex ? 3...4 : 3...3
        guard length.contains(code.utf8.count), code.utf8.allSatisfy(Self.isDigit) else {
            throw Self.invalid("invalid_cvc", "Your card's security code is invalid.", param: "cvc")
        }
        particulars.hasCode = true
    }

    init(_ card: TestCard) {
        self.card = card
        particulars = PaymentMethodRow.Particulars()
    }

    /// Reads month and year, the year with two or four digits.
    static func expiry(_ month: Int64, _ year: Int64, now: Int64) throws(APIFailure) -> (month: Int, year: Int) {
        let full = (0...99).contains(year) ? 2000 + year : year
        let today = CalendarMonth(containing: now)
        guard (1...12).contains(month) else { throw invalidMonth }
        guard (today.year...(today.year + 50)).contains(full) else {
            throw invalid("invalid_expiry_year", "Your card's expiration year is invalid.", param: "exp_year")
        }
        guard full > today.year || month >= today.month else { throw invalidMonth }
        return (Int(month), Int(full))
    }

    private static var invalidMonth: APIFailure {
        invalid("invalid_expiry_month", "Your card's expiration month is invalid.", param: "exp_month")
    }

    private static func number(_ text: String) throws(APIFailure) -> SecretBytes {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard (12...19).contains(digits.count), digits.allSatisfy(isDigit), hasCheckDigit(digits) else {
            throw invalid("incorrect_number", "Your card number is incorrect.", param: "number")
        }
        return SecretBytes(digits)
    }

    /// Returns whether the check digit is right (ISO/IEC 7812-1, annex B).
    private static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - UInt8(ascii: "0")) << (digit.offset % 2)
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum % 10 == 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func invalid(_ code: String, _ message: String, param: String) -> APIFailure {
        APIFailure(status: 402, kind: .card, message: message, code: code, param: param)
    }
}

extension APIFailure {
    /// Returns the failure for a card that the issuer declined.
    static func declined(_ decline: CardDecline, method: String? = nil) -> APIFailure {
        APIFailure(
            status: 402, kind: .card, message: ResourceContext.message(decline.code, decline.declineCode),
            code: decline.code, declineCode: decline.declineCode, paymentMethod: method, isExecuted: true)
    }
}
