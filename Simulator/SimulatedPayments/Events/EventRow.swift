/// Something that happened to an object, for `GET /v1/events` and webhooks.
struct EventRow: StoredRow {
    static let kind = StoredRecord.Kind.event

    /// The object as it was then: rows instead of rendered text, which would take many times the room.
    indirect enum Snapshot: Codable {
        case intent(IntentRow)
        case charge(ChargeRow)
        case refund(RefundRow)
        case paymentMethod(PaymentMethodRow)
        case document(Document)
        /// An object that has no row of its own, such as the balance.
        case json(JSONValue)
    }

    let id: String
    let account: String
    let created: Int64
    let type: String
    let snapshot: Snapshot
    /// What changed, with the values before; for `*.updated`.
    let previous: JSONValue?
    /// The request that did it; nil for what time brought.
    let request: String?
    let key: String?
    /// How many webhook endpoints have not taken it yet.
    var pendingWebhooks = 0

    var references: [String] { [Self.reference(type, of: account)] }

    static func references(inStored content: [UInt8], of account: String) -> [String] {
        StoredText(content).values(of: "type", limit: 1).map { reference($0, of: account) }
    }

    static func reference(_ type: String, of account: String) -> String { account + "/" + type }
}
