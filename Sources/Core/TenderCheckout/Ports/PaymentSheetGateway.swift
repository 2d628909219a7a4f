public import TenderFlow
public import TenderModel

/// The payments API in the hands of an app that holds one intent's client secret; one call is one exchange.
public protocol PaymentSheetGateway: Sendable {
    /// Reads the intent.
    func retrieve(_ secret: ClientSecret) async throws(GatewayError) -> PaymentSheetIntent

    /// Lists the customer's saved payment methods, newest first.
    func savedMethods(of customer: PaymentSheetCustomer) async throws(GatewayError) -> [PaymentMethod]

    /// Confirms the intent, once per key.
    ///
    /// - Throws: `GatewayError`; a decline is `.declinedByIssuer`, of a payment with the intent after it.
    func confirm(
        _ secret: ClientSecret, _ confirmation: PaymentSheetConfirmation
    ) async throws(GatewayError) -> PaymentSheetIntent
}
