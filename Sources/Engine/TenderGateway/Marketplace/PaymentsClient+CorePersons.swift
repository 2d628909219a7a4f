public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The people of accounts in version 2 of the API.
extension PaymentsClient {
    private static let personKind = "v2.core.account_person"

    private static func persons(of account: String) throws(GatewayError) -> String {
        "/v2/core/accounts/\(try account.checkedID())/persons"
    }

    /// Adds a person to an account of version 2 of the API, once per key.
    public func createCorePerson(
        of account: String, _ parameters: CorePersonParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> CorePerson {
        try await exchange(
            .post, Self.persons(of: account), body: JSONParameters(parameters), key: key, kind: Self.personKind,
            to: "add a person", secrets: parameters.idNumbers.map(\.value))
    }

    /// Lists the people of an account of version 2 of the API, newest first.
    ///
    /// - Parameter page: What the page before ended with; `nil` for the first.
    public func listCorePersons(
        of account: String, limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> CorePage<CorePerson> {
        try await corePage(Self.persons(of: account), limit: limit, page: page, to: "list persons")
    }

    /// Retrieves a person of an account of version 2 of the API.
    public func retrieveCorePerson(_ id: String, of account: String) async throws(GatewayError) -> CorePerson {
        try await exchange(.get, Self.persons(of: account), id: id, kind: Self.personKind, to: "read a person")
    }

    /// Updates a person of an account of version 2 of the API; what is not given stays as it is.
    public func updateCorePerson(
        _ id: String, of account: String, _ parameters: CorePersonParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> CorePerson {
        try await exchange(
            .post, Self.persons(of: account), id: id, body: JSONParameters(parameters), key: key,
            kind: Self.personKind, to: "update a person", secrets: parameters.idNumbers.map(\.value))
    }

    /// Removes a person from an account of version 2 of the API.
    public func deleteCorePerson(_ id: String, of account: String) async throws(GatewayError) {
        try await removeCore(Self.persons(of: account), id: id, to: "remove a person")
    }
}
