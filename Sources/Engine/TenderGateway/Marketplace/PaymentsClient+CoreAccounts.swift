public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Connected accounts in version 2 of the API: the same accounts, in parts; each call needs the platform's secret key.
extension PaymentsClient {
    private static let accounts = "/v2/core/accounts"
    private static let accountKind = "v2.core.account"

    /// Creates an account in version 2 of the API, once per key.
    ///
    /// - Parameter parts: The parts that the answer shows.
    public func createCoreAccount(
        _ parameters: CoreAccountParameters, including parts: Set<CoreAccount.Part> = [], key: IdempotencyKey
    ) async throws(GatewayError) -> CoreAccount {
        try await exchange(
            .post, Self.accounts, body: JSONParameters(parameters, including: parts), key: key,
            kind: Self.accountKind, to: "create a connected account", secrets: parameters.secrets)
    }

    /// Retrieves an account in version 2 of the API.
    ///
    /// - Parameter parts: The parts that the answer shows.
    public func retrieveCoreAccount(
        _ id: String, including parts: Set<CoreAccount.Part> = []
    ) async throws(GatewayError) -> CoreAccount {
        var form = FormParameters()
        form.add("include", indexed: parts.map(\.rawValue).sorted())
        return try await exchange(
            .get, Self.accounts, id: id, "", form, kind: Self.accountKind, to: "read a connected account")
    }

    /// Lists accounts in version 2 of the API, newest first, without their parts.
    ///
    /// - Parameters:
    ///   - configurations: What they are all used for; empty for all accounts.
    ///   - isClosed: Whether to list the closed ones instead of the others.
    ///   - page: What the page before ended with; `nil` for the first.
    public func listCoreAccounts(
        configurations: [AccountConfiguration] = [], isClosed: Bool = false, limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> CorePage<CoreAccount> {
        var form = FormParameters()
        form.add("applied_configurations", indexed: configurations.map(\.rawValue))
        if isClosed { form.add("closed", true) }
        return try await corePage(Self.accounts, form, limit: limit, page: page, to: "list connected accounts")
    }

    /// Updates an account in version 2 of the API; what is not given stays as it is.
    ///
    /// - Parameter parts: The parts that the answer shows.
    public func updateCoreAccount(
        _ id: String, _ parameters: CoreAccountParameters, including parts: Set<CoreAccount.Part> = [],
        key: IdempotencyKey
    ) async throws(GatewayError) -> CoreAccount {
        try await exchange(
            .post, Self.accounts, id: id, body: JSONParameters(parameters, including: parts), key: key,
            kind: Self.accountKind, to: "update a connected account", secrets: parameters.secrets)
    }

    /// Closes an account that holds no money, for good.
    ///
    /// - Parameter configurations: All that it is used for.
    public func closeCoreAccount(
        _ id: String, configurations: [AccountConfiguration], key: IdempotencyKey
    ) async throws(GatewayError) -> CoreAccount {
        var body = JSONParameters()
        body.add("applied_configurations", list: configurations.map(\.rawValue))
        let account: CoreAccount = try await exchange(
            .post, Self.accounts, id: id, "/close", body: body, key: key, kind: Self.accountKind,
            to: "close a connected account")
        guard account.closed else {
            throw GatewayError(
                .answerMismatch, fate: .unknown, message: "the answer does not say that '\(id)' is closed")
        }
        return account
    }

    /// Creates the link to the page on which an account of version 2 of the API provides the required information.
    ///
    /// - Parameters:
    ///   - type: `account_onboarding` or `account_update`.
    ///   - configurations: What the information is for; empty for everything.
    ///   - refreshURL: The page for somebody who opens a link that is no longer valid.
    ///   - returnURL: The page for somebody who has finished.
    public func createCoreAccountLink(
        _ account: String, type: String = "account_onboarding", configurations: [AccountConfiguration] = [],
        refreshURL: String, returnURL: String? = nil, key: IdempotencyKey
    ) async throws(GatewayError) -> AccountLink {
        var body = JSONParameters()
        body.add("account", try account.checkedID())
        body.add("use_case.type", type)
        body.add("use_case.\(type).configurations", list: configurations.map(\.rawValue))
        body.add("use_case.\(type).refresh_url", refreshURL)
        body.add("use_case.\(type).return_url", returnURL)
        let link: CoreAccountLink = try await exchange(
            .post, "/v2/core/account_links", body: body, key: key, kind: "v2.core.account_link",
            to: "create an account link")
        guard link.account == account else {
            throw GatewayError(
                .answerMismatch, fate: .unknown, message: "the link is for '\(link.account)', not for '\(account)'")
        }
        return AccountLink(url: link.url, created: link.created, expiresAt: link.expiresAt)
    }
}

/// A link as version 2 of the API writes it.
private struct CoreAccountLink: Decodable {
    let account: String
    let url: String
    @TimestampText var created: Int64
    @TimestampText var expiresAt: Int64

    enum CodingKeys: String, CodingKey {
        case account, url, created
        case expiresAt = "expires_at"
    }
}

extension CoreAccountParameters {
    /// The numbers under which states know somebody.
    fileprivate var secrets: [String?] {
        ((individual?.idNumbers ?? []) + (businessDetails?.idNumbers ?? [])).map(\.value)
    }
}
