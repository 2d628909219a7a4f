extension Operation {
    /// The requests of the gateway's own pages, which nobody else needs.
    static let paymentPages: [Operation] = [
        Operation(
            "payment_pages.open", .post, "/v1/payment_pages", .one("checkout.session"),
            [
                "payment_link": .text, "recovered_from": .text, "client_reference_id": .text(maximum: 200),
                "prefilled_email": .email,
            ]
        ) { (it, call) throws(APIFailure) in try it.openPaymentLink(call) },
        Operation("payment_pages.retrieve", .get, "/v1/payment_pages/:id", .one("payment_page")) {
            (it, call) throws(APIFailure) in .json(it.paymentPage(of: try it.findCheckout(call)))
        },
        Operation(
            "payment_pages.update", .post, "/v1/payment_pages/:id", .one("checkout.session"),
            [
                "line_items": .list(.hash(["id": .text.required, "quantity": .integer(minimum: 0).required])),
                "shipping_rate": .text,
            ]
        ) { (it, call) throws(APIFailure) in try it.changePaymentPage(call) },
        Operation(
            "payment_pages.confirm", .post, "/v1/payment_pages/:id/confirm", for: .publishable,
            .one("checkout.session"),
            [
                "expected_amount": .integer(minimum: 0), "email": .email, "payment_method": .text,
                "consent": .hash(["promotions": .choice("opt_in", "opt_out"), "terms_of_service": .choice("accepted")]),
                "custom_fields": .answers, "payment_method_data": .hash(.methodDescription),
                "phone": .text(maximum: 40), "return_url": .url,
                "shipping": .hash(["name": .text.required, "address": .hash(.address).required]),
            ]
        ) { (it, call) throws(APIFailure) in try it.confirmPaymentPage(call) },
    ]
}

extension ParameterSpec {
    /// The customers' answers, by the keys of custom fields.
    fileprivate static let answers = ParameterSpec(shape: .texts)
}
