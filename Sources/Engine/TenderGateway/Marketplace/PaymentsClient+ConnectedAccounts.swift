public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The accounts that sell through a platform; each call needs the platform's secret key.
extension PaymentsClient {
    private static let accounts = "/v1/accounts"
    private static let accountKind = "account"

    /// Creates a connected account, once per key.
    public func createAccount(
        _ parameters: ConnectedAccountParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> ConnectedAccount {
        try await exchange(
            .post, Self.accounts, FormParameters(parameters), key: key, kind: Self.accountKind,
            to: "create a connected account", secrets: parameters.secrets)
    }

    /// Retrieves a connected account.
    public func retrieveAccount(_ id: String) async throws(GatewayError) -> ConnectedAccount {
        try await exchange(.get, Self.accounts, id: id, kind: Self.accountKind, to: "read a connected account")
    }

    /// Retrieves the account that the calls are made for: the key's own, or the one that it acts for.
    public func retrieveOwnAccount() async throws(GatewayError) -> ConnectedAccount {
        try await exchange(.get, "/v1/account", kind: Self.accountKind, to: "read an account")
    }

    /// Lists connected accounts, newest first.
    public func listAccounts(
        _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<ConnectedAccount> {
        try await page(Self.accounts, query, to: "list connected accounts")
    }

    /// Updates the non-`nil` properties of a connected account; the metadata is merged.
    public func updateAccount(
        _ id: String, _ parameters: ConnectedAccountParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> ConnectedAccount {
        try await exchange(
            .post, Self.accounts, id: id, "", FormParameters(parameters), key: key, kind: Self.accountKind,
            to: "update a connected account", secrets: parameters.secrets)
    }

    /// Deletes a connected account that holds no money.
    public func deleteAccount(_ id: String) async throws(GatewayError) {
        try await remove(Self.accounts, id: id, kind: Self.accountKind, to: "delete a connected account")
    }

    /// Creates the link to the page on which an account provides the required information.
    ///
    /// - Parameters:
    ///   - type: `account_onboarding` or `account_update`.
    ///   - refreshURL: The page for somebody who opens a link that is no longer valid.
    ///   - returnURL: The page for somebody who has finished.
    public func createAccountLink(
        _ account: String, type: String = "account_onboarding", refreshURL: String, returnURL: String,
        key: IdempotencyKey
    ) async throws(GatewayError) -> AccountLink {
        var form = FormParameters()
        form.add("account", try account.checkedID())
        form.add("type", type)
        form.add("refresh_url", refreshURL)
        form.add("return_url", returnURL)
        return try await exchange(
            .post, "/v1/account_links", form, key: key, kind: "account_link", to: "create an account link")
    }

    /// Creates the link at which the holder of an Express account sees its money.
    public func createLoginLink(_ account: String, key: IdempotencyKey) async throws(GatewayError) -> AccountLink {
        try await exchange(
            .post, "\(Self.accounts)/\(try account.checkedID())/login_links", key: key, kind: "login_link",
            to: "create a login link")
    }
}

extension ConnectedAccountParameters {
    /// The numbers by which a state and a bank identify somebody.
    fileprivate var secrets: [String?] { [individual?.idNumber, bankAccount?.accountNumber] }
}
