extension Resource {
    static let shippingRates = Resource(
        SimulatedPayments.rateObject, prefix: "shr",
        references: ["tax_code": anything],
        operations: Operation.shippingRates
    )
}
