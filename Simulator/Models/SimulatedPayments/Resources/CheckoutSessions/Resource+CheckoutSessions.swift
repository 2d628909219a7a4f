extension Resource {
    static let checkoutSessions = Resource(
        ResourceContext.checkoutObject, prefix: "cs_test",
        references: [
            "automatic_tax.liability.account": "account", "customer": "customer", "discounts.coupon": anything,
            "discounts.promotion_code": anything, "invoice": anything,
            "invoice_creation.invoice_data.account_tax_ids": anything,
            "invoice_creation.invoice_data.issuer.account": "account", "line_items": list(of: "item"),
            "payment_intent": "payment_intent", "payment_link": "payment_link", "setup_intent": "setup_intent",
            "shipping_cost.shipping_rate": "shipping_rate", "shipping_options.shipping_rate": "shipping_rate",
            "subscription": anything, "total_details.breakdown": "breakdown",
        ],
        nothing: ["total_details.breakdown": ["discounts": [], "taxes": []]],
        onDemand: ["line_items": itemList(of: ResourceContext.checkoutObject)],
        foundBy: members("customer", "payment_intent", "payment_link", "setup_intent"),
        due: { session, old in
            guard old == nil, let time = session["expires_at"]?.number else { return nil }
            return DueTask(.checkout(session.id), at: time)
        },
        operations: Operation.checkout
    )

    static let items = Resource(
        "item", prefix: "li",
        references: ["discounts": anything, "price": "price", "taxes": anything],
        nothing: ["discounts": [], "taxes": []]
    )
}
