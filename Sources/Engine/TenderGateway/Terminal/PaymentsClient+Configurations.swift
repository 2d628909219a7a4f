public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// What smart readers are set to: tips, offline payments, networks, screens.
extension PaymentsClient {
    private static let configurations = "/v1/terminal/configurations"
    private static let configurationKind = "terminal.configuration"

    /// Creates a configuration of readers, once per key; a location uses it once it names it.
    ///
    /// - Throws: `GatewayError`; that was not sent, for a tip in another currency than the payment's.
    public func createTerminalConfiguration(
        _ parameters: TerminalConfigurationParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalConfiguration {
        try await exchange(
            .post, Self.configurations, FormParameters(parameters), key: key, kind: Self.configurationKind,
            to: "create a configuration", secrets: parameters.secrets)
    }

    /// Lists configurations, newest first: all of them, or only the account's default, or only the others.
    public func listTerminalConfigurations(
        isAccountDefault: Bool? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<TerminalConfiguration> {
        var form = FormParameters()
        form.add("is_account_default", isAccountDefault)
        return try await page(Self.configurations, query, form, to: "list configurations")
    }

    /// Retrieves a configuration.
    public func retrieveTerminalConfiguration(_ id: String) async throws(GatewayError) -> TerminalConfiguration {
        try await exchange(
            .get, Self.configurations, id: id, kind: Self.configurationKind, to: "read a configuration")
    }

    /// Retrieves what the readers of a location are set to: its configuration, filled up from the account's default;
    /// `nil` if there is neither.
    ///
    /// - Parameter location: The location, `tml_…`; `nil` for the account's default alone.
    public func terminalConfiguration(
        at location: String?
    ) async throws(GatewayError) -> TerminalConfiguration? {
        let base = try await listTerminalConfigurations(isAccountDefault: true, ListQuery(limit: 1)).data.first
        guard let location, let id = try await retrieveLocation(location).configurationOverrides else { return base }
        let own = try await retrieveTerminalConfiguration(id)
        return base.map { own.inheriting($0) } ?? own
    }

    /// Updates what the parameters name of a configuration.
    public func updateTerminalConfiguration(
        _ id: String, _ parameters: TerminalConfigurationParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalConfiguration {
        try await exchange(
            .post, Self.configurations, id: id, "", FormParameters(parameters), key: key,
            kind: Self.configurationKind, to: "update a configuration", secrets: parameters.secrets)
    }

    /// Deletes a configuration; its locations fall back to the account's default.
    public func deleteTerminalConfiguration(_ id: String) async throws(GatewayError) {
        try await remove(
            Self.configurations, id: id, kind: Self.configurationKind, to: "delete a configuration")
    }
}
