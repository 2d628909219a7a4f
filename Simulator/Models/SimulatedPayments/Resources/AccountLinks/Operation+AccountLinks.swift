extension Operation {
    static let accountLinks: [Operation] = [
        Operation(
            "account_links.create", .post, "/v1/account_links", .one("account_link"),
            [
                "account": .text.required, "collect": .collectedFields,
                "collection_options": .hash([
                    "fields": .collectedFields, "future_requirements": .choice("include", "omit"),
                ]),
                "refresh_url": .url.required, "return_url": .url.required,
                "type": .choice("account_onboarding", "account_update").required,
            ], showsSecret: true
        ) { (it, call) throws(APIFailure) in try it.createAccountLink(call) },
        Operation(
            "login_links.create", .post, "/v1/accounts/:id/login_links", .one("login_link"), showsSecret: true
        ) { (it, call) throws(APIFailure) in try it.createLoginLink(call) },
        Operation(
            "tender.submit_account", .post, "/v1/_tender/accounts/:id/submit", .one("account"),
            ["ip": .text.required, "user_agent": .text.clearable]
        ) { (it, call) throws(APIFailure) in try it.submitAccount(call) },
    ]
}

extension ParameterSpec {
    static let collectedFields = choice("currently_due", "eventually_due")
}
