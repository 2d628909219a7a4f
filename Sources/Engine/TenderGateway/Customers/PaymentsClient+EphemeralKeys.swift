public import TenderCheckout
import TenderBytes
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Ephemeral keys and sessions for one customer; each call needs the secret key.
extension PaymentsClient {
    /// Creates a key with which an app may read and change one customer for about an hour.
    ///
    /// - Parameters:
    ///   - customer: The customer's ID.
    ///   - apiVersion: The API version that the *app* uses, which its request names.
    public func createEphemeralKey(
        customer: String, apiVersion: String, key: IdempotencyKey
    ) async throws(GatewayError) -> EphemeralKey {
        try requireSecretKey(to: "create an ephemeral key")
        var form = FormParameters()
        form.add("customer", try customer.checkedID())
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/ephemeral_keys", parameters: form, key: key, version: apiVersion)
        )
        let made = try answer.decode(EphemeralKey.self, kind: "ephemeral_key")
        guard made.customer == customer else {
            throw answer.mismatch("the key is for '\(made.customer ?? "nobody")', not for '\(customer)'")
        }
        return made
    }

    /// Deletes an ephemeral key before it expires.
    public func deleteEphemeralKey(_ id: String) async throws(GatewayError) {
        try requireSecretKey(to: "end an ephemeral key")
        let path = "/v1/ephemeral_keys/\(try id.checkedID())"
        let answer = try await transport.send(APIRequest(method: .delete, path: path))
        let ended = try answer.decode(EndedKey.self, kind: "ephemeral_key")
        guard ended.id == id else { throw answer.mismatch("the answer is about '\(ended.id)', not about '\(id)'") }
    }

    /// Creates a secret with which a page or an app shows one customer's payment methods.
    ///
    /// - Parameters:
    ///   - customer: The customer's ID.
    ///   - components: The parts of the page that may use it.
    public func createCustomerSession(
        customer: String, components: [CustomerSessionComponent], key: IdempotencyKey
    ) async throws(GatewayError) -> CustomerSession {
        try requireSecretKey(to: "create a customer session")
        var form = FormParameters()
        form.add("customer", try customer.checkedID())
        for component in components {
            form.add("components[\(component.name)][enabled]", "true")
            form.add("components[\(component.name)][features]", map: component.features)
        }
        let answer = try await transport.send(
            APIRequest(method: .post, path: "/v1/customer_sessions", parameters: form, key: key)
        )
        let made = try answer.decode(SessionObject.self, kind: "customer_session")
        guard made.customer == customer else {
            throw answer.mismatch("the session is for '\(made.customer)', not for '\(customer)'")
        }
        return CustomerSession(
            customer: customer, clientSecret: SecretBytes(utf8: made.clientSecret), created: made.created,
            expiresAt: made.expiresAt)
    }
}

private struct EndedKey: Decodable { let id: String }

private struct SessionObject: Decodable {
    let customer: String
    let clientSecret: String
    let created: Int64
    let expiresAt: Int64

    enum CodingKeys: String, CodingKey {
        case customer, created
        case clientSecret = "client_secret"
        case expiresAt = "expires_at"
    }
}
