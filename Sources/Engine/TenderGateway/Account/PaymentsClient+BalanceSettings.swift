public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// When and how the account is paid out; `acting(for:)` is for a connected account's.
extension PaymentsClient {
    private static let settings = "/v1/balance_settings"

    /// Retrieves the settings of the account's payouts.
    public func retrieveBalanceSettings() async throws(GatewayError) -> BalanceSettings {
        try await exchange(.get, Self.settings, kind: "balance_settings", to: "read the settings of payouts")
    }

    /// Updates the non-`nil` settings of the account's payouts; `payoutStatus` is not a setting.
    public func updateBalanceSettings(
        _ settings: BalanceSettings, key: IdempotencyKey
    ) async throws(GatewayError) -> BalanceSettings {
        var form = FormParameters()
        form.add("payments[payouts][schedule][interval]", settings.payoutInterval)
        form.add("payments[payouts][statement_descriptor]", settings.statementDescriptor)
        form.add("payments[settlement_timing][delay_days_override]", settings.delayDays.map { Int64($0) })
        form.add("payments[debit_negative_balances]", settings.debitsNegativeBalances)
        return try await exchange(
            .post, Self.settings, form, key: key, kind: "balance_settings", to: "update the settings of payouts")
    }
}
