/// Payments from bank accounts.
extension Shop {
    static let iban = "AT61 1904 3002 3457 3201"

    /// What describes a SEPA debit.
    static func debit(_ iban: String = iban) -> Form {
        [
            ("payment_method_data[type]", "sepa_debit"), ("payment_method_data[sepa_debit][iban]", iban),
            ("payment_method_data[billing_details][name]", "Jenny Rosen"),
            ("payment_method_data[billing_details][email]", "jenny@example.com"),
        ]
    }

    static let mandate: Form = [("mandate_data[customer_acceptance][type]", "offline")]

    /// Pays in euros with a method that is described in the request; a parameter that is `-` is left out.
    mutating func payFromBank(
        _ type: String, _ amount: Int64 = 2000, _ data: Form? = nil, _ more: Form = [], key: String? = nil
    ) -> Answer {
        let described: Form = [
            ("payment_method_data[type]", type), ("payment_method_data[billing_details][name]", "Jenny Rosen"),
        ]
        let usual = type == "sepa_debit" ? Self.debit() + Self.mandate : described
        return post(
            "payment_intents",
            [
                ("amount", "\(amount)"), ("currency", "eur"), ("payment_method_types[]", type), ("confirm", "true"),
                ("return_url", "https://shop.test/back"),
            ].filter { pair in !more.contains { $0 == pair.0 && $1 == "-" } } + (data ?? usual)
                + more.filter { $0.1 != "-" }, key: key)
    }

    mutating func charge(of intent: String) -> Answer {
        get("charges/\(get("payment_intents/\(intent)")["latest_charge"]?.text ?? "")")
    }
}
