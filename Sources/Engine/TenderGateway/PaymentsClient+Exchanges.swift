import TenderFlow
import TenderHTTP
import TenderModel

/// What the calls beside payments share.
extension PaymentsClient {
    /// Makes one exchange whose answer is an object of a kind.
    ///
    /// - Parameters:
    ///   - kind: what `object` must say.
    ///   - act: what a publishable key cannot do.
    ///   - secrets: what must not come back in a message.
    func exchange<Object: Decodable>(
        _ method: APIRequest.Method, _ path: String, _ form: FormParameters = FormParameters(),
        key: IdempotencyKey? = nil, kind: String, to act: String, secrets: [String?] = []
    ) async throws(GatewayError) -> Object {
        try requireSecretKey(to: act)
        let answer = try await transport.send(
            APIRequest(method: method, path: path, parameters: form, key: key, secrets: secrets))
        return try answer.decode(Object.self, kind: kind)
    }

    /// Makes one exchange about an object that exists, and compares the answer's id with it.
    func exchange<Object: Decodable & Identifiable>(
        _ method: APIRequest.Method, _ folder: String, id: String, _ action: String = "",
        _ form: FormParameters = FormParameters(), key: IdempotencyKey? = nil, kind: String, to act: String,
        secrets: [String?] = []
    ) async throws(GatewayError) -> Object where Object.ID == String {
        try requireSecretKey(to: act)
        let path = "\(folder)/\(try id.checkedID())\(action)"
        let answer = try await transport.send(
            APIRequest(method: method, path: path, parameters: form, key: key, secrets: secrets))
        let object = try answer.decode(Object.self, kind: kind)
        guard object.id == id else {
            throw answer.mismatch("the answer is about '\(object.id)', not about '\(id)'")
        }
        return object
    }

    /// Reads one page of a list.
    func page<Element: Decodable & Hashable & Sendable>(
        _ path: String, _ query: ListQuery, _ filters: FormParameters = FormParameters(), to act: String
    ) async throws(GatewayError) -> ListPage<Element> {
        try requireSecretKey(to: act)
        var form = filters
        form.add(try FormParameters(query))
        let answer = try await transport.send(APIRequest(method: .get, path: path, parameters: form))
        return try answer.decode(ListObject<Element>.self, kind: "list").page
    }

    /// Removes an object.
    func remove(_ folder: String, id: String, kind: String, to act: String) async throws(GatewayError) {
        let gone: DeletedObject = try await exchange(.delete, folder, id: id, kind: kind, to: act)
        guard gone.deleted else {
            throw GatewayError(
                .responseNotUnderstood, fate: .unknown, message: "the answer does not say that '\(id)' is gone")
        }
    }
}

/// What is left of an object that was removed.
private struct DeletedObject: Decodable, Identifiable {
    let id: String
    let deleted: Bool
}
