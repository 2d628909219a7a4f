extension PaymentMethod: Codable {
    enum CodingKeys: String, CodingKey {
        case id, type, created, customer, metadata
        case billingDetails = "billing_details"
        case cardNotPresent = "card"
        case cardPresent = "card_present"
        case interacPresent = "interac_present"
    }

    /// Reads the API's object; of an expanded customer the id is kept.
    ///
    /// - Throws: `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            type: try container.decode(PaymentMethodType.self, forKey: .type)
        )
        billingDetails = try container.decodeIfPresent(BillingDetails.self, forKey: .billingDetails)
        cardNotPresent = try container.decodeIfPresent(CardDetails.self, forKey: .cardNotPresent)
        cardPresent = try container.decodeIfPresent(CardDetails.self, forKey: .cardPresent)
        interacPresent = try container.decodeIfPresent(CardDetails.self, forKey: .interacPresent)
        created = try container.decodeIfPresent(Int64.self, forKey: .created)
        customer = try container.decodeIDIfPresent(forKey: .customer)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(billingDetails, forKey: .billingDetails)
        try container.encodeIfPresent(cardNotPresent, forKey: .cardNotPresent)
        try container.encodeIfPresent(cardPresent, forKey: .cardPresent)
        try container.encodeIfPresent(interacPresent, forKey: .interacPresent)
        try container.encodeIfPresent(created, forKey: .created)
        try container.encodeIfPresent(customer, forKey: .customer)
        if !metadata.isEmpty { try container.encode(metadata, forKey: .metadata) }
    }
}

/// The id of an object of whatever kind.
private struct AnyObjectID: Codable, Hashable, Sendable, Identifiable { let id: String }

extension KeyedDecodingContainer {
    /// Reads the id of a field that may have been expanded.
    func decodeIDIfPresent(forKey key: Key) throws -> String? {
        try decodeIfPresent(Expandable<AnyObjectID>.self, forKey: key)?.id
    }
}
