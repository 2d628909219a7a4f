extension Customer: Codable {
    private enum CodingKeys: String, ObjectKey {
        case id, object, address, created, deleted, description, email, livemode, metadata, name, phone, shipping
        case sources
        case defaultSource = "default_source"
        case invoiceSettings = "invoice_settings"

        static let kind = "customer"
    }

    private struct InvoiceSettings: Codable {
        @ExpandableID var defaultPaymentMethod: String?

        enum CodingKeys: String, CodingKey { case defaultPaymentMethod = "default_payment_method" }
    }

    private struct SourceList: Codable {
        var object = "list"
        let data: [CardSource]
    }

    /// Reads the API's object, which for a deleted customer holds little but the id.
    ///
    /// - Throws: `DecodingError` for a missing or impossible field, and for an object of another kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.decode(CheckedKind.self, forKey: .object)
        self.init(id: try container.decode(String.self, forKey: .id))
        address = try container.decodeIfPresent(Address.self, forKey: .address)
        created = try container.decodeIfPresent(Int64.self, forKey: .created)
        defaultSource = try container.decodeIDIfPresent(forKey: .defaultSource)
        let settings = try container.decodeIfPresent(InvoiceSettings.self, forKey: .invoiceSettings)
        defaultPaymentMethod = settings?.defaultPaymentMethod
        description = try container.decodeIfPresent(String.self, forKey: .description)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        isDeleted = try container.decodeIfPresent(Bool.self, forKey: .deleted) ?? false
        livemode = try container.decodeIfPresent(Bool.self, forKey: .livemode) ?? false
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
        name = try container.decodeIfPresent(String.self, forKey: .name)
        phone = try container.decodeIfPresent(String.self, forKey: .phone)
        shipping = try container.decodeIfPresent(ShippingDetails.self, forKey: .shipping)
        sources = try container.decodeIfPresent(SourceList.self, forKey: .sources)?.data
    }

    /// Writes the API's object without absent values; of a deleted customer only the id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(CheckedKind(), forKey: .object)
        guard !isDeleted else { return try container.encode(true, forKey: .deleted) }
        try container.encodeIfPresent(address, forKey: .address)
        try container.encodeIfPresent(created, forKey: .created)
        try container.encodeIfPresent(defaultSource, forKey: .defaultSource)
        if let defaultPaymentMethod {
            let settings = InvoiceSettings(defaultPaymentMethod: defaultPaymentMethod)
            try container.encode(settings, forKey: .invoiceSettings)
        }
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(email, forKey: .email)
        try container.encode(livemode, forKey: .livemode)
        if !metadata.isEmpty { try container.encode(metadata, forKey: .metadata) }
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(phone, forKey: .phone)
        try container.encodeIfPresent(shipping, forKey: .shipping)
        if let sources { try container.encode(SourceList(data: sources), forKey: .sources) }
    }
}
