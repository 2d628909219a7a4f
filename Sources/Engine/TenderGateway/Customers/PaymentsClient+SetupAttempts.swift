public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// What became of saving payment methods, and the permissions to debit them.
extension PaymentsClient {
    /// Lists the attempts to save a payment method with a SetupIntent, newest first.
    public func listSetupAttempts(
        setupIntent: String, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<SetupAttempt> {
        var form = FormParameters()
        form.add("setup_intent", try setupIntent.checkedID())
        return try await page("/v1/setup_attempts", query, form, to: "list setup attempts")
    }

    /// Retrieves a mandate.
    public func retrieveMandate(_ id: String) async throws(GatewayError) -> Mandate {
        try await exchange(.get, "/v1/mandates", id: id, kind: "mandate", to: "read a mandate")
    }
}
