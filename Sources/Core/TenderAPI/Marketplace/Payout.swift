public import TenderModel

/// Money on its way from an account to its bank.
public struct Payout: Hashable, Sendable, Codable, Identifiable {
    /// The state of a payout.
    public enum Status: OpenEnum {
        /// `pending`: it can still be canceled.
        case pending
        /// `in_transit`.
        case inTransit
        /// `paid`.
        case paid
        /// `failed`: the bank returned it.
        case failed
        /// `canceled`.
        case canceled
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [Status] = [.pending, .inTransit, .paid, .failed, .canceled]

        /// The API's string.
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
    /// The amount; negative when the bank account is debited.
    public var amount: Amount
    /// The current status.
    public var status: Status
    /// When it is expected to arrive, in seconds since 1970.
    public var arrivalDate: Int64
    /// Whether the payout schedule created it.
    @DefaultIfAbsent public var automatic: Bool
    /// The bank account it goes to.
    @ExpandableID public var destination: String?
    /// A free text for people.
    public var description: String?
    /// The error code of a failed payout.
    public var failureCode: String?
    /// The error message of a failed payout.
    public var failureMessage: String?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    private var currency = SharedCurrency()

    /// Creates a payout, by default outside the schedule.
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

    private enum CodingKeys: String, MoneyKey {
        case id, amount, currency, status, automatic, destination, description, created, metadata
        case arrivalDate = "arrival_date"
        case failureCode = "failure_code"
        case failureMessage = "failure_message"
    }
}
