extension SetupIntent: Codable {
    enum CodingKeys: String, CodingKey {
        case id, object, status, created, customer, description, livemode, metadata, usage
        case cancellationReason = "cancellation_reason"
        case clientSecret = "client_secret"
        case lastSetupError = "last_setup_error"
        case latestAttempt = "latest_attempt"
        case nextAction = "next_action"
        case paymentMethod = "payment_method"
        case paymentMethodTypes = "payment_method_types"
    }

    /// Reads the API's object.
    ///
    /// - Throws: `DecodingError` for a missing or impossible field, and for an object of another kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let object = try container.decode(String.self, forKey: .object)
        guard object == "setup_intent" else {
            throw DecodingError.dataCorruptedError(
                forKey: .object, in: container, debugDescription: "expected a setup_intent, found a \(object)"
            )
        }
        self.init(
            id: try container.decode(String.self, forKey: .id),
            status: try container.decode(SetupIntentStatus.self, forKey: .status)
        )
        cancellationReason = try container.decodeIfPresent(String.self, forKey: .cancellationReason)
        clientSecret = try container.decodeIfPresent(ClientSecret.self, forKey: .clientSecret)
        created = try container.decode(Int64.self, forKey: .created)
        customer = try container.decodeIDIfPresent(forKey: .customer)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        lastSetupError = try container.decodeIfPresent(APIError.self, forKey: .lastSetupError)
        latestAttempt = try container.decodeIDIfPresent(forKey: .latestAttempt)
        livemode = try container.decode(Bool.self, forKey: .livemode)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
        nextAction = try container.decodeIfPresent(NextAction.self, forKey: .nextAction)
        paymentMethod = try container.decodeIfPresent(Expandable<PaymentMethod>.self, forKey: .paymentMethod)
        paymentMethodTypes = try container.decode([PaymentMethodType].self, forKey: .paymentMethodTypes)
        usage = try container.decode(SetupFutureUsage.self, forKey: .usage)
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode("setup_intent", forKey: .object)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(cancellationReason, forKey: .cancellationReason)
        try container.encodeIfPresent(clientSecret, forKey: .clientSecret)
        try container.encode(created, forKey: .created)
        try container.encodeIfPresent(customer, forKey: .customer)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(lastSetupError, forKey: .lastSetupError)
        try container.encodeIfPresent(latestAttempt, forKey: .latestAttempt)
        try container.encode(livemode, forKey: .livemode)
        try container.encode(metadata, forKey: .metadata)
        try container.encodeIfPresent(nextAction, forKey: .nextAction)
        try container.encodeIfPresent(paymentMethod, forKey: .paymentMethod)
        try container.encode(paymentMethodTypes, forKey: .paymentMethodTypes)
        try container.encode(usage, forKey: .usage)
    }
}
