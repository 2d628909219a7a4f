public import TenderModel

/// A cardholder's objection to a charge at their bank.
public struct Dispute: Hashable, Sendable, Codable, Identifiable {
    /// Where a dispute stands.
    public enum Status: OpenEnum {
        /// `warning_needs_response`: an inquiry, for which no money has left yet.
        case warningNeedsResponse
        /// `warning_under_review`.
        case warningUnderReview
        /// `warning_closed`: the inquiry ended without a chargeback.
        case warningClosed
        /// `needs_response`: the money has left; evidence can bring it back.
        case needsResponse
        /// `under_review`: the bank has the evidence.
        case underReview
        /// `won`: the money is back.
        case won
        /// `lost`: the money is gone.
        case lost
        /// `prevented`.
        case prevented
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [Status] = [
            .warningNeedsResponse, .warningUnderReview, .warningClosed, .needsResponse, .underReview, .won, .lost,
            .prevented,
        ]

        /// The API's string.
        public var rawValue: String {
            switch self {
            case .warningNeedsResponse: "warning_needs_response"
            case .warningUnderReview: "warning_under_review"
            case .warningClosed: "warning_closed"
            case .needsResponse: "needs_response"
            case .underReview: "under_review"
            case .won: "won"
            case .lost: "lost"
            case .prevented: "prevented"
            case .unknown(let value): value
            }
        }

        /// Whether evidence is still taken.
        public var takesEvidence: Bool { self == .needsResponse || self == .warningNeedsResponse }
    }

    /// What became of the evidence.
    public struct EvidenceDetails: Hashable, Sendable, Codable {
        /// Until when evidence is taken, in seconds since 1970; nil when it is not.
        public var dueBy: Int64?
        /// Whether there is evidence, submitted or not.
        public var hasEvidence: Bool
        /// Whether the time is over.
        public var isPastDue: Bool
        /// How often evidence was submitted.
        public var submissionCount: Int

        /// Creates details.
        public init(
            dueBy: Int64? = nil, hasEvidence: Bool = false, isPastDue: Bool = false, submissionCount: Int = 0
        ) {
            self.dueBy = dueBy
            self.hasEvidence = hasEvidence
            self.isPastDue = isPastDue
            self.submissionCount = submissionCount
        }

        enum CodingKeys: String, CodingKey {
            case dueBy = "due_by"
            case hasEvidence = "has_evidence"
            case isPastDue = "past_due"
            case submissionCount = "submission_count"
        }
    }

    /// The id, `du_…` or `dp_…`.
    public var id: String
    /// The amount that is disputed.
    public var amount: Amount
    /// The charge.
    @ExpandableID public var charge: String
    /// The PaymentIntent of the charge.
    @ExpandableID public var paymentIntent: String?
    /// Where it stands.
    public var status: Status
    /// What the cardholder says, such as `fraudulent` or `product_not_received`.
    public var reason: String
    /// The network's own code of the reason.
    public var networkReasonCode: String?
    /// What became of the evidence.
    public var evidenceDetails: EvidenceDetails
    /// Whether the charge can still be refunded, which ends an inquiry.
    public var isChargeRefundable: Bool
    /// What it did to the account's money.
    @DefaultIfAbsent public var balanceTransactions: [BalanceTransaction]
    /// When it was opened, in seconds since 1970.
    public var created: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    private var object = WrittenKind()
    private var currency = SharedCurrency()
    private var written = WrittenEvidence()

    /// Creates a dispute; what is not given is unknown or absent.
    public init(
        id: String, amount: Amount, charge: String, paymentIntent: String? = nil, status: Status, reason: String,
        networkReasonCode: String? = nil, evidence: DisputeEvidence = [:],
        evidenceDetails: EvidenceDetails = EvidenceDetails(), isChargeRefundable: Bool = false,
        balanceTransactions: [BalanceTransaction] = [], created: Int64 = 0, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.amount = amount
        self.charge = charge
        self.paymentIntent = paymentIntent
        self.status = status
        self.reason = reason
        self.networkReasonCode = networkReasonCode
        self.evidenceDetails = evidenceDetails
        self.isChargeRefundable = isChargeRefundable
        self.balanceTransactions = balanceTransactions
        self.created = created
        self.metadata = metadata
        self.written = WrittenEvidence(evidence)
    }

    /// The evidence so far, submitted or only saved.
    public var evidence: DisputeEvidence {
        get { written.evidence }
        set { written.evidence = newValue }
    }

    private enum CodingKeys: String, MoneyKey, ObjectKey {
        case id, object, amount, currency, charge, status, reason, created, metadata
        case written = "evidence"
        case paymentIntent = "payment_intent"
        case networkReasonCode = "network_reason_code"
        case evidenceDetails = "evidence_details"
        case isChargeRefundable = "is_charge_refundable"
        case balanceTransactions = "balance_transactions"

        static let kind = "dispute"
    }
}
