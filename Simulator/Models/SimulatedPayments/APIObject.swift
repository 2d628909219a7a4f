/// What an endpoint answers with, before it takes the form in which it is sent.
enum APIObject {
    case intent(IntentRow)
    case intents([IntentRow], hasMore: Bool)
    case refund(RefundRow)
    case refunds([RefundRow], hasMore: Bool)
    /// The secret of a reader's connection, and the location that it is for.
    case connectionToken(String, location: String?)
    /// Any other object.
    case json(JSONValue)
}

/// A form that answers have: text for HTTP, or values for a program that runs the rules inside itself.
protocol PaymentsAnswer {
    /// Shows what was asked for, as it is now.
    ///
    /// No initialiser, since those take copies of what they are given, and the rules are large.
    static func showing(_ object: APIObject, of payments: SimulatedPayments, for call: Call) -> Self

    /// Shows why there is none.
    static func showing(_ failure: APIFailure, of payments: SimulatedPayments, for call: Call) -> Self

    /// Repeats what was stored under a key.
    init(replaying row: AnswerRow) throws(APIFailure)

    /// What is stored under a key.
    func row(_ scope: String, _ call: Call) -> AnswerRow

    /// Whether a call under the key of an answer asks the same again.
    static func repeats(_ call: Call, _ row: AnswerRow) -> Bool
}
