/// The result of an endpoint, before it takes the form in which it is sent.
enum APIObject {
    case intent(IntentRow)
    case intents([IntentRow], hasMore: Bool)
    case refund(RefundRow)
    case refunds([RefundRow], hasMore: Bool)
    /// Any other object.
    case json(JSONValue)
}

/// A form of answers: text for HTTP, or values for a program that runs the rules in its own process.
protocol PaymentsAnswer {
    /// Shows the requested object as it is now.
    ///
    /// Not an initializer, since those copy their arguments, and the rules are large.
    static func showing(_ object: APIObject, of context: ResourceContext, for call: Call) -> Self

    static func showing(_ failure: APIFailure, of context: ResourceContext, for call: Call) -> Self

    /// Replays the answer stored under a key.
    init(replaying row: AnswerRow) throws(APIFailure)

    /// Returns the row to store under a key.
    func row(_ scope: String, _ call: Call) -> AnswerRow

    /// Returns whether a call under the key of an answer repeats the same request.
    static func repeats(_ call: Call, _ row: AnswerRow) -> Bool
}
