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
    @DefaultIfAbsent public var automatic: Bool
    /// The bank account that it goes to.
    @ExpandableID public var destination: String?
    /// A text for people.
    public var description: String?
    /// Why it failed.
    public var failureCode: String?
    /// Why it failed, in words.
    public var failureMessage: String?
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The caller's own keys and values.
    @DefaultIfAbsent public var metadata: [String: String]

    private var currency = SharedCurrency()

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

    private enum CodingKeys: String, MoneyKey {
        case id, amount, currency, status, automatic, destination, description, created, metadata
        case arrivalDate = "arrival_date"
        case failureCode = "failure_code"
        case failureMessage = "failure_message"
    }
}
