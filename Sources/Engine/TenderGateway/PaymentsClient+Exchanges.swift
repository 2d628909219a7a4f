import TenderAPI
import TenderFlow
import TenderHTTP
import TenderModel

/// What the calls outside payments share.
extension PaymentsClient {
    /// Performs one exchange whose response is an object of a kind.
    ///
    /// - Parameters:
    ///   - body: The parameters in place of a form, for version 2 of the API.
    ///   - kind: The required value of `object`.
    ///   - act: What a publishable key cannot do.
    ///   - secrets: The texts that must not appear in a message.
    func exchange<Object: Decodable>(
        _ method: APIRequest.Method, _ path: String, _ form: FormParameters = FormParameters(),
        body: JSONParameters? = nil, key: IdempotencyKey? = nil, kind: String, to act: String, secrets: [String?] = []
    ) async throws(GatewayError) -> Object {
        try requireSecretKey(to: act)
        let answer = try await transport.send(
            APIRequest(method: method, path: path, parameters: form, body: body, key: key, secrets: secrets))
        return try answer.decode(Object.self, kind: kind)
    }

    /// Performs one exchange about an existing object, and compares the ID in the response.
    func exchange<Object: Decodable & Identifiable>(
        _ method: APIRequest.Method, _ folder: String, id: String, _ action: String = "",
        _ form: FormParameters = FormParameters(), body: JSONParameters? = nil, file: FormFile? = nil,
        key: IdempotencyKey? = nil, kind: String?, to act: String, secrets: [String?] = []
    ) async throws(GatewayError) -> Object where Object.ID == String {
        try requireSecretKey(to: act)
        let path = "\(folder)/\(try id.checkedID())\(action)"
        let answer = try await transport.send(
            APIRequest(
                method: method, path: path, parameters: form, body: body, file: file, key: key, secrets: secrets))
        let object = try answer.decode(Object.self, kind: kind)
        guard object.id == id else {
            throw answer.mismatch("the answer is about '\(object.id)', not about '\(id)'")
        }
        return object
    }

    /// Retrieves one page of a list.
    func page<Element: Decodable & Hashable & Sendable>(
        _ path: String, _ query: ListQuery, _ filters: FormParameters = FormParameters(),
        permitting permitted: Set<ListFilter> = [], to act: String
    ) async throws(GatewayError) -> ListPage<Element> {
        try requireSecretKey(to: act)
        var form = filters
        // What a call's own parameters say is not said twice.
        let said = Set(filters.pairs.map(\.name))
        form.add(try FormParameters(query, filters: permitted.filter { !said.contains($0.rawValue) }))
        let answer = try await transport.send(APIRequest(method: .get, path: path, parameters: form))
        return try answer.decode(ListObject<Element>.self, kind: "list").page
    }

    /// Retrieves one page of a list of version 2 of the API.
    func corePage<Element: Decodable & Hashable & Sendable>(
        _ path: String, _ filters: FormParameters = FormParameters(), limit: Int, page: String?, to act: String
    ) async throws(GatewayError) -> CorePage<Element> {
        try requireSecretKey(to: act)
        guard (1...100).contains(limit) else {
            throw .notSent(.invalidParameter, "the limit of a list is 1 to 100, not \(limit)")
        }
        var form = filters
        form.add("limit", Int64(limit))
        form.add("page", page)
        let answer = try await transport.send(APIRequest(method: .get, path: path, parameters: form))
        guard let found = try answer.decode(CoreListObject<Element>.self, kind: nil).page else {
            throw answer.incomplete("the list does not name its other pages")
        }
        return found
    }

    /// Deletes an object.
    func remove(_ folder: String, id: String, kind: String, to act: String) async throws(GatewayError) {
        let gone: DeletedObject = try await exchange(.delete, folder, id: id, kind: kind, to: act)
        guard gone.deleted else {
            throw GatewayError(
                .responseNotUnderstood, fate: .unknown, message: "the answer does not say that '\(id)' is gone")
        }
    }
}

extension PaymentsClient {
    /// Deletes an object of version 2 of the API, which only repeats its ID.
    func removeCore(_ folder: String, id: String, to act: String) async throws(GatewayError) {
        let _: RemovedObject = try await exchange(.delete, folder, id: id, kind: nil, to: act)
    }
}

/// What is left of a deleted object of version 2 of the API.
private struct RemovedObject: Decodable, Identifiable {
    let id: String
}

/// What is left of a deleted object.
private struct DeletedObject: Decodable, Identifiable {
    let id: String
    let deleted: Bool
}
