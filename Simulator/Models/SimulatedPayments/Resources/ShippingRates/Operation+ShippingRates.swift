extension Operation {
    static let shippingRates: [Operation] = [
        Operation("shipping_rates.create", .post, "/v1/shipping_rates", .one("shipping_rate"), .shippingRate) {
            (it, call) throws(APIFailure) in try it.createShippingRate(call)
        },
        Operation(
            "shipping_rates.list", .get, "/v1/shipping_rates", .list("shipping_rate"),
            .list.with(["active": .boolean, "currency": .currency])
        ) { (it, call) throws(APIFailure) in try it.listShippingRates(call) },
        Operation("shipping_rates.retrieve", .get, "/v1/shipping_rates/:id", .one("shipping_rate")) {
            (it, call) throws(APIFailure) in .json(try it.findShippingRate(call).json)
        },
        Operation(
            "shipping_rates.update", .post, "/v1/shipping_rates/:id", .one("shipping_rate"),
            ["active": .boolean, "metadata": .metadata, "tax_behavior": .taxBehavior]
        ) { (it, call) throws(APIFailure) in try it.updateShippingRate(call) },
    ]
}
