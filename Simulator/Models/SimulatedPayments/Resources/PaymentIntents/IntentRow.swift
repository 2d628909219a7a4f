import TenderModel

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
