/// The required form of an answer.
enum SetupRule: Sendable {
    case text
    case email
    case phone
    case web
    /// Only digits, as many as the range says.
    case digits(ClosedRange<Int>)
    /// A number within the range.
    case number(ClosedRange<Int>)
    /// The letters and digits of an account number of any country.
    case accountNumber
    /// One of some values, each with its name.
    case choice([(value: String, name: String)])

    /// Returns the error in an answer, in a sentence; `nil` without one.
    func problem(with text: String) -> String? {
        switch self {
        case .text: text.utf8.count <= 500 ? nil : "This is too long."
        case .email: Self.isEmail(text) ? nil : "Enter an email address, such as name@example.com."
        case .phone:
            (7...20).contains(text.utf8.count)
                && text.utf8.allSatisfy { Self.isDigit($0) || " +-().".utf8.contains($0) }
                ? nil : "Enter a phone number, digits only."
        case .web:
            WebAddress(text) != nil && text.utf8.count <= 500
                ? nil : "Enter a web address that begins with https:// or http://."
        case .digits(let count):
            count.contains(text.utf8.count) && text.utf8.allSatisfy(Self.isDigit) ? nil : Self.wanted(count)
        case .number(let range):
            text.utf8.allSatisfy(Self.isDigit) && Int(text).map(range.contains) == true
                ? nil : "Enter a number from \(range.lowerBound) to \(range.upperBound)."
        case .accountNumber:
            (4...34).contains(text.utf8.count) && text.utf8.allSatisfy { Self.isDigit($0) || Self.isLetter($0) }
                ? nil : "Enter an account number: 4 to 34 letters and digits, without spaces."
        case .choice(let choices):
            choices.contains { $0.value == text } ? nil : "Choose one of the answers."
        }
    }

    private static func wanted(_ count: ClosedRange<Int>) -> String {
        count.count == 1
            ? "Enter \(count.lowerBound) digits." : "Enter \(count.lowerBound) to \(count.upperBound) digits."
    }

    private static func isEmail(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        return text.utf8.count <= 200 && halves.count == 2 && halves.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
