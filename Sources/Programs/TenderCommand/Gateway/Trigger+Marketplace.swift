import SimulatedPayments

extension Trigger.Call {
    static let product = post("products", as: "product", ["name": "Tea"])
    static let price = post(
        "prices", as: "price", ["product": "{product}", "unit_amount": "2000", "currency": "usd"])
    static let link = post(
        "payment_links", as: "link", ["line_items[0][price]": "{price}", "line_items[0][quantity]": "1"])

    static let session = checkout("usd")
    static let paidSession = post(
        "payment_pages/{session}/confirm", as: "paid",
        ["email": "jenny@example.com", "payment_method": "pm_card_visa"])
    static let debitSession = checkout("eur").with(["payment_method_types[]": "sepa_debit"])

    /// Pays a session from a bank account, which determines the outcome.
    static func debited(_ iban: String) -> Trigger.Call {
        let data = "payment_method_data"
        return post("payment_pages/{session}/confirm", as: "paid", ["email": "jenny@example.com"]).with([
            "\(data)[type]": "sepa_debit", "\(data)[sepa_debit][iban]": iban,
            "\(data)[billing_details][name]": "Jenny Rosen", "\(data)[billing_details][email]": "jenny@example.com",
        ])
    }

    private static func checkout(_ currency: String) -> Trigger.Call {
        post(
            "checkout/sessions", as: "session",
            [
                "mode": "payment", "success_url": "https://example.com/done",
                "line_items[0][price_data][currency]": currency, "line_items[0][price_data][unit_amount]": "2000",
                "line_items[0][price_data][product_data][name]": "Tea", "line_items[0][quantity]": "1",
            ])
    }

    /// An account of a person whose data is accepted at once, so that it takes payments and is paid out.
    static let account = post(
        "accounts", as: "account",
        [
            "type": "custom", "country": "US", "email": "jenny@example.com", "business_type": "individual",
            "capabilities[transfers][requested]": "true", "capabilities[card_payments][requested]": "true",
            "business_profile[mcc]": "5734", "business_profile[url]": "https://example.com",
            "individual[first_name]": "Jenny", "individual[last_name]": "Rosen",
            "individual[email]": "jenny@example.com", "individual[phone]": "0000000000",
            "individual[id_number]": "000000000", "individual[ssn_last_4]": "0000", "individual[dob][day]": "1",
            "individual[dob][month]": "1", "individual[dob][year]": "1901",
            "individual[address][line1]": "address_full_match", "individual[address][city]": "Columbus",
            "individual[address][state]": "OH", "individual[address][postal_code]": "43214",
            "individual[address][country]": "US", "tos_acceptance[date]": "1700000000",
            "tos_acceptance[ip]": "127.0.0.1", "external_account[object]": "bank_account",
            "external_account[country]": "US", "external_account[currency]": "usd",
            "external_account[account_number]": "000123456789", "external_account[routing_number]": "110000000",
        ])
    static let bankAccount = post(
        "accounts/{account}/external_accounts", as: "bank", ["external_account": "btok_us_verified"])
    /// A bank account that returns payouts.
    static let closedBankAccount = bankAccount.with([
        "external_account": "btok_us_verified_noAccount", "default_for_currency": "true",
    ])

    /// A payment whose money is available at once.
    static let funds = intent.with([
        "payment_method": "pm_card_bypassPending", "confirm": "true", "amount": "5000",
    ])
    static let transfer = post(
        "transfers", as: "transfer", ["amount": "1000", "currency": "usd", "destination": "{account}"])
    static let payout = post("payouts", as: "payout", ["amount": "500", "currency": "usd"])
    static let shared = confirmed.with([
        "application_fee_amount": "200", "transfer_data[destination]": "{account}",
    ])

    static let disputed = intent.with(["payment_method": "pm_card_createDispute", "confirm": "true"])
    static let dispute = get("disputes?payment_intent={intent}", as: "dispute")
    static let evidence = post(
        "disputes/{dispute}", as: "evidence",
        ["evidence[uncategorized_text]": "winning_evidence", "submit": "true"])

    /// Returns the call that lets time pass, which only the simulated gateway can do.
    static func clock(_ seconds: Int) -> Trigger.Call {
        post("_tender/clock", as: "clock", ["advance": "\(seconds)"])
    }
}

extension Trigger {
    private static let workingIBAN = "AT611904300234573201"
    private static let failingIBAN = "AT861904300235473202"
    private static let daysOfPayout = 4 * 86_400

    static let catalogue = [
        Trigger("product.created", .product),
        Trigger("product.updated", .product, .post("products/{product}", as: "changed", ["name": "Green tea"])),
        Trigger("product.deleted", .product, .delete("products/{product}")),
        Trigger("price.created", .product, .price),
        Trigger("price.updated", .product, .price, .post("prices/{price}", as: "changed", ["active": "false"])),
        Trigger("payment_link.created", .product, .price, .link),
        Trigger(
            "payment_link.updated", .product, .price, .link,
            .post("payment_links/{link}", as: "changed", ["active": "false"])),
    ]

    static let checkouts = [
        Trigger("checkout.session.completed", .session, .paidSession),
        Trigger("checkout.session.expired", .session, .post("checkout/sessions/{session}/expire", as: "expired")),
        Trigger(
            "checkout.session.async_payment_succeeded", .debitSession, .debited(workingIBAN),
            .clock(Int(SimulatedPayments.debitDelay) + 1)),
        Trigger(
            "checkout.session.async_payment_failed", .debitSession, .debited(failingIBAN),
            .clock(Int(SimulatedPayments.debitDelay) + 1)),
    ]

    static let accounts = [
        Trigger("account.updated", .account, .post("accounts/{account}", as: "changed", ["email": "new@example.com"])),
        Trigger("account.external_account.created", .account, .bankAccount),
        Trigger(
            "capability.updated", .account,
            .post("accounts/{account}/capabilities/card_payments", as: "changed", ["requested": "false"])),
        Trigger("person.created", .account),
    ]

    static let disputes = [
        Trigger("charge.dispute.created", .disputed),
        Trigger("charge.dispute.funds_withdrawn", .disputed),
        Trigger("charge.dispute.updated", .disputed, .dispute, .evidence),
        Trigger("charge.dispute.funds_reinstated", .disputed, .dispute, .evidence),
        Trigger("charge.dispute.closed", .disputed, .dispute, .post("disputes/{dispute}/close", as: "closed")),
    ]

    static let transfers = [
        Trigger("transfer.created", .account, .funds, .transfer),
        Trigger(
            "transfer.updated", .account, .funds, .transfer,
            .post("transfers/{transfer}", as: "changed", ["metadata[a]": "b"])),
        Trigger(
            "transfer.reversed", .account, .funds, .transfer,
            .post("transfers/{transfer}/reversals", as: "reversal", ["amount": "400"])),
        Trigger("application_fee.created", .account, .shared),
        Trigger(
            "application_fee.refunded", .account, .shared,
            .refund.with(["refund_application_fee": "true", "reverse_transfer": "true"])),
    ]

    static let payouts = [
        Trigger("payout.created", .funds, .payout),
        Trigger("payout.updated", .funds, .payout, .post("payouts/{payout}", as: "changed", ["metadata[a]": "b"])),
        Trigger("payout.canceled", .funds, .payout, .post("payouts/{payout}/cancel", as: "canceled")),
        Trigger("payout.paid", .funds, .payout, .clock(daysOfPayout)),
        Trigger(
            "payout.failed", .account, .funds, .transfer, .closedBankAccount, .payout.acting(for: "{account}"),
            .clock(daysOfPayout)),
    ]
}
