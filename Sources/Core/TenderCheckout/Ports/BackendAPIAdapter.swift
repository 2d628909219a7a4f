public import TenderFlow
public import TenderModel

/// The app's own server in the older form: it calls the gateway with its secret key, and stores cards as sources.
///
/// One call is one exchange with the server, which knows who is signed in.
public protocol BackendAPIAdapter: Sendable {
    /// Retrieves the customer, including the sources (`expand[]=sources`).
    func retrieveCustomer() async throws(GatewayError) -> Customer

    /// Saves the card of a token, such as `tok_…`, as a source of the customer.
    func attachSource(_ token: String) async throws(GatewayError)

    /// Makes a source the customer's default (`default_source`).
    func selectDefaultSource(_ id: String) async throws(GatewayError)

    /// Removes a source; a server may lack this, and then nothing can be removed.
    func deleteSource(_ id: String) async throws(GatewayError)

    /// Stores the address with the customer; a server may lack this, and then the address is not remembered.
    func updateCustomer(shipping: ShippingDetails) async throws(GatewayError)
}

extension BackendAPIAdapter {
    /// Refuses, for servers that lack this.
    public func deleteSource(_ id: String) async throws(GatewayError) {
        throw GatewayError(.notAvailable, fate: .notSent, message: "the app's server removes no saved cards")
    }

    /// Does nothing, for servers that lack this.
    public func updateCustomer(shipping: ShippingDetails) async throws(GatewayError) {}
}
