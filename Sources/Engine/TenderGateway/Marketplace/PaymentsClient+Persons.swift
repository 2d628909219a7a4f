public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The people of connected accounts, and the bank accounts that they are paid out to.
extension PaymentsClient {
    private static let personKind = "person"
    private static let bankKind = "bank_account"

    private static func persons(of account: String) throws(GatewayError) -> String {
        "/v1/accounts/\(try account.checkedID())/persons"
    }

    private static func banks(of account: String) throws(GatewayError) -> String {
        "/v1/accounts/\(try account.checkedID())/external_accounts"
    }

    /// Adds a person to a connected account, once per key.
    public func createPerson(
        of account: String, _ parameters: AccountPersonParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> AccountPerson {
        try await exchange(
            .post, Self.persons(of: account), FormParameters(parameters), key: key, kind: Self.personKind,
            to: "add a person", secrets: [parameters.idNumber])
    }

    /// Lists the people of a connected account, newest first.
    public func listPersons(
        of account: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<AccountPerson> {
        try await page(Self.persons(of: account), query, to: "list persons")
    }

    /// Retrieves a person of a connected account.
    public func retrievePerson(_ id: String, of account: String) async throws(GatewayError) -> AccountPerson {
        try await exchange(.get, Self.persons(of: account), id: id, kind: Self.personKind, to: "read a person")
    }

    /// Updates the non-`nil` properties of a person; the metadata is merged.
    public func updatePerson(
        _ id: String, of account: String, _ parameters: AccountPersonParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> AccountPerson {
        try await exchange(
            .post, Self.persons(of: account), id: id, "", FormParameters(parameters), key: key, kind: Self.personKind,
            to: "update a person", secrets: [parameters.idNumber])
    }

    /// Removes a person from a connected account.
    public func deletePerson(_ id: String, of account: String) async throws(GatewayError) {
        try await remove(Self.persons(of: account), id: id, kind: Self.personKind, to: "remove a person")
    }

    /// Adds a bank account to a connected account, once per key.
    ///
    /// - Parameter isDefault: Whether payouts in its currency go there from now on.
    public func createExternalAccount(
        of account: String, _ bank: BankAccountParameters, isDefault: Bool = false, key: IdempotencyKey
    ) async throws(GatewayError) -> ExternalAccount {
        var form = FormParameters()
        form.add("external_account", bank)
        if isDefault { form.add("default_for_currency", true) }
        return try await exchange(
            .post, Self.banks(of: account), form, key: key, kind: Self.bankKind, to: "add a bank account",
            secrets: [bank.accountNumber])
    }

    /// Lists the bank accounts of a connected account.
    public func listExternalAccounts(
        of account: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<ExternalAccount> {
        try await page(Self.banks(of: account), query, to: "list bank accounts")
    }

    /// Retrieves a bank account of a connected account.
    public func retrieveExternalAccount(
        _ id: String, of account: String
    ) async throws(GatewayError) -> ExternalAccount {
        try await exchange(.get, Self.banks(of: account), id: id, kind: Self.bankKind, to: "read a bank account")
    }

    /// Updates a bank account of a connected account: where payouts of its currency go, its holder, its metadata.
    public func updateExternalAccount(
        _ id: String, of account: String, isDefault: Bool? = nil, holderName: String? = nil,
        metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> ExternalAccount {
        var form = FormParameters()
        form.add("default_for_currency", isDefault)
        form.add("account_holder_name", holderName)
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.banks(of: account), id: id, "", form, key: key, kind: Self.bankKind,
            to: "update a bank account")
    }

    /// Removes a bank account that is not the default of its currency.
    public func deleteExternalAccount(_ id: String, of account: String) async throws(GatewayError) {
        try await remove(Self.banks(of: account), id: id, kind: Self.bankKind, to: "remove a bank account")
    }

    /// Closes a connected account to all business, for good.
    ///
    /// - Parameter reason: `fraud`, `terms_of_service` or `other`.
    public func rejectAccount(
        _ id: String, reason: String, key: IdempotencyKey
    ) async throws(GatewayError) -> ConnectedAccount {
        var form = FormParameters()
        form.add("reason", reason)
        return try await exchange(
            .post, "/v1/accounts", id: id, "/reject", form, key: key, kind: "account", to: "reject an account")
    }
}

extension FormParameters {
    fileprivate init(_ person: AccountPersonParameters) {
        add("first_name", person.firstName)
        add("last_name", person.lastName)
        add("dob[day]", (person.birth?.day).map { Int64($0) })
        add("dob[month]", (person.birth?.month).map { Int64($0) })
        add("dob[year]", (person.birth?.year).map { Int64($0) })
        add("address", person.address)
        add("email", person.email)
        add("phone", person.phone)
        add("id_number", person.idNumber)
        add("ssn_last_4", person.idNumberEnd)
        if let relationship = person.relationship { add(relationship) }
        add("metadata", map: person.metadata)
    }

    private mutating func add(_ relationship: AccountPerson.Relationship) {
        add("relationship[representative]", relationship.representative)
        add("relationship[owner]", relationship.owner)
        add("relationship[director]", relationship.director)
        add("relationship[executive]", relationship.executive)
        add("relationship[title]", relationship.title)
        add("relationship[percent_ownership]", relationship.percentOwnership.map { String($0) })
    }
}
