public import TenderFlow
public import TenderModel

/// The payments API as seen by an app with one intent's client secret; one call is one exchange.
public protocol PaymentSheetGateway: Sendable {
    /// Retrieves the intent.
    func retrieve(_ secret: ClientSecret) async throws(GatewayError) -> PaymentSheetIntent

    /// Lists the customer's saved payment methods, newest first.
    func savedMethods(of customer: PaymentSheetCustomer) async throws(GatewayError) -> [PaymentMethod]

    /// Confirms the intent, once per key.
    ///
    /// - Throws: `GatewayError`; a decline is `.declinedByIssuer`, for a payment with the resulting intent.
    func confirm(
        _ secret: ClientSecret, _ confirmation: PaymentSheetConfirmation
    ) async throws(GatewayError) -> PaymentSheetIntent
}
