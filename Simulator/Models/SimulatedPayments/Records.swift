import TenderModel

/// A row of the store.
protocol StoredRow: Codable, Sendable {
    static var kind: StoredRecord.Kind { get }
    var id: String { get }
    var account: String { get }
    /// Where lists look for it.
    var shelf: String { get }
    /// What else lists are asked for it by, such as the id of its customer; what it names is checked again.
    var references: [String] { get }
    /// The same of a row that was not read, from what `RowEncoder` wrote; perhaps more than it names, and never less.
    static func references(inStored content: [UInt8], of account: String) -> [String]
}

extension StoredRow {
    var shelf: String { account }
    var references: [String] { [] }
    static func references(inStored content: [UInt8], of account: String) -> [String] { [] }
}

enum IntentStatus: String, Codable {
    case requiresPaymentMethod = "requires_payment_method"
    case requiresConfirmation = "requires_confirmation"
    case requiresAction = "requires_action"
    case requiresCapture = "requires_capture"
    case processing, succeeded, canceled

    /// Whether a card may still be attached and confirmed.
    var isOpen: Bool { self == .requiresPaymentMethod || self == .requiresConfirmation || self == .requiresAction }
}

enum IntentCaptureMethod: String, Codable, CaseIterable {
    case automatic
    case automaticAsync = "automatic_async"
    case manual
}

/// What `payment_method_options[card_present][capture_method]` says.
enum CardPresentCaptureMethod: String, Codable, CaseIterable {
    case manual
    case manualPreferred = "manual_preferred"
}

enum FutureUsage: String, Codable, CaseIterable {
    case onSession = "on_session"
    case offSession = "off_session"
}

enum CancelReason: String, Codable, CaseIterable {
    case duplicate, fraudulent
    case requestedByCustomer = "requested_by_customer"
    case abandoned
}

enum RefundCause: String, Codable, CaseIterable {
    case duplicate, fraudulent
    case requestedByCustomer = "requested_by_customer"
}

struct IntentRow: StoredRow {
    static let kind = StoredRecord.Kind.paymentIntent

    let id: String
    let account: String
    let created: Int64
    let clientSecret: String
    var amount: Int64
    var currency: Currency
    var status: IntentStatus
    var captureMethod: IntentCaptureMethod
    var cardPresentCaptureMethod: CardPresentCaptureMethod?
    var methodTypes: [MethodType]
    /// Whether the types were left to the account.
    var hasAutomaticMethods: Bool
    var details = SharedDetails()
    var customer: String?
    var setupFutureUsage: FutureUsage?
    var paymentMethod: String?
    var latestCharge: String?
    var lastError: DeclineDetails?
    /// The payment method whose owner proved who they are, until the server confirms.
    var authenticatedMethod: String?
    var amountCapturable: Int64 = 0
    var amountReceived: Int64 = 0
    var canceledAt: Int64?
    var cancellationReason: String?
    /// How often the hold was to be raised.
    var increments = 0
    /// Fields that few intents have, as the API shows them.
    var more: [String: JSONValue] = [:]

    var references: [String] { customer.map { [$0] } ?? [] }

    static func references(inStored content: [UInt8], of account: String) -> [String] {
        StoredText(content).values(of: "customer")
    }

    /// How a card in a reader is captured: the option for such cards goes before the intent's method.
    var effectiveCaptureMethod: CaptureMethod {
        switch cardPresentCaptureMethod {
        case .manual: .manual
        case .manualPreferred: .manualPreferred
        case nil: captureMethod.model
        }
    }
}

/// The free fields that an intent hands to its charges.
struct SharedDetails: Codable {
    var description: String?
    var metadata: [String: String] = [:]
    var receiptEmail: String?
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var transferGroup: String?
}

/// Why a card was refused.
struct DeclineDetails: Codable {
    let code: String
    let declineCode: String?
    let message: String
    /// The failed charge; nil when the issuer was not asked.
    let charge: String?
    let paymentMethod: String
}

struct ChargeRow: StoredRow {
    static let kind = StoredRecord.Kind.charge

    let id: String
    let account: String
    /// The intent that made it; nil for one that was made without, and for what a transfer brought to a connected account.
    let intent: String?
    let paymentMethod: String?
    let created: Int64
    let currency: Currency
    let methodType: MethodType
    var card: CardDetails
    var details: SharedDetails
    var amount: Int64
    var captured = false
    var amountCaptured: Int64 = 0
    /// The part of the hold that was given up.
    var amountReleased: Int64 = 0
    var amountRefunded: Int64 = 0
    var captureBefore: Int64?
    /// When the bank says whether it pays; nil for a charge of which that is known.
    var pendingUntil: Int64?
    var decline: DeclineDetails?
    var customer: String?
    var balanceTransaction: String?
    /// Whether the hold may be raised.
    var isRaisable = false
    /// Fields that few charges have, as the API shows them.
    var more: [String: JSONValue] = [:]

    /// The intent knows the charge that succeeded, so that only the others have to be found by it.
    var references: [String] { [succeeded ? nil : intent, customer].compactMap(\.self) }

    /// Whether a transfer brought it to a connected account.
    var isTransferred: Bool { intent == nil && paymentMethod == nil }
    /// Whether it is, or was, a hold that was made without an intent.
    var isHeldWithoutIntent: Bool { intent == nil && !isTransferred && succeeded && !captured }
    var isPending: Bool { pendingUntil != nil }
    var succeeded: Bool { decline == nil && !isPending }
    var refundable: Int64 { amountCaptured - amountRefunded }
}

enum RefundState: String, Codable { case pending, succeeded, failed }

struct RefundRow: StoredRow {
    static let kind = StoredRecord.Kind.refund

    let id: String
    let account: String
    let created: Int64
    let amount: Int64
    let currency: Currency
    let charge: String
    let intent: String?
    let paymentMethod: String?
    let reason: RefundCause?
    var metadata: [String: String]
    var status: RefundState
    /// What becomes of it later.
    var change: Change?
    var balanceTransaction: String?
    var failureBalanceTransaction: String?
    var instructionsEmail: String?
    /// The reversal of the charge's transfer that came with it.
    var transferReversal: String?
    /// What it takes back of others; nil for nothing.
    var sharing: RefundSharing?
    /// The reversal of the transfer that had brought what is given back.
    var sourceTransferReversal: String?

    var references: [String] { [charge, intent].compactMap(\.self) }

    /// Whether what becomes of it later has not yet.
    var isUnfinished: Bool { change.map { status == ($0.failure == nil ? .pending : .succeeded) } ?? false }

    struct Change: Codable {
        let at: Int64
        /// Why it fails; nil when it succeeds.
        let failure: String?
    }
}

/// An answer that belongs to an idempotency key.
struct AnswerRow: StoredRow {
    static let kind = StoredRecord.Kind.answer

    /// The account and the key.
    let id: String
    let account: String
    var created: Int64
    let fingerprint: String
    /// What was asked; nil in files of older versions.
    var name: String?
    let request: String
    let status: Int
    let body: String
    /// The answer itself when the request came as a `PaymentsRequest`; such answers are not stored.
    var direct: DirectAnswer?
    /// What was asked by such a request.
    var asked: [String: JSONValue]?
    /// Whether it holds a secret: then it is replayed by this process alone, and not stored.
    var isSecret = false

    private enum CodingKeys: CodingKey {
        case id, account, created, fingerprint, name, request, status, body
    }
}
