/// One movement of the account's money: a charge, a refund, a fee, a payout.
public struct BalanceTransaction: Hashable, Sendable, Codable, Identifiable {
    /// A part of a movement's fee.
    public struct Fee: Hashable, Sendable {
        /// Whose it is, such as `stripe_fee`.
        public var type: String
        /// How much.
        public var amount: Amount
        /// What it is for.
        public var description: String?

        /// Makes a fee.
        public init(type: String, amount: Amount, description: String? = nil) {
            self.type = type
            self.amount = amount
            self.description = description
        }
    }

    /// Whether the money can be paid out.
    public enum Status: OpenEnum {
        /// `available`.
        case available
        /// `pending`.
        case pending
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [Status] = [.available, .pending]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .available: "available"
            case .pending: "pending"
            case .unknown(let value): value
            }
        }
    }

    /// The id, `txn_…`.
    public var id: String
    /// What moved; below zero when it went out.
    public var amount: Amount
    /// What it cost.
    public var fee: Amount
    /// What it did to the balance: the amount without the fee.
    public var net: Amount
    /// What it was, such as `charge` or `refund`.
    public var type: String
    /// The kind for reports.
    public var reportingCategory: String?
    /// Whether it can be paid out.
    public var status: Status
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// From when on it can be paid out, seconds since 1970.
    public var availableOn: Int64
    /// The charge, refund or payout behind it.
    public var source: String?
    /// A text for people.
    public var description: String?
    /// What the fee is made of.
    public var feeDetails: [Fee]

    /// Makes a movement.
    public init(
        id: String, amount: Amount, fee: Amount, net: Amount, type: String, status: Status, created: Int64 = 0,
        availableOn: Int64 = 0, source: String? = nil, reportingCategory: String? = nil, description: String? = nil,
        feeDetails: [Fee] = []
    ) {
        self.id = id
        self.amount = amount
        self.fee = fee
        self.net = net
        self.type = type
        self.status = status
        self.created = created
        self.availableOn = availableOn
        self.source = source
        self.reportingCategory = reportingCategory
        self.description = description
        self.feeDetails = feeDetails
    }

    enum CodingKeys: String, CodingKey {
        case id, object, amount, fee, net, type, currency, status, created, source, description
        case reportingCategory = "reporting_category"
        case availableOn = "available_on"
        case feeDetails = "fee_details"
    }

    private enum FeeKeys: String, CodingKey { case type, amount, currency, description }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            amount: try container.decodeAmount(forKey: .amount, currency),
            fee: try container.decodeAmount(forKey: .fee, currency),
            net: try container.decodeAmount(forKey: .net, currency),
            type: try container.decode(String.self, forKey: .type),
            status: try container.decode(Status.self, forKey: .status),
            created: try container.decode(Int64.self, forKey: .created),
            availableOn: try container.decode(Int64.self, forKey: .availableOn))
        source = try container.decodeIfPresent(ObjectName.self, forKey: .source)?.id
        reportingCategory = try container.decodeIfPresent(String.self, forKey: .reportingCategory)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        guard container.contains(.feeDetails) else { return }
        var list = try container.nestedUnkeyedContainer(forKey: .feeDetails)
        while !list.isAtEnd {
            let part = try list.nestedContainer(keyedBy: FeeKeys.self)
            let currency = try part.decode(Currency.self, forKey: .currency)
            feeDetails.append(
                Fee(
                    type: try part.decode(String.self, forKey: .type),
                    amount: try part.decodeAmount(forKey: .amount, currency),
                    description: try part.decodeIfPresent(String.self, forKey: .description)))
        }
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("balance_transaction", forKey: .object)
        try container.encode(id, forKey: .id)
        try container.encode(amount.currency, forKey: .currency)
        try container.encodeAmount(amount, forKey: .amount)
        try container.encodeAmount(fee, forKey: .fee)
        try container.encodeAmount(net, forKey: .net)
        try container.encode(type, forKey: .type)
        try container.encode(status, forKey: .status)
        try container.encode(created, forKey: .created)
        try container.encode(availableOn, forKey: .availableOn)
        try container.encodeIfPresent(source, forKey: .source)
        try container.encodeIfPresent(reportingCategory, forKey: .reportingCategory)
        try container.encodeIfPresent(description, forKey: .description)
        var list = container.nestedUnkeyedContainer(forKey: .feeDetails)
        for fee in feeDetails {
            var part = list.nestedContainer(keyedBy: FeeKeys.self)
            try part.encode(fee.type, forKey: .type)
            try part.encode(fee.amount.currency, forKey: .currency)
            try part.encodeAmount(fee.amount, forKey: .amount)
            try part.encodeIfPresent(fee.description, forKey: .description)
        }
    }
}
