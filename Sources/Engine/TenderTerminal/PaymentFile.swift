import TenderFlow
import TenderModel

/// What is kept of a payment beside the facts that decide: for the application, and for the gateway.
struct PaymentFile {
    /// The intent as last seen.
    var intent: PaymentIntent
    /// The last error of the gateway, to say more than the machine's small facts.
    var lastError: GatewayError?
}
