extension PaymentIntent: Codable {
    enum CodingKeys: String, CodingKey {
        case id, object, amount, created, currency, customer, description, livemode, metadata, shipping, status
        case amountCapturable = "amount_capturable"
        case amountReceived = "amount_received"
        case amountDetails = "amount_details"
        case applicationFeeAmount = "application_fee_amount"
        case canceledAt = "canceled_at"
        case cancellationReason = "cancellation_reason"
        case captureMethod = "capture_method"
        case clientSecret = "client_secret"
        case lastPaymentError = "last_payment_error"
        case latestCharge = "latest_charge"
        case nextAction = "next_action"
        case onBehalfOf = "on_behalf_of"
        case paymentMethod = "payment_method"
        case paymentMethodTypes = "payment_method_types"
        case receiptEmail = "receipt_email"
        case setupFutureUsage = "setup_future_usage"
        case statementDescriptor = "statement_descriptor"
        case statementDescriptorSuffix = "statement_descriptor_suffix"
        case transferData = "transfer_data"
        case transferGroup = "transfer_group"
    }

    private struct AmountDetails: Codable {
        struct Tip: Codable { var amount: Int64? }
        var tip: Tip?
    }

    /// Reads the API's object; a field that a publishable key does not see is absent and becomes empty.
    ///
    /// - Throws: `DecodingError` for a missing or impossible field, and for an object of another kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let object = try container.decode(String.self, forKey: .object)
        guard object == "payment_intent" else {
            throw DecodingError.dataCorruptedError(
                forKey: .object, in: container, debugDescription: "expected a payment_intent, found a \(object)"
            )
        }
        let currency = try container.decode(Currency.self, forKey: .currency)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            amount: try container.decodeAmount(forKey: .amount, currency),
            status: try container.decode(PaymentIntentStatus.self, forKey: .status)
        )
        amountCapturable = try container.decodeAmountIfPresent(forKey: .amountCapturable, currency)
        amountReceived = try container.decodeAmountIfPresent(forKey: .amountReceived, currency)
        if let tip = try container.decodeIfPresent(AmountDetails.self, forKey: .amountDetails)?.tip?.amount {
            amountTip = try Amount(gatewayUnits: tip, currency: currency)
        }
        applicationFeeAmount = try container.decodeAmountIfPresent(forKey: .applicationFeeAmount, currency)
        canceledAt = try container.decodeIfPresent(Int64.self, forKey: .canceledAt)
        cancellationReason = try container.decodeIfPresent(CancellationReason.self, forKey: .cancellationReason)
        captureMethod = try container.decode(CaptureMethod.self, forKey: .captureMethod)
        clientSecret = try container.decodeIfPresent(ClientSecret.self, forKey: .clientSecret)
        created = try container.decode(Int64.self, forKey: .created)
        customer = try container.decodeIfPresent(String.self, forKey: .customer)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        lastPaymentError = try container.decodeIfPresent(APIError.self, forKey: .lastPaymentError)
        latestCharge = try container.decodeIfPresent(Expandable<Charge>.self, forKey: .latestCharge)
        livemode = try container.decode(Bool.self, forKey: .livemode)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
        nextAction = try container.decodeIfPresent(NextAction.self, forKey: .nextAction)
        onBehalfOf = try container.decodeIfPresent(String.self, forKey: .onBehalfOf)
        paymentMethod = try container.decodeIfPresent(Expandable<PaymentMethod>.self, forKey: .paymentMethod)
        paymentMethodTypes = try container.decode([PaymentMethodType].self, forKey: .paymentMethodTypes)
        receiptEmail = try container.decodeIfPresent(String.self, forKey: .receiptEmail)
        setupFutureUsage = try container.decodeIfPresent(SetupFutureUsage.self, forKey: .setupFutureUsage)
        shipping = try container.decodeIfPresent(ShippingDetails.self, forKey: .shipping)
        statementDescriptor = try container.decodeIfPresent(String.self, forKey: .statementDescriptor)
        statementDescriptorSuffix = try container.decodeIfPresent(String.self, forKey: .statementDescriptorSuffix)
        transferData = try container.decodeIfPresent(TransferData.Form.self, forKey: .transferData)?.value(currency)
        transferGroup = try container.decodeIfPresent(String.self, forKey: .transferGroup)
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("payment_intent", forKey: .object)
        try container.encode(id, forKey: .id)
        try container.encode(amount.currency, forKey: .currency)
        try container.encodeAmount(amount, forKey: .amount)
        try container.encodeAmount(amountCapturable, forKey: .amountCapturable)
        try container.encodeAmount(amountReceived, forKey: .amountReceived)
        if let amountTip {
            let tip = AmountDetails.Tip(amount: try amountTip.gatewayUnits())
            try container.encode(AmountDetails(tip: tip), forKey: .amountDetails)
        }
        try container.encodeAmount(applicationFeeAmount, forKey: .applicationFeeAmount)
        try container.encodeIfPresent(canceledAt, forKey: .canceledAt)
        try container.encodeIfPresent(cancellationReason, forKey: .cancellationReason)
        try container.encode(captureMethod, forKey: .captureMethod)
        try container.encodeIfPresent(clientSecret, forKey: .clientSecret)
        try container.encode(created, forKey: .created)
        try container.encodeIfPresent(customer, forKey: .customer)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(lastPaymentError, forKey: .lastPaymentError)
        try container.encodeIfPresent(latestCharge, forKey: .latestCharge)
        try container.encode(livemode, forKey: .livemode)
        try container.encode(metadata, forKey: .metadata)
        try container.encodeIfPresent(nextAction, forKey: .nextAction)
        try container.encodeIfPresent(onBehalfOf, forKey: .onBehalfOf)
        try container.encodeIfPresent(paymentMethod, forKey: .paymentMethod)
        try container.encode(paymentMethodTypes, forKey: .paymentMethodTypes)
        try container.encodeIfPresent(receiptEmail, forKey: .receiptEmail)
        try container.encodeIfPresent(setupFutureUsage, forKey: .setupFutureUsage)
        try container.encodeIfPresent(shipping, forKey: .shipping)
        try container.encodeIfPresent(statementDescriptor, forKey: .statementDescriptor)
        try container.encodeIfPresent(statementDescriptorSuffix, forKey: .statementDescriptorSuffix)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(transferData.map(TransferData.Form.init), forKey: .transferData)
        try container.encodeIfPresent(transferGroup, forKey: .transferGroup)
    }
}
