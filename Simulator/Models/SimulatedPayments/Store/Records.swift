import TenderModel

/// A row of the store.
protocol StoredRow: Codable, Sendable {
    static var kind: StoredRecord.Kind { get }
    var id: String { get }
    var account: String { get }
    /// The shelf where lists look for it.
    var shelf: String { get }
    /// The other keys that lists look it up by, such as the id of its customer; matches are checked again.
    var references: [String] { get }
    /// Returns the references of a row that was not decoded, from what `RowEncoder` wrote; perhaps more than it has,
    /// and never fewer.
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

/// The value of `payment_method_options[card_present][capture_method]`.
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
    /// The payment method whose owner has authenticated, until the server confirms.
    var authenticatedMethod: String?
    var amountCapturable: Int64 = 0
    var amountReceived: Int64 = 0
    var canceledAt: Int64?
    var cancellationReason: String?
    /// The number of attempts to raise the hold.
    var increments = 0
    /// The rarer fields of an intent, as the API shows them.
    var more: [String: JSONValue] = [:]

    var references: [String] { customer.map { [$0] } ?? [] }

    static func references(inStored content: [UInt8], of account: String) -> [String] {
        StoredText(content).values(of: "customer")
    }

    /// The capture method for a card in a reader: the option for such cards takes precedence over the intent's method.
    var effectiveCaptureMethod: CaptureMethod {
        switch cardPresentCaptureMethod {
        case .manual: .manual
        case .manualPreferred: .manualPreferred
        case nil: captureMethod.model
        }
    }
}

/// The free fields that an intent passes to its charges.
struct SharedDetails: Codable {
    var description: String?
    var metadata: [String: String] = [:]
    var receiptEmail: String?
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var transferGroup: String?
}

struct DeclineDetails: Codable {
    let code: String
    let declineCode: String?
    let message: String
    /// The failed charge; `nil` if the issuer was not asked.
    let charge: String?
    let paymentMethod: String
}

struct ChargeRow: StoredRow {
    static let kind = StoredRecord.Kind.charge

    let id: String
    let account: String
    /// The intent that made it; `nil` without one, and for what a transfer brought to a connected account.
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
    /// The part of the hold that was released.
    var amountReleased: Int64 = 0
    var amountRefunded: Int64 = 0
    var captureBefore: Int64?
    /// When the bank says whether it pays; `nil` if that is known.
    var pendingUntil: Int64?
    var decline: DeclineDetails?
    var customer: String?
    var balanceTransaction: String?
    /// Whether the hold may be raised.
    var isRaisable = false
    /// The rarer fields of a charge, as the API shows them.
    var more: [String: JSONValue] = [:]

    /// The intent refers to the successful charge, so only the others must be found by it.
    var references: [String] { [succeeded ? nil : intent, customer].compactMap(\.self) }

    /// Whether a transfer brought it to a connected account.
    var isTransferred: Bool { intent == nil && paymentMethod == nil }
    /// Whether it is, or was, a hold without an intent.
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
    /// Its later change.
    var change: Change?
    var balanceTransaction: String?
    var failureBalanceTransaction: String?
    var instructionsEmail: String?
    /// The reversal of the charge's transfer that came with it.
    var transferReversal: String?
    /// The amounts that it takes back from others; `nil` without any.
    var sharing: RefundSharing?
    /// The reversal of the transfer that had brought the refunded money.
    var sourceTransferReversal: String?

    var references: [String] { [charge, intent].compactMap(\.self) }

    /// Whether its later change is still to come.
    var isUnfinished: Bool { change.map { status == ($0.failure == nil ? .pending : .succeeded) } ?? false }

    struct Change: Codable {
        let at: Int64
        /// The reason that it fails; `nil` if it succeeds.
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
    /// The request; `nil` in files of older versions.
    var name: String?
    let request: String
    let status: Int
    let body: String
    /// The answer itself if the request came as a `PaymentsRequest`; such answers are not stored.
    var direct: DirectAnswer?
    /// The parameters of such a request.
    var asked: [String: JSONValue]?
    /// Whether it holds a secret: then only this process replays it, and it is not stored.
    var isSecret = false

    private enum CodingKeys: CodingKey {
        case id, account, created, fingerprint, name, request, status, body
    }
}
