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
    let body: AnswerBody
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
