extension Operation {
    static let payouts: [Operation] = [
        Operation(
            "payouts.create", .post, "/v1/payouts", .one("payout"),
            [
                "amount": .amount.required, "currency": .currency.required, "description": .text,
                "destination": .text, "metadata": .metadata, "method": .choice("instant", "standard"),
                "source_type": .choice("bank_account", "card", "fpx"), "statement_descriptor": .text(maximum: 22),
            ]
        ) { (it, call) throws(APIFailure) in try it.createPayout(call) },
        Operation(
            "payouts.list", .get, "/v1/payouts", .list("payout"),
            .list.with(["arrival_date": .times, "destination": .text, "status": .text])
        ) { (it, call) throws(APIFailure) in try it.listPayouts(call) },
        Operation("payouts.retrieve", .get, "/v1/payouts/:id", .one("payout")) { (it, call) throws(APIFailure) in
            .json(try it.findDocument("payout", call).json)
        },
        Operation("payouts.update", .post, "/v1/payouts/:id", .one("payout"), ["metadata": .metadata]) {
            (it, call) throws(APIFailure) in
            try it.update(it.findDocument(ResourceContext.payoutObject, call), event: "payout.updated", call)
        },
        Operation("payouts.cancel", .post, "/v1/payouts/:id/cancel", .one("payout")) { (it, call) throws(APIFailure) in
            try it.cancelPayout(call)
        },
        Operation(
            "payouts.reverse", .post, "/v1/payouts/:id/reverse", .one("payout"), ["metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.reversePayout(call) },
    ]
}
