public import TenderModel

/// One movement of the account's money: a charge, a refund, a fee, a payout.
public struct BalanceTransaction: Hashable, Sendable, Codable, Identifiable {
    /// One part of a transaction's fee.
    public struct Fee: Hashable, Sendable, Codable {
        /// Who charges it, such as `stripe_fee`.
        public var type: String
        /// The amount charged.
        public var amount: Amount
        /// What it is for.
        public var description: String?

        private var currency = SharedCurrency()

        /// Creates a part in a currency of its own.
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
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [Status] = [.available, .pending]

        /// The API's string.
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
    /// The gross amount; negative when money went out.
    public var amount: Amount
    /// The total fee.
    public var fee: Amount
    /// The change of the balance: the amount less the fee.
    public var net: Amount
    /// The type, such as `charge` or `refund`.
    public var type: String
    /// The category used in reports.
    public var reportingCategory: String?
    /// Whether the money can be paid out.
    public var status: Status
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// When the money becomes available, in seconds since 1970.
    public var availableOn: Int64
    /// The charge, refund or payout behind it.
    @ExpandableID public var source: String?
    /// A free text for people.
    public var description: String?
    /// The parts of the fee.
    @DefaultIfAbsent public var feeDetails: [Fee]

    private var object = WrittenKind()
    private var currency = SharedCurrency()

    /// Creates a transaction; amount, fee and net are not checked against each other.
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
