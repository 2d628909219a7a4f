extension Operation {
    static let refunds: [Operation] = [
        Operation(
            "refund", .post, "/v1/refunds", .one("refund"),
            .refund.with([
                "charge": .text, "payment_intent": .text,
                "payment_method_data": .hash([
                    "type": .choice("card_present", "interac_present").required,
                    "card_present": .hash(.sealedCard).required,
                ]),
            ])
        ) { (it, call) throws(APIFailure) in try it.createRefund(call) },
        Operation(
            "list-refunds", .get, "/v1/refunds", .list("refund"),
            .list.with(["charge": .text, "payment_intent": .text])
        ) { (it, call) throws(APIFailure) in try it.listRefunds(call) },
        Operation("retrieve-refund", .get, "/v1/refunds/:id", .one("refund")) { (it, call) throws(APIFailure) in
            .refund(try it.findRefund(call))
        },
        Operation("refunds.update", .post, "/v1/refunds/:id", .one("refund"), ["metadata": .metadata]) {
            (it, call) throws(APIFailure) in try it.updateRefund(call)
        },
        Operation("refunds.cancel", .post, "/v1/refunds/:id/cancel", .one("refund")) { (it, call) throws(APIFailure) in
            try it.cancelRefund(call)
        },
    ]
}

extension ParameterSpec.Members {
    /// The parameters of a refund of a known charge.
    static let refund: Self = [
        "amount": .positive, "reason": .choice(RefundCause.self), "instructions_email": .email.clearable,
        "metadata": .metadata, "refund_application_fee": .boolean, "reverse_transfer": .boolean,
    ]
}
