public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Searching by the words of the API's query language, such as `email:'ann@shop.example'`.
///
/// What was created a moment ago may be missing: no search proves that something does not exist.
extension PaymentsClient {
    /// Searches for customers.
    ///
    /// - Parameter page: What the page before ended with; `nil` for the first.
    public func searchCustomers(
        _ query: String, limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> SearchPage<Customer> {
        try await search("customers", query, limit, page)
    }

    /// Searches for PaymentIntents.
    ///
    /// - Parameter page: What the page before ended with; `nil` for the first.
    public func searchPaymentIntents(
        _ query: String, limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> SearchPage<PaymentIntent> {
        try await search("payment_intents", query, limit, page)
    }

    /// Searches for charges.
    ///
    /// - Parameter page: What the page before ended with; `nil` for the first.
    public func searchCharges(
        _ query: String, limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> SearchPage<Charge> {
        try await search("charges", query, limit, page)
    }

    /// Searches for products.
    ///
    /// - Parameter page: What the page before ended with; `nil` for the first.
    public func searchProducts(
        _ query: String, limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> SearchPage<Product> {
        try await search("products", query, limit, page)
    }

    /// Searches for prices.
    ///
    /// - Parameter page: What the page before ended with; `nil` for the first.
    public func searchPrices(
        _ query: String, limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> SearchPage<Price> {
        try await search("prices", query, limit, page)
    }

    private func search<Element: Decodable & Hashable & Sendable>(
        _ objects: String, _ query: String, _ limit: Int, _ page: String?
    ) async throws(GatewayError) -> SearchPage<Element> {
        guard (1...100).contains(limit) else {
            throw .notSent(.invalidParameter, "the limit of a search is 1 to 100, not \(limit)")
        }
        var form = FormParameters()
        form.add("query", query)
        form.add("limit", Int64(limit))
        form.add("page", page)
        return try await exchange(
            .get, "/v1/\(objects)/search", form, kind: "search_result", to: "search")
    }
}
