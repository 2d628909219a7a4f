public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The commands to smart readers; each returns the reader with the action in progress.
///
/// None of these calls waits for a customer: `retrieveReader` returns the state of the action.
/// `terminal_reader_timeout` is an error after which the action may run all the same.
extension PaymentsClient {
    /// Makes the reader read and charge a card in one step.
    public func processPaymentIntent(
        _ intent: String, on reader: String, with configuration: ReaderProcessConfiguration = .init(),
        key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        form.add("payment_intent", try intent.checkedID())
        try form.add(configuration, as: "process_config")
        return try await act(reader, "process_payment_intent", form, key)
    }

    /// Makes the reader read a card for an intent; nothing is charged.
    public func collectPaymentMethod(
        _ intent: String, on reader: String, with configuration: ReaderProcessConfiguration = .init(),
        key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        form.add("payment_intent", try intent.checkedID())
        try form.add(configuration, as: "collect_config")
        return try await act(reader, "collect_payment_method", form, key)
    }

    /// Makes the reader charge the card that it read last, within 30 seconds.
    public func confirmPaymentIntent(
        _ intent: String, on reader: String, key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        form.add("payment_intent", try intent.checkedID())
        return try await act(reader, "confirm_payment_intent", form, key)
    }

    /// Makes the reader read a card and saves it.
    ///
    /// - Parameter allowRedisplay: Whether the saved card may be shown to the customer again: `always` or `limited`;
    ///   without the customer's consent nothing is sent.
    public func processSetupIntent(
        _ intent: String, on reader: String, allowRedisplay: AllowRedisplay, customerCancellation: Bool? = nil,
        key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        guard allowRedisplay.isConsent else { throw .missingConsent(allowRedisplay) }
        var form = FormParameters()
        form.add("setup_intent", try intent.checkedID())
        form.add("allow_redisplay", allowRedisplay.rawValue)
        form.add("process_config[enable_customer_cancellation]", customerCancellation)
        return try await act(reader, "process_setup_intent", form, key)
    }

    /// Refunds to the card that is presented at the reader, as Interac requires.
    ///
    /// The reason is not sent, because the API accepts none here.
    ///
    /// - Parameter customerCancellation: Whether the customer may cancel on the reader; `nil` for the location's setting.
    public func refundPayment(
        _ parameters: RefundParameters, on reader: String, customerCancellation: Bool? = nil, key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        form.add("payment_intent", try parameters.paymentIntent?.checkedID())
        form.add("charge", try parameters.charge?.checkedID())
        form.add("amount", try parameters.amount?.chargeableUnits())
        if parameters.reversesTransfer { form.add("reverse_transfer", "true") }
        if parameters.refundsApplicationFee { form.add("refund_application_fee", "true") }
        form.add("metadata", map: parameters.metadata)
        form.add("refund_payment_config[enable_customer_cancellation]", customerCancellation)
        return try await act(reader, "refund_payment", form, key)
    }

    /// Shows forms to the customer, at most five.
    public func collectInputs(
        _ inputs: [ReaderInput], on reader: String, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        for (index, input) in inputs.enumerated() { form.add(input, as: "inputs[\(index)]") }
        form.add("metadata", map: metadata)
        return try await act(reader, "collect_inputs", form, key)
    }

    /// Shows a cart; `cancelAction` clears it.
    public func setReaderDisplay(
        _ cart: ReaderCart, on reader: String, key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        try await act(reader, "set_reader_display", FormParameters(cart), key)
    }

    /// The largest picture that a reader prints, in bytes.
    private static let largestPicture = 100 * 1024

    /// Prints a picture on a reader that has a printer.
    ///
    /// - Parameter image: A PNG or a JPEG, of at most 100 kB; anything else is not sent.
    public func printContent(
        _ image: [UInt8], on reader: String, key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        guard let file = FormFile("image", picture: image) else {
            throw .notSent(.invalidParameter, "a reader prints a PNG or a JPEG: this is neither")
        }
        guard image.count <= Self.largestPicture else {
            throw .notSent(.invalidParameter, "a reader prints at most 100 kB: this is \(image.count) bytes")
        }
        var form = FormParameters()
        form.add("type", "image")
        return try await act(reader, "print_content", form, file: file, key)
    }

    /// Cancels the reader's action; refused while a card is being authorized.
    public func cancelAction(on reader: String, key: IdempotencyKey) async throws(GatewayError) -> TerminalReader {
        try await act(reader, "cancel_action", FormParameters(), key)
    }

    private func act(
        _ reader: String, _ action: String, _ form: FormParameters, file: FormFile? = nil, _ key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        try await exchange(
            .post, Self.readers, id: reader, "/\(action)", form, file: file, key: key, kind: Self.readerKind,
            to: "use a reader")
    }
}

/// How a smart reader reads a card; `nil` leaves a setting to the location.
public struct ReaderProcessConfiguration: Hashable, Sendable {
    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool?
    /// Whether to skip asking for a tip.
    public var skipsTipping: Bool?
    /// The part of the amount that a percentage tip is based on.
    public var tippingAmount: Amount?
    /// The customer's consent to be shown the card again, for a payment that saves it.
    public var allowRedisplay: AllowRedisplay

    /// Creates a configuration.
    public init(
        customerCancellation: Bool? = nil, skipsTipping: Bool? = nil, tippingAmount: Amount? = nil,
        allowRedisplay: AllowRedisplay = .unspecified
    ) {
        self.customerCancellation = customerCancellation
        self.skipsTipping = skipsTipping
        self.tippingAmount = tippingAmount
        self.allowRedisplay = allowRedisplay
    }
}
