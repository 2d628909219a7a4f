/// Money that leaves an account for its bank.
public struct Payout: Hashable, Sendable, Codable, Identifiable {
    /// Where a payout stands.
    public enum Status: OpenEnum {
        /// `pending`: it can still be canceled.
        case pending
        /// `in_transit`.
        case inTransit
        /// `paid`.
        case paid
        /// `failed`: the bank sent it back.
        case failed
        /// `canceled`.
        case canceled
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [Status] = [.pending, .inTransit, .paid, .failed, .canceled]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .pending: "pending"
            case .inTransit: "in_transit"
            case .paid: "paid"
            case .failed: "failed"
            case .canceled: "canceled"
            case .unknown(let value): value
            }
        }
    }

    /// The id, `po_…`.
    public var id: String
    /// How much; below zero when the bank is debited.
    public var amount: Amount
    /// Where it stands.
    public var status: Status
    /// When it arrives, seconds since 1970.
    public var arrivalDate: Int64
    /// Whether the schedule made it.
    public var automatic: Bool
    /// The bank account that it goes to.
    public var destination: String?
    /// A text for people.
    public var description: String?
    /// Why it failed.
    public var failureCode: String?
    /// Why it failed, in words.
    public var failureMessage: String?
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Makes a payout.
    public init(
        id: String, amount: Amount, status: Status, arrivalDate: Int64, automatic: Bool = false,
        destination: String? = nil, description: String? = nil, failureCode: String? = nil,
        failureMessage: String? = nil, created: Int64 = 0, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.amount = amount
        self.status = status
        self.arrivalDate = arrivalDate
        self.automatic = automatic
        self.destination = destination
        self.description = description
        self.failureCode = failureCode
        self.failureMessage = failureMessage
        self.created = created
        self.metadata = metadata
    }

    private enum CodingKeys: String, CodingKey {
        case id, amount, currency, status, automatic, destination, description, created, metadata
        case arrivalDate = "arrival_date"
        case failureCode = "failure_code"
        case failureMessage = "failure_message"
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        id = try container.decode(String.self, forKey: .id)
        amount = try container.decodeAmount(forKey: .amount, currency)
        status = try container.decode(Status.self, forKey: .status)
        arrivalDate = try container.decode(Int64.self, forKey: .arrivalDate)
        automatic = try container.decodeIfPresent(Bool.self, forKey: .automatic) ?? false
        destination = try container.decodeIDIfPresent(forKey: .destination)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        failureCode = try container.decodeIfPresent(String.self, forKey: .failureCode)
        failureMessage = try container.decodeIfPresent(String.self, forKey: .failureMessage)
        created = try container.decode(Int64.self, forKey: .created)
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
    }

    /// Writes the API's object; absent values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(amount.currency, forKey: .currency)
        try container.encodeAmount(amount, forKey: .amount)
        try container.encode(status, forKey: .status)
        try container.encode(arrivalDate, forKey: .arrivalDate)
        try container.encode(automatic, forKey: .automatic)
        try container.encodeIfPresent(destination, forKey: .destination)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(failureCode, forKey: .failureCode)
        try container.encodeIfPresent(failureMessage, forKey: .failureMessage)
        try container.encode(created, forKey: .created)
        try container.encode(metadata, forKey: .metadata)
    }
}
