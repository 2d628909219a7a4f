extension Operation {
    static let products: [Operation] = [
        Operation("products.create", .post, "/v1/products", .one("product"), .productCreation) {
            (it, call) throws(APIFailure) in
            try it.createProduct(call)
        },
        Operation(
            "products.list", .get, "/v1/products", .list("product"),
            .list.with(["active": .boolean, "ids": .list(.text), "shippable": .boolean, "url": .text])
        ) { (it, call) throws(APIFailure) in try it.listProducts(call) },
        Operation("products.retrieve", .get, "/v1/products/:id", .one("product")) { (it, call) throws(APIFailure) in
            .json(try it.findDocument("product", call).json)
        },
        Operation("products.update", .post, "/v1/products/:id", .one("product"), .productUpdate) {
            (it, call) throws(APIFailure) in
            try it.updateProduct(call)
        },
        Operation("products.delete", .delete, "/v1/products/:id", .one("product")) { (it, call) throws(APIFailure) in
            try it.deleteProduct(call)
        },
        emptyList("/v1/products/:id/features", of: "product_feature", in: "product"),
    ]

    static let prices: [Operation] = [
        Operation("prices.create", .post, "/v1/prices", .one("price"), .priceCreation) {
            (it, call) throws(APIFailure) in
            try it.createPrice(call)
        },
        Operation(
            "prices.list", .get, "/v1/prices", .list("price"),
            .list.with([
                "active": .boolean, "currency": .currency, "lookup_keys": .list(.text), "product": .text,
                "recurring": .hash(["interval": .interval, "usage_type": .usageType]),
                "type": .choice("one_time", "recurring"),
            ])
        ) { (it, call) throws(APIFailure) in try it.listPrices(call) },
        Operation("prices.retrieve", .get, "/v1/prices/:id", .one("price")) { (it, call) throws(APIFailure) in
            .json(try it.findDocument("price", call).json)
        },
        Operation("prices.update", .post, "/v1/prices/:id", .one("price"), .priceUpdate) {
            (it, call) throws(APIFailure) in
            try it.updatePrice(call)
        },
    ]
}

extension ParameterSpec {
    fileprivate static let interval = choice("day", "week", "month", "year")
    fileprivate static let usageType = choice("licensed", "metered")
    static let taxBehavior = choice("exclusive", "inclusive", "unspecified")
    /// The price of one unit, in the gateway's smallest units.
    fileprivate static let unitAmount = integer(minimum: 0)
}

extension ParameterSpec.Members {
    private static let recurring: Self = [
        "interval": .interval.required, "interval_count": .positive, "trial_period_days": .positive,
        "usage_type": .usageType,
    ]

    private static let customAmount: Self = [
        "enabled": .boolean.required, "maximum": .unitAmount, "minimum": .unitAmount, "preset": .unitAmount,
    ]

    /// The amounts of a price, whatever it is the price of.
    private static let amounts: Self = [
        "currency": .currency.required, "unit_amount": .unitAmount, "unit_amount_decimal": .decimal,
        "custom_unit_amount": .hash(customAmount), "recurring": .hash(recurring), "tax_behavior": .taxBehavior,
        "metadata": .metadata,
    ]

    private static let product: Self = [
        "name": .text, "active": .boolean, "description": .text.clearable, "images": .list(.url).clearable,
        "marketing_features": .list(.hash(["name": .text(maximum: 80).required])).clearable, "metadata": .metadata,
        "shippable": .boolean, "statement_descriptor": .text(maximum: 22), "tax_code": .text.clearable,
        "unit_label": .text(maximum: 12).clearable, "url": .url.clearable,
    ]

    fileprivate static let productCreation = product.with([
        "id": .text, "name": .text.required, "type": .choice("good", "service"),
        "default_price_data": .hash(amounts.with(["nickname": .text])),
    ])

    fileprivate static let productUpdate = product.with(["default_price": .text])

    fileprivate static let priceCreation = amounts.with([
        "active": .boolean, "billing_scheme": .choice("per_unit"), "lookup_key": .text(maximum: 200),
        "nickname": .text, "product": .text, "transfer_lookup_key": .boolean,
        "product_data": .hash([
            "name": .text.required, "id": .text, "active": .boolean, "metadata": .metadata,
            "statement_descriptor": .text(maximum: 22), "tax_code": .text, "unit_label": .text(maximum: 12),
        ]),
        "transform_quantity": .hash(["divide_by": .positive.required, "round": .choice("up", "down").required]),
    ])

    fileprivate static let priceUpdate: Self = [
        "active": .boolean, "lookup_key": .text(maximum: 200).clearable, "metadata": .metadata,
        "nickname": .text.clearable, "tax_behavior": .taxBehavior, "transfer_lookup_key": .boolean,
    ]
}
