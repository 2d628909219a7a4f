import Testing

@testable import SimulatedPayments

/// A stored document whose amount or currency is missing is an error: nobody takes it for zero or for dollars.
@Suite struct MissingMoneyTests {
    /// A sale for a seller, with what it left behind.
    private struct Sale {
        var shop = Shop()
        let seller: String
        let charge: String
        let transfer: String
        let fee: String

        init() {
            seller = shop.seller()
            let form = Shop.destination(seller, fee: 100) + [("payment_method", "pm_card_bypassPending")]
            let paid = shop.charge(1000, form + [("expand[]", "latest_charge")])["latest_charge"]
            charge = paid?["id"]?.text ?? ""
            transfer = paid?["transfer"]?.text ?? ""
            fee = paid?["application_fee"]?.text ?? ""
        }

        var books: [Int64] {
            var shop = shop
            return [shop.total(), shop.total(of: seller)]
        }

        mutating func lose(_ name: String, of id: String) {
            guard var document = shop.payments.context.documents[id] else { return }
            document[name] = nil
            shop.payments.context.put(document)
        }

        mutating func disputed() -> String {
            let charge = shop.charge(1000, [("payment_method", "pm_card_createDispute")])["latest_charge"]?.text ?? ""
            return shop.get("disputes", [("charge", charge)]).ids.first ?? ""
        }

        /// Pays money out, and waits for some seconds.
        mutating func paidOut(after seconds: Int64 = 0) -> String {
            let id = shop.post("payouts", [("amount", "20"), ("currency", "usd")]).id
            shop.now += seconds
            _ = shop.get("payouts/\(id)")
            return id
        }
    }

    /// Returns what is wrong with the answer to a request for a document without one of its members.
    private static func problem(
        _ name: String, _ find: (inout Sale) -> String, _ request: (inout Sale, String) -> Shop.Answer
    ) -> String? {
        var sale = Sale()
        let id = find(&sale)
        sale.lose(name, of: id)
        let books = sale.books
        let answer = request(&sale, id)
        let message = answer["error", "message"]?.text ?? ""
        let isTold = answer.status == 500 && answer["error", "type"] == "api_error"
        guard isTold, message.contains(id), message.contains(name), !id.isEmpty else {
            return "\(name) of '\(id)': \(answer.status) \(message)"
        }
        return sale.books == books ? nil : "\(name) of \(id): money moved"
    }

    @Test func aMissingAmountIsAnErrorAndMovesNothing() {
        var wrong: [String?] = []
        for name in ["amount", "amount_reversed", "currency"] {
            wrong.append(
                Self.problem(name, { $0.transfer }) { sale, id in sale.shop.post("transfers/\(id)/reversals") })
            wrong.append(
                Self.problem(name, { $0.transfer }) { sale, _ in
                    sale.shop.post("refunds", [("charge", sale.charge), ("reverse_transfer", "true")])
                })
        }
        for name in ["amount", "amount_refunded", "currency"] {
            wrong.append(
                Self.problem(name, { $0.fee }) { sale, id in sale.shop.post("application_fees/\(id)/refunds") })
            wrong.append(
                Self.problem(name, { $0.fee }) { sale, _ in
                    sale.shop.post("transfers/\(sale.transfer)/reversals", [("refund_application_fee", "true")])
                })
            wrong.append(
                Self.problem(name, { $0.fee }) { sale, _ in
                    let both: Form = [("reverse_transfer", "true"), ("refund_application_fee", "true")]
                    return sale.shop.post("refunds", [("charge", sale.charge)] + both)
                })
        }
        for name in ["amount", "currency"] {
            wrong.append(
                Self.problem(name, { $0.disputed() }) { sale, id in
                    sale.shop.post("disputes/\(id)", [("evidence[uncategorized_text]", "winning_evidence")])
                })
            wrong.append(Self.problem(name, { $0.paidOut() }) { sale, id in sale.shop.post("payouts/\(id)/cancel") })
            wrong.append(
                Self.problem(name, { $0.paidOut(after: ResourceContext.payoutTime) }) { sale, id in
                    sale.shop.post("payouts/\(id)/reverse")
                })
        }
        wrong.append(
            Self.problem("amount", { $0.transfer }) { sale, _ in
                sale.shop.post(
                    "transfers",
                    [
                        ("amount", "1"), ("currency", "usd"), ("destination", sale.seller),
                        ("source_transaction", sale.charge),
                    ])
            })
        #expect(wrong.compactMap(\.self) == [])
    }

    /// The items and the shipping of a page are lists in the session.
    @Test func aPageWithoutAnAmountIsNotPaid() {
        var shop = Shop()
        let rate: Form = [
            ("shipping_options[0][shipping_rate_data][display_name]", "Post"),
            ("shipping_options[0][shipping_rate_data][fixed_amount][amount]", "500"),
            ("shipping_options[0][shipping_rate_data][fixed_amount][currency]", "usd"),
        ]
        var messages: [String?] = []
        for (name, list) in [("amount_total", "items"), ("shipping_amount", "shipping_options")] {
            let id = shop.checkout(1000, rate).id
            guard var session = shop.payments.context.documents[id] else { continue }
            let items = list == "items" ? session.items : session.shippingOptions
            let without = items.map { JSONValue.object(($0.members ?? [:]).filter { $0.key != name }) }
            if list == "items" { session.items = without } else { session[list] = .array(without) }
            shop.payments.context.put(session)
            let answer = shop.post("payment_pages/\(id)")
            messages.append(answer.status == 500 ? answer["error", "message"]?.text : "\(answer.status)")
            messages[messages.count - 1]?.replace(id, with: "ID")
        }
        #expect(
            messages == [
                "The stored checkout.session 'ID' has no amount_total in its items.",
                "The stored checkout.session 'ID' has no shipping_amount in its shipping_options.",
            ])
    }

    /// Time cannot be answered with an error: the payout waits, and no bank gives back nothing.
    @Test func aFailedPayoutWithoutAnAmountStaysInTransit() {
        var sale = Sale()
        let closed: Form = [
            ("external_account[object]", "bank_account"), ("external_account[country]", "US"),
            ("external_account[currency]", "usd"), ("external_account[routing_number]", "110000000"),
            ("external_account[account_number]", "000111111113"),
        ]
        let bank = sale.shop.post("accounts/\(sale.seller)/external_accounts", closed).id
        let form: Form = [("amount", "100"), ("currency", "usd"), ("destination", bank)]
        let payout = sale.shop.acting(for: sale.seller) { $0.post("payouts", form) }
        sale.lose("amount", of: payout.id)
        sale.shop.now += ResourceContext.payoutTime
        let later = sale.shop.acting(for: sale.seller) { $0.get("payouts/\(payout.id)") }
        #expect(later.state == "in_transit")
        #expect(later["failure_balance_transaction"] == .null)
    }
}
