public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Shipping rates, which checkout pages offer.
extension PaymentsClient {
    private static let rates = "/v1/shipping_rates"
    private static let rateKind = "shipping_rate"

    /// Creates a shipping rate, once per key; the amount in the response is compared with the request.
    public func createShippingRate(
        _ parameters: ShippingRateParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> ShippingRate {
        try requireSecretKey(to: "create a shipping rate")
        let form = try FormParameters(parameters)
        let answer = try await transport.send(
            APIRequest(method: .post, path: Self.rates, parameters: form, key: key))
        let rate = try answer.decode(ShippingRate.self, kind: Self.rateKind)
        guard rate.amount == parameters.amount else {
            throw answer.mismatch("\(parameters.amount) was to be the rate, the answer says \(rate.amount)")
        }
        return rate
    }

    /// Lists shipping rates, newest first: all of them, those in a currency, or those that can or cannot be used.
    public func listShippingRates(
        active: Bool? = nil, currency: Currency? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<ShippingRate> {
        var form = FormParameters()
        form.add("active", active)
        form.add("currency", currency?.code)
        return try await page(Self.rates, query, form, permitting: [.currency], to: "list shipping rates")
    }

    /// Retrieves a shipping rate.
    public func retrieveShippingRate(_ id: String) async throws(GatewayError) -> ShippingRate {
        try await exchange(.get, Self.rates, id: id, kind: Self.rateKind, to: "read a shipping rate")
    }

    /// Updates whether a shipping rate can be used, and its metadata, which is merged; an amount never changes.
    ///
    /// - Parameter taxBehavior: Whether tax is part of the amount, where that is still unspecified.
    public func updateShippingRate(
        _ id: String, active: Bool? = nil, taxBehavior: TaxBehavior? = nil, metadata: [String: String] = [:],
        key: IdempotencyKey
    ) async throws(GatewayError) -> ShippingRate {
        var form = FormParameters()
        form.add("active", active)
        form.add("tax_behavior", taxBehavior?.rawValue)
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.rates, id: id, "", form, key: key, kind: Self.rateKind, to: "update a shipping rate")
    }
}

extension FormParameters {
    fileprivate init(_ parameters: ShippingRateParameters) throws(GatewayError) {
        add("display_name", parameters.displayName)
        add("type", "fixed_amount")
        add("fixed_amount[amount]", try parameters.amount.shareUnits())
        add("fixed_amount[currency]", parameters.amount.currency.code)
        add("delivery_estimate[minimum]", parameters.deliveryEstimate?.minimum)
        add("delivery_estimate[maximum]", parameters.deliveryEstimate?.maximum)
        add("tax_behavior", parameters.taxBehavior?.rawValue)
        add("tax_code", try parameters.taxCode?.checkedID())
        add("metadata", map: parameters.metadata)
    }

    private mutating func add(_ name: String, _ bound: DeliveryEstimate.Bound?) {
        add("\(name)[unit]", bound?.unit.rawValue)
        add("\(name)[value]", bound?.value)
    }
}
