extension Resource {
    static let shippingRates = Resource(
        ResourceContext.rateObject, prefix: "shr",
        references: ["tax_code": anything],
        operations: Operation.shippingRates
    )
}
