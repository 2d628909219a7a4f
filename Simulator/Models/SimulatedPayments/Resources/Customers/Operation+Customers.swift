extension Operation {
    static let customers: [Operation] = [
        Operation("customers.create", .post, "/v1/customers", .one("customer"), .customerCreation) {
            (it, call) throws(APIFailure) in
            try it.createCustomer(call)
        },
        Operation("customers.list", .get, "/v1/customers", .list("customer"), .list.with(["email": .text])) {
            (it, call) throws(APIFailure) in
            try it.listCustomers(call)
        },
        Operation("customers.retrieve", .get, "/v1/customers/:id", for: .ephemeral, .one("customer")) {
            (it, call) throws(APIFailure) in
            try it.retrieveCustomer(call)
        },
        Operation("customers.update", .post, "/v1/customers/:id", for: .ephemeral, .one("customer"), .customerUpdate) {
            (it, call) throws(APIFailure) in
            try it.updateCustomer(call)
        },
        Operation("customers.delete", .delete, "/v1/customers/:id", .one("customer")) { (it, call) throws(APIFailure) in
            try it.deleteCustomer(call)
        },
        Operation(
            "customers.payment_methods.list", .get, "/v1/customers/:id/payment_methods", for: .ephemeral,
            .list("payment_method"), .methodList
        ) { (it, call) throws(APIFailure) in try it.listCustomerMethods(call) },
        Operation(
            "customers.payment_methods.retrieve", .get, "/v1/customers/:id/payment_methods/:payment_method",
            for: .ephemeral, .one("payment_method")
        ) { (it, call) throws(APIFailure) in try it.retrieveCustomerMethod(call) },
        emptyList("/v1/customers/:id/balance_transactions", of: "customer_balance_transaction", in: "customer"),
        emptyList(
            "/v1/customers/:id/cash_balance_transactions", of: "customer_cash_balance_transaction", in: "customer"),
        emptyList("/v1/customers/:id/subscriptions", of: "subscription", in: "customer"),
        emptyList("/v1/customers/:id/tax_ids", of: "tax_id", in: "customer"),
    ]

    static let sources: [Operation] = [
        Operation(
            "sources.create", .post, "/v1/customers/:id/sources", for: .ephemeral, .one("card"),
            ["source": .any.required, "metadata": .metadata, "validate": .boolean]
        ) { (it, call) throws(APIFailure) in try it.createSource(call) },
        Operation(
            "sources.list", .get, "/v1/customers/:id/sources", for: .ephemeral, .list("card"),
            .list.without("created").with(["object": .text])
        ) { (it, call) throws(APIFailure) in try it.listSources(call) },
        Operation("sources.retrieve", .get, "/v1/customers/:id/sources/:source", for: .ephemeral, .one("card")) {
            (it, call) throws(APIFailure) in
            try it.retrieveSource(call)
        },
        Operation(
            "sources.update", .post, "/v1/customers/:id/sources/:source", for: .ephemeral, .one("card"),
            [
                "address_city": .text.clearable, "address_country": .text.clearable, "address_line1": .text.clearable,
                "address_line2": .text.clearable, "address_state": .text.clearable, "address_zip": .text.clearable,
                "exp_month": .integer, "exp_year": .integer, "metadata": .metadata, "name": .text.clearable,
            ]
        ) { (it, call) throws(APIFailure) in try it.updateSource(call) },
        Operation("sources.delete", .delete, "/v1/customers/:id/sources/:source", for: .ephemeral, .one("card")) {
            (it, call) throws(APIFailure) in
            try it.deleteSource(call)
        },
    ]
}

extension ParameterSpec.Members {
    private static let customer: Self = [
        "address": .hash(address).clearable, "balance": .integer, "business_name": .text(maximum: 150).clearable,
        "description": .text.clearable, "email": .email(maximum: 512).clearable,
        "individual_name": .text(maximum: 150).clearable,
        "invoice_prefix": .text(maximum: 12),
        "invoice_settings": .hash([
            "custom_fields": .list(.hash(["name": .text(maximum: 40).required, "value": .text(maximum: 140).required]))
                .clearable, "default_payment_method": .text.clearable, "footer": .text.clearable,
            "rendering_options": .hash([
                "amount_tax_display": .choice("exclude_tax", "include_inclusive_tax").clearable,
                "template": .text.clearable,
            ]).clearable,
        ]), "metadata": .metadata, "name": .text(maximum: 256).clearable, "next_invoice_sequence": .positive,
        "phone": .text(maximum: 20).clearable, "preferred_locales": .list(.text),
        "shipping": .hash([
            "name": .text.required, "phone": .text.clearable, "address": .hash(address).required,
        ]).clearable, "source": .any,
        "tax": .hash([
            "ip_address": .text.clearable, "validate_location": .choice("auto", "deferred", "immediately"),
        ]), "tax_exempt": .choice("none", "exempt", "reverse").clearable,
        "validate": .boolean,
    ]

    static let customerCreation: Self = customer.with(["payment_method": .text])

    static let customerUpdate: Self = customer.with(["default_source": .text])
}
