extension Resource {
    static let products = Resource(
        "product", prefix: "prod",
        references: ["default_price": "price", "tax_code": anything],
        search: ["active": .token, "description": .text, "name": .text, "shippable": .token, "url": .text],
        operations: Operation.products
    )

    static let prices = Resource(
        "price", prefix: "price",
        references: ["currency_options": "price_options", "product": "product", "tiers": "price_tier"],
        onDemand: [
            "currency_options": { it, id, account in
                it.document(id, "price", account).map { ResourceContext.currencyOptions(of: $0) }
            }
        ],
        search: ["active": .token, "currency": .token, "lookup_key": .token, "product": .token, "type": .token],
        operations: Operation.prices
    )
}
