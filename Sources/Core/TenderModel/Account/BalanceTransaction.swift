/// One movement of the account's money: a charge, a refund, a fee, a payout.
public struct BalanceTransaction: Hashable, Sendable, Codable, Identifiable {
    /// A part of a movement's fee.
    public struct Fee: Hashable, Sendable, Codable {
        /// Whose it is, such as `stripe_fee`.
        public var type: String
        /// How much.
        public var amount: Amount
        /// What it is for.
        public var description: String?

        private var currency = SharedCurrency()

        /// Makes a fee.
        public init(type: String, amount: Amount, description: String? = nil) {
            self.type = type
            self.amount = amount
            self.description = description
        }

        private enum CodingKeys: String, MoneyKey { case type, amount, currency, description }
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
    @ExpandableID public var source: String?
    /// A text for people.
    public var description: String?
    /// What the fee is made of.
    @DefaultIfAbsent public var feeDetails: [Fee]

    private var object = WrittenKind()
    private var currency = SharedCurrency()

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

    private enum CodingKeys: String, MoneyKey, ObjectKey {
        case id, object, amount, fee, net, type, currency, status, created, source, description
        case reportingCategory = "reporting_category"
        case availableOn = "available_on"
        case feeDetails = "fee_details"

        static let kind = "balance_transaction"
    }
}
