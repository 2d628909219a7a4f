public import TenderFlow
import TenderHTTP
public import TenderModel

/// Cards saved through the older Sources API; each call needs the secret key.
extension PaymentsClient {
    /// Saves the card of a token as a source of the customer; the first one becomes the default.
    public func attachSource(
        _ token: String, toCustomer customer: String, key: IdempotencyKey
    ) async throws(GatewayError) -> CardSource {
        try requireSecretKey(to: "attach a source")
        var form = FormParameters()
        form.add("source", try token.checkedID())
        let path = try CustomerCalls.path(customer) + "/sources"
        let answer = try await transport.send(APIRequest(method: .post, path: path, parameters: form, key: key))
        return try answer.decode(CardSource.self, kind: nil)
    }

    /// Lists a customer's card sources, newest first.
    public func listSources(
        ofCustomer customer: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<CardSource> {
        try requireSecretKey(to: "list sources")
        var form = FormParameters()
        form.add("object", "card")
        form.add(try FormParameters(query))
        let path = try CustomerCalls.path(customer) + "/sources"
        let answer = try await transport.send(APIRequest(method: .get, path: path, parameters: form))
        return try answer.decode(ListObject<CardSource>.self, kind: "list").page
    }

    /// Deletes a source permanently.
    public func deleteSource(_ id: String, ofCustomer customer: String) async throws(GatewayError) {
        try requireSecretKey(to: "remove a source")
        let path = try CustomerCalls.path(customer) + "/sources/\(try id.checkedID())"
        let answer = try await transport.send(APIRequest(method: .delete, path: path))
        let source = try answer.decode(CardSource.self, kind: nil)
        guard source.id == id else { throw answer.mismatch("the answer is about '\(source.id)', not about '\(id)'") }
    }
}
