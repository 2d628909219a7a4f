import TenderCheckout
import TenderFlow
import TenderModel

/// A customer behind the app's own server in the older form, in which cards are sources.
struct AdaptedCustomer: CustomerBackend {
    private let adapter: any BackendAPIAdapter

    init(_ adapter: any BackendAPIAdapter) { self.adapter = adapter }

    func load(isFresh: Bool) async throws(GatewayError) -> CustomerWallet {
        let customer = try await adapter.retrieveCustomer()
        return CustomerWallet(
            customer: customer.id, methods: try Self.methods(of: customer), defaultMethod: customer.defaultSource,
            shipping: customer.shipping)
    }

    /// Attaches a source; the server does not report which one it created: it is the one that was not there before.
    func attach(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentMethod {
        let before = try Self.methods(of: try await adapter.retrieveCustomer())
        try await adapter.attachSource(id)
        let after = try Self.methods(of: try await adapter.retrieveCustomer())
        guard let new = after.first(where: { method in !before.contains { $0.id == method.id } }) else {
            throw GatewayError(
                .answerMismatch, fate: .unknown,
                message: "the app's server saved a card, and the customer has no new one")
        }
        return new
    }

    func detach(_ id: String, key: IdempotencyKey) async throws(GatewayError) { try await adapter.deleteSource(id) }

    func selectDefault(_ id: String, key: IdempotencyKey) async throws(GatewayError) {
        try await adapter.selectDefaultSource(id)
    }

    func remember(_ shipping: ShippingDetails, key: IdempotencyKey) async throws(GatewayError) {
        try await adapter.updateCustomer(shipping: shipping)
    }

    func clear() async {}

    private static func methods(of customer: Customer) throws(GatewayError) -> [PaymentMethod] {
        guard let sources = customer.sources else {
            throw GatewayError(
                .responseNotUnderstood, fate: .unknown,
                message: "the app's server returned no sources for the customer: it must ask for expand[]=sources")
        }
        return sources.compactMap(\.paymentMethod)
    }
}
