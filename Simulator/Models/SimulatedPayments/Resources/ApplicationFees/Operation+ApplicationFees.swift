extension Operation {
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
        ) { (it, call) throws(APIFailure) in
            try it.listParts(ResourceContext.feeRefundObject, of: it.findFee(call), as: "fee", call)
        },
        Operation(
            "application_fees.refunds.retrieve", .get, "/v1/application_fees/:id/refunds/:refund", .one("fee_refund")
        ) { (it, call) throws(APIFailure) in .json(try it.findFeeRefund(call).json) },
        Operation(
            "application_fees.refunds.update", .post, "/v1/application_fees/:id/refunds/:refund", .one("fee_refund"),
            ["metadata": .metadata]
        ) { (it, call) throws(APIFailure) in
            try it.update(it.findFeeRefund(call), event: "application_fee.refund.updated", call)
        },
    ]
}
