extension Resource {
    /// Shows an empty list of a customer's objects that are not simulated.
    private static func noneOf(_ name: String) -> Part {
        { _, id, _ in ResourceContext.list([], hasMore: false, url: "/v1/customers/\(id)/\(name)") }
    }

    static let customers = Resource(
        "customer", prefix: "cus",
        references: [
            "cash_balance": "cash_balance", "default_source": anything,
            "invoice_credit_balance": "invoice_credit_balance",
            "invoice_settings.default_payment_method": "payment_method", "sources": list(of: anything),
            "subscriptions": list(of: anything), "tax": "customer_tax", "tax_ids": list(of: anything),
            "test_clock": anything,
        ],
        nothing: ["cash_balance": nil, "invoice_credit_balance": [:]],
        onDemand: [
            "sources": { it, id, account in it.document(id, "customer", account).map { it.sourceList(of: $0) } },
            "subscriptions": noneOf("subscriptions"),
            "tax": { it, id, account in it.document(id, "customer", account).map { ResourceContext.tax(of: $0) } },
            "tax_ids": noneOf("tax_ids"),
        ],
        search: ["created": .number, "email": .text, "name": .text, "phone": .text],
        foundBy: { customer, account in
            customer["email"]?.text.map { [Document.reference(email: $0, of: account)] } ?? []
        },
        operations: Operation.customers
    )

    static let cards = Resource(
        "card", prefix: "card",
        references: ["account": "account", "customer": "customer"],
        operations: Operation.sources
    )
}
