/// A failure by which a bank returns a payout, according to the public test bank account numbers.
///
/// Source: the API's public page on testing payouts.
struct PayoutFailure {
    let code: String
    let message: String

    /// Returns the behavior of a bank account with that number, or `nil` for one that accepts the money.
    init?(accountNumber: String) {
        guard let code = Self.codes[accountNumber] else { return nil }
        self.init(code: code)
    }

    init(code: String) {
        self.code = code
        message = Self.messages[code] ?? "The bank could not process this payout."
    }

    private static let codes = [
        "000111111116": "no_account", "000111111113": "account_closed", "000222222227": "insufficient_funds",
        "000333333335": "debit_not_authorized", "000444444440": "invalid_currency",
    ]

    /// Returns the number of the test bank account whose token has that name, such as `noAccount`.
    static func accountNumber(ofTokenNamed name: String) -> String? {
        codes.first { $0.value.filter { $0 != "_" } == name.lowercased() }?.key
    }

    private static let messages = [
        "no_account": "The bank account could not be located.",
        "account_closed": "The bank account has been closed.",
        "insufficient_funds": "The account has insufficient funds to cover the payout.",
        "debit_not_authorized": "Debit transactions are not approved on the bank account.",
        "invalid_currency": "The bank was unable to process this payout because of its currency.",
    ]
}
