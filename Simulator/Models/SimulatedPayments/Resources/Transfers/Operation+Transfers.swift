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
        ) { (it, call) throws(APIFailure) in
            try it.listParts(ResourceContext.reversalObject, of: it.findTransfer(call), as: "transfer", call)
        },
        Operation(
            "transfers.reversals.retrieve", .get, "/v1/transfers/:id/reversals/:reversal", .one("transfer_reversal")
        ) { (it, call) throws(APIFailure) in .json(try it.findReversal(call).json) },
        Operation(
            "transfers.reversals.update", .post, "/v1/transfers/:id/reversals/:reversal", .one("transfer_reversal"),
            ["metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.update(it.findReversal(call), call) },
    ]
}
