import TenderFlow
import TenderModel

/// What is stored about a payment beside the facts that decide: for the application, and for the gateway.
struct PaymentFile {
    /// The intent as last seen.
    var intent: PaymentIntent
    /// The last error of the gateway, which says more than the machine's small facts.
    var lastError: GatewayError?
}
