extension Operation {
    static let accounts: [Operation] = [
        Operation("account.retrieve", .get, "/v1/account", .one("account")) { (it, call) throws(APIFailure) in
            .json(it.json(it.ownAccount(call)))
        },
        Operation("accounts.create", .post, "/v1/accounts", .one("account"), .accountCreation) {
            (it, call) throws(APIFailure) in
            try it.createAccount(call)
        },
        Operation("accounts.list", .get, "/v1/accounts", .list("account"), .list) { (it, call) throws(APIFailure) in
            try it.listAccounts(call)
        },
        Operation("accounts.retrieve", .get, "/v1/accounts/:id", .one("account")) { (it, call) throws(APIFailure) in
            try it.retrieveAccount(call)
        },
        Operation("accounts.update", .post, "/v1/accounts/:id", .one("account"), .account) {
            (it, call) throws(APIFailure) in
            try it.updateAccount(call)
        },
        Operation("accounts.delete", .delete, "/v1/accounts/:id", .one("account")) { (it, call) throws(APIFailure) in
            try it.deleteAccount(call)
        },
        Operation(
            "accounts.reject", .post, "/v1/accounts/:id/reject", .one("account"),
            ["reason": .choice("fraud", "terms_of_service", "other").required]
        ) { (it, call) throws(APIFailure) in try it.rejectAccount(call) },
        Operation("accounts.capabilities.list", .get, "/v1/accounts/:id/capabilities", .list("capability")) {
            (it, call) throws(APIFailure) in
            try it.listCapabilities(call)
        },
        Operation(
            "accounts.capabilities.retrieve", .get, "/v1/accounts/:id/capabilities/:capability", .one("capability")
        ) { (it, call) throws(APIFailure) in try it.retrieveCapability(call) },
        Operation(
            "accounts.capabilities.update", .post, "/v1/accounts/:id/capabilities/:capability", .one("capability"),
            ["requested": .boolean]
        ) { (it, call) throws(APIFailure) in try it.updateCapability(call) },
    ]
}

extension ParameterSpec {
    private static let payer = choice("account", "application")
    fileprivate static let controller = hash([
        "fees": .hash(["payer": payer]),
        "losses": .hash(["payments": .choice("application", "stripe")]),
        "requirement_collection": .choice("application", "stripe"),
        "stripe_dashboard": .hash(["type": .choice("express", "full", "none")]),
    ])
}

extension ParameterSpec.Members {
    private static let businessProfile: Self = [
        "estimated_worker_count": .integer(minimum: 0), "mcc": .text(maximum: 4),
        "minority_owned_business_designation": .list(.text), "name": .text.clearable,
        "product_description": .text.clearable, "support_address": .hash(address), "support_email": .email.clearable,
        "support_phone": .text.clearable, "support_url": .text.clearable, "url": .text.clearable,
        "monthly_estimated_revenue": .hash([
            "amount": .integer(minimum: 0).required, "currency": .currency.required,
        ]),
        "annual_revenue": .hash([
            "amount": .integer(minimum: 0).required, "currency": .currency.required,
            "fiscal_year_end": .text.required,
        ]),
    ]

    private static let company: Self = [
        "address": .hash(address), "directors_provided": .boolean, "executives_provided": .boolean, "name": .text,
        "owners_provided": .boolean, "phone": .text, "registration_number": .text.clearable,
        "structure": .text.clearable, "tax_id": .text, "tax_id_registrar": .text, "vat_id": .text,
    ]

    private static let settings: Self = [
        "branding": .hash([
            "icon": .text, "logo": .text, "primary_color": .text, "secondary_color": .text,
        ]),
        "card_payments": .hash([
            "decline_on": .hash(["avs_failure": .boolean, "cvc_failure": .boolean]),
            "statement_descriptor_prefix": .text(maximum: 10), "statement_descriptor_prefix_kana": .text.clearable,
            "statement_descriptor_prefix_kanji": .text.clearable,
        ]),
        "payments": .hash([
            "statement_descriptor": .text(maximum: 22), "statement_descriptor_kana": .text.clearable,
            "statement_descriptor_kanji": .text.clearable,
        ]),
        "payouts": .hash([
            "debit_negative_balances": .boolean, "statement_descriptor": .text(maximum: 22),
            "schedule": .hash(
                .payoutSchedule.with([
                    "delay_days": .any, "monthly_anchor": .positive,
                    "weekly_anchor": .choice(PayoutSchedule.Weekday.self),
                ])),
        ]),
    ]

    fileprivate static let account: Self = [
        "business_profile": .hash(businessProfile),
        "business_type": .choice("company", "government_entity", "individual", "non_profit"),
        "capabilities": .any, "company": .hash(company), "default_currency": .currency, "email": .email,
        "external_account": .any, "individual": .hash(human), "metadata": .metadata, "settings": .hash(settings),
        "tos_acceptance": .hash([
            "date": .integer, "ip": .text, "service_agreement": .choice("full", "recipient"), "user_agent": .text,
        ]),
    ]

    fileprivate static let accountCreation = account.with([
        "controller": .controller, "country": .text(maximum: 2), "type": .choice("custom", "express", "standard"),
    ])
}
