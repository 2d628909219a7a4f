import FoundationEssentials
import TenderBytes
public import TenderModel

/// The questions of a till to its customer, with which application of the card to pay, one at a time.
///
/// A front end answers for the customer.
public final class CustomerQuestions: Sendable {
    private typealias Answers = AsyncStream<ApplicationQuestion.Application?>

    private struct Asked {
        let report: QuestionReport
        let question: ApplicationQuestion
        let answers: Answers.Continuation
    }

    private let asked = Guarded<Asked?>(nil)
    private let told = Broadcast<QuestionNews>(bufferSize: 16)

    /// Creates a till's questions, of which none is asked.
    public init() {}

    /// Asks the customer for a source of readers, until a front end answers or the task is canceled; `nil` for none of the
    /// applications.
    public var chooser: ApplicationChooser { { [self] in await ask($0) } }

    /// The question that waits for an answer.
    var open: QuestionReport? { asked.withLock { $0?.report } }

    /// Returns what happens to questions from now on.
    func news() -> AsyncStream<QuestionNews> { told.subscribe() }

    private func ask(_ question: ApplicationQuestion) async -> ApplicationQuestion.Application? {
        let (stream, answers) = Answers.makeStream()
        let report = QuestionReport(id: UUID().uuidString.lowercased(), question)
        asked.withLock { $0 = Asked(report: report, question: question, answers: answers) }
        told.publish { _ in QuestionNews(asked: report) }
        var chosen: ApplicationQuestion.Application?
        for await answer in stream {
            chosen = answer
            break
        }
        asked.withLock { if $0?.report.id == report.id { $0 = nil } }
        told.publish { _ in QuestionNews(over: report) }
        return chosen
    }

    /// Answers a question; the first answer counts.
    ///
    /// - Parameters:
    ///   - id: The question.
    ///   - number: The place of an application in its list, from 1; 0 for none.
    /// - Throws: `ServiceError` if the question does not wait any more, or has no such application.
    func answer(_ id: String, number: Int) throws(ServiceError) {
        try asked.withLock { (asked) throws(ServiceError) in
            guard let open = asked, open.report.id == id else {
                throw ServiceError(
                    409, "question_over", "the question waits for no answer any more: nothing was chosen by this one",
                    advice: .never)
            }
            let applications = open.question.applications
            guard (0...applications.count).contains(number) else {
                throw .invalid("'number' takes 0 to \(applications.count)", parameter: "number")
            }
            asked = nil
            open.answers.yield(number == 0 ? nil : applications[number - 1])
        }
    }
}
