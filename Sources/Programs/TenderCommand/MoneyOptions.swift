import CommandLineOptions
import Tender

/// The options that amounts of money are made of.
enum MoneyOptions {
    static let amount = RequiredOption("amount", "A", "the amount", as: .text, example: "10.00")
    static let currency = Option("currency", "CODE", "its currency", as: .currency, default: .eur)
    static let fee = Option("fee", "A", "what the platform keeps of it, with --to", as: .text)
    static let beneficiary = Option(
        "to", "ACCT", "the connected account that receives the money", as: .account, formerly: ["account"])

    /// Returns the amount that a command requires.
    static func amount(_ arguments: Arguments) throws -> Amount {
        try positive(arguments[amount], amount, arguments[currency])
    }

    /// Returns the fee; `nil` without one.
    static func fee(_ arguments: Arguments) throws -> Amount? {
        try arguments[fee].map { try positive($0, fee, arguments[currency]) }
    }

    /// Returns the amount that an option says, which is above zero.
    static func positive(_ text: String, _ option: any DeclaredOption, _ currency: Currency) throws -> Amount {
        let amount = try Amount(parsing: text, currency: currency)
        guard amount.minorUnits > 0 else {
            throw CommandLineError("--\(option.declaration.name) \(text) must be above zero")
        }
        return amount
    }
}

extension OptionText where Value == Currency {
    /// A currency by its code.
    static var currency: OptionText {
        OptionText("the code of a currency of ISO 4217", spelled: { $0.code }) { Currency($0) }
    }
}

extension OptionText where Value == String {
    /// The id of a connected account.
    static var account: OptionText {
        OptionText("the id of a connected account, acct_…") { $0.hasPrefix("acct_") ? $0 : nil }
    }
}
