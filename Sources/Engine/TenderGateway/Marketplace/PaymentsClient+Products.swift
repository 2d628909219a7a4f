public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Products and their prices, which links and checkout pages sell.
extension PaymentsClient {
    private static let products = "/v1/products"
    private static let prices = "/v1/prices"

    /// Creates a product, once per key.
    ///
    /// - Parameter price: The price of one, which is created with it; `nil` for none.
    public func createProduct(
        _ name: String, description: String? = nil, price: Amount? = nil, metadata: [String: String] = [:],
        key: IdempotencyKey
    ) async throws(GatewayError) -> Product {
        var form = FormParameters()
        form.add("name", name)
        form.add("description", description)
        form.add("default_price_data[currency]", price?.currency.code)
        form.add("default_price_data[unit_amount]", try price?.chargeableUnits())
        form.add("metadata", map: metadata)
        return try await exchange(.post, Self.products, form, key: key, kind: "product", to: "create a product")
    }

    /// Lists products, newest first: all of them, or those that can or cannot be sold.
    public func listProducts(
        active: Bool? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<Product> {
        var form = FormParameters()
        form.add("active", active)
        return try await page(Self.products, query, form, to: "list products")
    }

    /// Retrieves a product.
    public func retrieveProduct(_ id: String) async throws(GatewayError) -> Product {
        try await exchange(.get, Self.products, id: id, kind: "product", to: "read a product")
    }

    /// Updates the non-`nil` properties of a product; the metadata is merged.
    public func updateProduct(
        _ id: String, name: String? = nil, description: String? = nil, active: Bool? = nil,
        defaultPrice: String? = nil, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> Product {
        var form = FormParameters()
        form.add("name", name)
        form.add("description", description)
        form.add("active", active)
        form.add("default_price", try defaultPrice?.checkedID())
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.products, id: id, "", form, key: key, kind: "product", to: "update a product")
    }

    /// Deletes a product that has no price.
    public func deleteProduct(_ id: String) async throws(GatewayError) {
        try await remove(Self.products, id: id, kind: "product", to: "delete a product")
    }

    /// Lists prices, newest first: all of them, or those of a product, or those that can or cannot be used.
    public func listPrices(
        product: String? = nil, active: Bool? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<Price> {
        var form = FormParameters()
        form.add("product", try product?.checkedID())
        form.add("active", active)
        return try await page(Self.prices, query, form, to: "list prices")
    }

    /// Retrieves a price.
    public func retrievePrice(_ id: String) async throws(GatewayError) -> Price {
        try await exchange(.get, Self.prices, id: id, kind: "price", to: "read a price")
    }

    /// Updates whether a price can be used, and its metadata, which is merged; an amount never changes.
    public func updatePrice(
        _ id: String, active: Bool? = nil, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> Price {
        var form = FormParameters()
        form.add("active", active)
        form.add("metadata", map: metadata)
        return try await exchange(.post, Self.prices, id: id, "", form, key: key, kind: "price", to: "update a price")
    }
}
