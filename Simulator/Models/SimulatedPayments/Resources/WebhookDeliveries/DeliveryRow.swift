/// An event that a webhook endpoint has not accepted yet: it is still to be sent, or was given up.
struct DeliveryRow: StoredRow {
    static let kind = StoredRecord.Kind.delivery

    let id: String
    /// The endpoint's account.
    let account: String
    let event: String
    let endpoint: String
    /// The number of failed attempts.
    var attempts = 0
    /// The HTTP status of the last attempt; 0 without an answer, `nil` before the first.
    var lastStatus: Int?
    /// The time of the next attempt.
    var due: Int64
    /// The reason that it is not sent again, in words for people; `nil` while it is.
    var failure: String?

    /// - Parameter event: The event's id.
    init(event: String, endpoint: Document, due: Int64) {
        id = event + " " + endpoint.id
        account = endpoint.account
        self.event = event
        self.endpoint = endpoint.id
        self.due = due
    }
}
