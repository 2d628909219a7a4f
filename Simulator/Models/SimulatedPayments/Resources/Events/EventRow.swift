/// An event of an object, for `GET /v1/events` and webhooks.
struct EventRow: StoredRow {
    static let kind = StoredRecord.Kind.event

    /// The object as it was then: rows instead of rendered text, which would take many times the space.
    enum Snapshot: Codable {
        case intent(Edition<IntentRow>)
        case charge(Edition<ChargeRow>)
        indirect case refund(RefundRow)
        indirect case paymentMethod(PaymentMethodRow)
        indirect case document(Document)
        /// An object without a row of its own, such as the balance.
        indirect case json(JSONValue)
    }

    let id: String
    let account: String
    let created: Int64
    let type: String
    /// The payment that it is about; empty without one, and `nil` if an earlier version wrote it.
    let payment: String?
    let snapshot: Snapshot
    /// The changes, with the previous values; for `*.updated`.
    let previous: JSONValue?
    /// The request that caused it; `nil` for changes over time.
    let request: String?
    let key: String?
    /// The number of webhook endpoints that have not accepted it yet.
    var pendingWebhooks = 0

    var references: [String] {
        let type = Self.reference(type, of: account)
        guard let payment, !payment.isEmpty else { return [type] }
        return [type, payment]
    }

    static func references(inStored content: [UInt8], of account: String) -> [String] {
        let text = StoredText(content)
        return text.values(of: "type", limit: 1).map { reference($0, of: account) }
            + text.values(of: "payment", limit: 1).filter { !$0.isEmpty }
    }

    static func reference(_ type: String, of account: String) -> String { account + "/" + type }
}

extension EventRow.Snapshot {
    /// The payment that the object is, or belongs to; empty without one.
    var payment: String {
        switch self {
        case .intent(let edition): edition.row.id
        case .charge(let edition): edition.row.intent ?? ""
        case .refund(let row): row.intent ?? ""
        case .paymentMethod: ""
        case .document(let document): document["payment_intent"]?.text ?? ""
        case .json(let value):
            (value["object"] == "payment_intent" ? value["id"] : value["payment_intent"])?.text ?? ""
        }
    }
}
