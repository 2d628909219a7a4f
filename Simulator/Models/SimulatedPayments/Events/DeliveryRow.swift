/// An event that a webhook endpoint has not taken yet: it is still to be sent to it, or was given up.
struct DeliveryRow: StoredRow {
    static let kind = StoredRecord.Kind.delivery

    let id: String
    /// The endpoint's.
    let account: String
    let event: String
    let endpoint: String
    /// How often it was sent in vain.
    var attempts = 0
    /// The HTTP status of the last attempt; 0 when no answer came, nil before the first.
    var lastStatus: Int?
    /// When it is sent next.
    var due: Int64
    /// Why it is not sent again, in words for people; nil while it is.
    var failure: String?

    /// - Parameter event: its id.
    init(event: String, endpoint: Document, due: Int64) {
        id = event + " " + endpoint.id
        account = endpoint.account
        self.event = event
        self.endpoint = endpoint.id
        self.due = due
    }
}
