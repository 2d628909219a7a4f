@testable import SimulatedPayments

/// A platform and its sellers.
extension Shop {
    /// Makes a seller that can be paid.
    mutating func seller() -> String { post("accounts", AccountTests.individual).id }

    /// Makes one whose processing fees are the platform's to pay.
    mutating func sellerWithoutFees() -> String {
        let controller: Form = [
            ("fees][payer", "application"), ("losses][payments", "application"),
            ("requirement_collection", "application"), ("stripe_dashboard][type", "none"),
        ]
        return post(
            "accounts",
            AccountTests.individual.filter { $0.0 != "type" } + controller.map { ("controller[\($0.0)]", $0.1) }
        ).id
    }

    /// Charges a card in dollars, for the seller when the charge is direct.
    mutating func charge(_ amount: Int64, _ more: Form = [], for seller: String? = nil) -> Answer {
        acting(for: seller) {
            $0.post(
                "payment_intents",
                [
                    ("amount", "\(amount)"), ("currency", "usd"), ("payment_method", "pm_card_visa"),
                    ("payment_method_types[]", "card"), ("confirm", "true"),
                ] + more)
        }
    }

    mutating func acting<Result>(for seller: String?, _ body: (inout Shop) -> Result) -> Result {
        account = seller
        defer { account = nil }
        return body(&self)
    }

    /// Everything that an account has, in cents of a dollar: the platform's own without a seller.
    mutating func total(of seller: String? = nil) -> Int64 {
        acting(for: seller) { shop in
            let balance = shop.get("balance")
            return ["available", "pending"].flatMap { balance[$0]?.elements ?? [] }
                .reduce(0) { $0 + ($1["amount"]?.number ?? 0) }
        }
    }

    /// The parameters of a destination charge.
    static func destination(_ seller: String, fee: Int64? = nil, amount: Int64? = nil) -> Form {
        [("transfer_data[destination]", seller)] + (fee.map { [("application_fee_amount", "\($0)")] } ?? [])
            + (amount.map { [("transfer_data[amount]", "\($0)")] } ?? [])
    }
}
