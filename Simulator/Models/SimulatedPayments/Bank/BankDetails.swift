/// The details of a payment method that is not a card.
struct BankDetails: Codable {
    /// The account of a SEPA debit.
    var account: BankAccount?
    /// The bank that an iDEAL customer chose, by the API's name.
    var bank: String?

    /// Source: the API's public schemas, `ideal.bank` and `ideal.bic`.
    static let identifiers: [String: String] = [
        "abn_amro": "ABNANL2A", "adyen": "ADYBNL2A", "asn_bank": "ASNBNL21", "bunq": "BUNQNL2A", "buut": "BUUTNL2A",
        "finom": "FNOMNL22", "handelsbanken": "HANDNL2A", "ing": "INGBNL2A", "knab": "KNABNL2H",
        "mollie": "MLLENL2A", "moneyou": "MOYONL21", "n26": "NTSBDEB1", "nn": "NNBANL2G",
        "rabobank": "RABONL2U", "regiobank": "RBRBNL21", "revolut": "REVOLT21", "sns_bank": "SNSBNL2A",
        "triodos_bank": "TRIONL2U", "van_lanschot": "FVLBNL22", "yoursafe": "BITSNL2A",
    ]

    static let banks = identifiers.keys.sorted()
}
