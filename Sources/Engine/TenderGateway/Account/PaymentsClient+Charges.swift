public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// Charges, and what they did to the account's money.
extension PaymentsClient {
    /// Retrieves a charge.
    public func retrieveCharge(_ id: String) async throws(GatewayError) -> Charge {
        try await exchange(.get, "/v1/charges", id: id, kind: "charge", to: "read a charge")
    }

    /// Lists charges, newest first: all of them, or those of an intent or a customer; filter: `transferGroup`.
    public func listCharges(
        paymentIntent: String? = nil, customer: String? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<Charge> {
        var form = FormParameters()
        form.add("payment_intent", try paymentIntent?.checkedID())
        form.add("customer", try customer?.checkedID())
        return try await page(
            "/v1/charges", query, form, permitting: [.customer, .paymentIntent, .transferGroup], to: "list charges")
    }

    /// Retrieves one movement of the account's money.
    public func retrieveBalanceTransaction(_ id: String) async throws(GatewayError) -> BalanceTransaction {
        try await exchange(
            .get, "/v1/balance_transactions", id: id, kind: "balance_transaction", to: "read a balance transaction")
    }

    /// Retrieves the account's balance.
    public func retrieveBalance() async throws(GatewayError) -> Balance {
        try await exchange(.get, "/v1/balance", kind: "balance", to: "read the balance")
    }

    /// Lists the balance transactions of the account, newest first.
    ///
    /// - Parameters:
    ///   - type: The type, such as `charge` or `refund`; `nil` for all.
    ///   - source: The charge, refund or payout behind them; `nil` for all.
    public func listBalanceTransactions(
        type: String? = nil, source: String? = nil, currency: Currency? = nil, _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<BalanceTransaction> {
        var form = FormParameters()
        form.add("type", type)
        form.add("source", try source?.checkedID())
        form.add("currency", currency?.code)
        return try await page(
            "/v1/balance_transactions", query, form, permitting: [.currency, .payout, .source, .type],
            to: "list balance transactions")
    }
}
