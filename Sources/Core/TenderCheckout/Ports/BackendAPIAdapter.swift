public import TenderFlow
public import TenderModel

/// The app's own server in the older form: it asks the gateway with its secret key, and keeps cards as sources.
///
/// One call is one exchange with the server, which knows who is signed in.
public protocol BackendAPIAdapter: Sendable {
    /// Reads the customer, with the sources in it (`expand[]=sources`).
    func retrieveCustomer() async throws(GatewayError) -> Customer

    /// Saves the card of a token, such as `tok_…`, as a source of the customer.
    func attachSource(_ token: String) async throws(GatewayError)

    /// Makes a source the customer's default (`default_source`).
    func selectDefaultSource(_ id: String) async throws(GatewayError)

    /// Removes a source; a server may do without, and then nothing can be removed.
    func deleteSource(_ id: String) async throws(GatewayError)

    /// Keeps the address at the customer; a server may do without, and then it is not remembered.
    func updateCustomer(shipping: ShippingDetails) async throws(GatewayError)
}

extension BackendAPIAdapter {
    /// Refuses, for servers that do without.
    public func deleteSource(_ id: String) async throws(GatewayError) {
        throw GatewayError(.notAvailable, fate: .notSent, message: "the app's server removes no saved cards")
    }

    /// Does nothing, for servers that do without.
    public func updateCustomer(shipping: ShippingDetails) async throws(GatewayError) {}
}
