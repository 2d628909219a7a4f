import TenderModel

/// A question to the customer in JSON.
struct QuestionReport: Encodable, Sendable {
    /// An application of the card, which is answered by its number.
    struct Application: Encodable, Sendable {
        let number: Int
        let id: String
        let name: String
    }

    let id: String
    let kind: String
    /// Whether the application that was chosen before does not work.
    let again: Bool
    let applications: [Application]

    init(id: String, _ question: ApplicationQuestion) {
        self.id = id
        kind =
            switch question.kind {
            case .choice: "choice"
            case .confirmation: "confirmation"
            }
        again = question.isAgain
        applications = question.applications.enumerated().map {
            Application(number: $0 + 1, id: $1.id, name: $1.name)
        }
    }
}

/// What happens to a question to the customer, in JSON.
public struct QuestionNews: Encodable, Sendable {
    private let type: String
    private let question: QuestionReport

    /// Tells that it is asked.
    init(asked question: QuestionReport) { (type, self.question) = ("choose_application", question) }

    /// Tells that it waits for no answer any more.
    init(over question: QuestionReport) { (type, self.question) = ("choose_application_over", question) }
}
