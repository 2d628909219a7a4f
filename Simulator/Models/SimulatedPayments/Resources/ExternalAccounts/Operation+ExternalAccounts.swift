extension Operation {
    static let externalAccounts: [Operation] = [
        Operation(
            "external_accounts.create", .post, "/v1/accounts/:id/external_accounts", .one("bank_account"),
            ["default_for_currency": .boolean, "external_account": .any.required, "metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.createExternalAccount(call) },
        Operation(
            "external_accounts.list", .get, "/v1/accounts/:id/external_accounts", .list("bank_account"),
            .list.without("created").with(["object": .choice("bank_account", "card")])
        ) { (it, call) throws(APIFailure) in try it.listExternalAccounts(call) },
        Operation(
            "external_accounts.retrieve", .get, "/v1/accounts/:id/external_accounts/:external_account",
            .one("bank_account")
        ) { (it, call) throws(APIFailure) in .json(try it.findExternalAccount(call).json) },
        Operation(
            "external_accounts.update", .post, "/v1/accounts/:id/external_accounts/:external_account",
            .one("bank_account"),
            [
                "account_holder_name": .text.clearable, "account_holder_type": .holderType.clearable,
                "account_type": .choice("checking", "savings", "futsu", "toza"), "default_for_currency": .boolean,
                "metadata": .metadata,
            ]
        ) { (it, call) throws(APIFailure) in try it.updateExternalAccount(call) },
        Operation(
            "external_accounts.delete", .delete, "/v1/accounts/:id/external_accounts/:external_account",
            .one("bank_account")
        ) { (it, call) throws(APIFailure) in try it.deleteExternalAccount(call) },
    ]
}

extension ParameterSpec {
    static let holderType = choice("individual", "company")
}
