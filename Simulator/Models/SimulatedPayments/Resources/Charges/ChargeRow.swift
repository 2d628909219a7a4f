import TenderModel

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
