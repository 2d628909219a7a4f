public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The customer's actions at a simulated reader, in test mode.
extension PaymentsClient {
    private static let helpers = "/v1/test_helpers/terminal/readers"

    /// Presents a test card to a simulated reader that waits for one.
    ///
    /// - Parameters:
    ///   - number: The number of a public test card; `nil` for the usual one.
    ///   - type: How the card is presented.
    ///   - tip: The tip that the customer adds on the reader.
    public func presentPaymentMethod(
        to reader: String, number: String? = nil, type: PaymentMethodType = .cardPresent, tip: Amount? = nil,
        key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        if let number {
            form.add("type", type.rawValue)
            form.add("\(type.rawValue)[number]", number)
        } else if type != .cardPresent {
            form.add("type", type.rawValue)
        }
        form.add("amount_tip", try tip?.chargeableUnits())
        return try await help(reader, "present_payment_method", form, key)
    }

    /// Fills in the forms that a simulated reader shows.
    ///
    /// - Parameter skipsOptional: Whether to skip what may be skipped.
    public func succeedInputCollection(
        on reader: String, skipsOptional: Bool = false, key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        form.add("skip_non_required_inputs", skipsOptional ? "all" : "none")
        return try await help(reader, "succeed_input_collection", form, key)
    }

    /// Lets the forms that a simulated reader shows time out.
    public func timeoutInputCollection(
        on reader: String, key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        try await help(reader, "timeout_input_collection", FormParameters(), key)
    }

    private func help(
        _ reader: String, _ action: String, _ form: FormParameters, _ key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        try await exchange(
            .post, Self.helpers, id: reader, "/\(action)", form, key: key, kind: Self.readerKind,
            to: "use a simulated reader")
    }
}
