extension Operation {
    static let transfers: [Operation] = [
        Operation(
            "transfers.create", .post, "/v1/transfers", .one("transfer"),
            [
                "amount": .amount.required, "currency": .currency.required, "description": .text,
                "destination": .text.required, "metadata": .metadata, "source_transaction": .text,
                "source_type": .choice("bank_account", "card", "fpx"), "transfer_group": .text,
            ]
        ) { (it, call) throws(APIFailure) in try it.createTransfer(call) },
        Operation(
            "transfers.list", .get, "/v1/transfers", .list("transfer"),
            .list.with(["destination": .text, "transfer_group": .text])
        ) { (it, call) throws(APIFailure) in try it.listTransfers(call) },
        Operation("transfers.retrieve", .get, "/v1/transfers/:id", .one("transfer")) { (it, call) throws(APIFailure) in
            .json(it.json(try it.findTransfer(call)))
        },
        Operation(
            "transfers.update", .post, "/v1/transfers/:id", .one("transfer"),
            ["description": .text.clearable, "metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.updateTransfer(call) },
        Operation(
            "transfers.reversals.create", .post, "/v1/transfers/:id/reversals", .one("transfer_reversal"),
            [
                "amount": .amount, "description": .text, "metadata": .metadata, "refund_application_fee": .boolean,
            ]
        ) { (it, call) throws(APIFailure) in try it.createReversal(call) },
        Operation(
            "transfers.reversals.list", .get, "/v1/transfers/:id/reversals", .list("transfer_reversal"),
            .list.without("created")
        ) { (it, call) throws(APIFailure) in try it.listReversals(call) },
        Operation(
            "transfers.reversals.retrieve", .get, "/v1/transfers/:id/reversals/:reversal", .one("transfer_reversal")
        ) { (it, call) throws(APIFailure) in .json(try it.findReversal(call).json) },
        Operation(
            "transfers.reversals.update", .post, "/v1/transfers/:id/reversals/:reversal", .one("transfer_reversal"),
            ["metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.updateReversal(call) },
    ]

    static let applicationFees: [Operation] = [
        Operation(
            "application_fees.list", .get, "/v1/application_fees", .list("application_fee"),
            .list.with(["charge": .text])
        ) { (it, call) throws(APIFailure) in try it.listFees(call) },
        Operation("application_fees.retrieve", .get, "/v1/application_fees/:id", .one("application_fee")) {
            (it, call) throws(APIFailure) in
            .json(it.json(try it.findFee(call)))
        },
        Operation(
            "application_fees.refunds.create", .post, "/v1/application_fees/:id/refunds", .one("fee_refund"),
            ["amount": .amount, "metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.createFeeRefund(call) },
        Operation(
            "application_fees.refunds.list", .get, "/v1/application_fees/:id/refunds", .list("fee_refund"),
            .list.without("created")
        ) { (it, call) throws(APIFailure) in try it.listFeeRefunds(call) },
        Operation(
            "application_fees.refunds.retrieve", .get, "/v1/application_fees/:id/refunds/:refund", .one("fee_refund")
        ) { (it, call) throws(APIFailure) in .json(try it.findFeeRefund(call).json) },
        Operation(
            "application_fees.refunds.update", .post, "/v1/application_fees/:id/refunds/:refund", .one("fee_refund"),
            ["metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.updateFeeRefund(call) },
    ]
}
