extension Visitor {
    /// All of an account that can charge and be paid, which calls itself so.
    static func seller(_ name: String) -> [(String, String)] {
        [
            ("type", "custom"), ("country", "US"), ("business_type", "individual"),
            ("business_profile[mcc]", "5734"), ("business_profile[url]", "https://seller.test"),
            ("business_profile[name]", name), ("capabilities[transfers][requested]", "true"),
            ("capabilities[card_payments][requested]", "true"), ("individual[first_name]", "Ada"),
            ("individual[last_name]", "Lovelace"), ("individual[email]", "ada@example.com"),
            ("individual[phone]", "0000000000"), ("individual[dob][day]", "1"), ("individual[dob][month]", "1"),
            ("individual[dob][year]", "1901"), ("individual[address][line1]", "address_full_match"),
            ("individual[address][city]", "Austin"), ("individual[address][state]", "TX"),
            ("individual[address][postal_code]", "78701"), ("individual[ssn_last_4]", "0000"),
            ("tos_acceptance[date]", "1800000000"),
            ("tos_acceptance[ip]", "8.8.8.8"), ("external_account[object]", "bank_account"),
            ("external_account[country]", "US"), ("external_account[currency]", "usd"),
            ("external_account[routing_number]", "110000000"), ("external_account[account_number]", "000123456789"),
        ]
    }
}
