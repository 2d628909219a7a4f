extension Operation {
    static let disputes: [Operation] = [
        Operation(
            "disputes.list", .get, "/v1/disputes", .list("dispute"),
            .list.with(["charge": .text, "payment_intent": .text])
        ) { (it, call) throws(APIFailure) in try it.listDisputes(call) },
        Operation("disputes.retrieve", .get, "/v1/disputes/:id", .one("dispute")) { (it, call) throws(APIFailure) in
            .json(it.json(try it.findDocument("dispute", call)))
        },
        Operation(
            "disputes.update", .post, "/v1/disputes/:id", .one("dispute"),
            ["evidence": .hash(.evidence), "metadata": .metadata, "submit": .boolean]
        ) { (it, call) throws(APIFailure) in try it.updateDispute(call) },
        Operation("disputes.close", .post, "/v1/disputes/:id/close", .one("dispute")) {
            (it, call) throws(APIFailure) in
            try it.closeDispute(call)
        },
    ]
}

extension ParameterSpec.Members {
    /// The evidence that a merchant can submit for a disputed charge.
    static let evidence = Self(
        uniqueKeysWithValues: ResourceContext.evidenceNames.map { ($0, .text(maximum: 20_000).clearable) })
}
