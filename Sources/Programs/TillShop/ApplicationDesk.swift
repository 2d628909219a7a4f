import Tender
import TillScreens

/// A desk between a reader that asks about a card's applications, and the screen that shows it, one question at a time.
actor ApplicationDesk {
    private typealias Answers = AsyncStream<ApplicationQuestion.Application?>

    private let line: TillLine
    private var asked = 0
    private var question: ApplicationQuestion?
    private var answers: Answers.Continuation?

    init(_ line: TillLine) { self.line = line }

    /// Shows a question until it is answered, or the task is canceled; a newer one takes its place.
    func ask(_ question: ApplicationQuestion) async -> ApplicationQuestion.Application? {
        let (stream, answers) = Answers.makeStream()
        asked += 1
        let number = asked
        (self.question, self.answers) = (question, answers)
        line.tell(.application(question))
        var chosen: ApplicationQuestion.Application?
        for await answer in stream {
            chosen = answer
            break
        }
        if number == asked {
            self.question = nil
            line.tell(.application(nil))
        }
        return chosen
    }

    /// Answers the question on the screen; an answer to an earlier one is dropped.
    func answer(_ application: ApplicationQuestion.Application?, to question: ApplicationQuestion) {
        if question == self.question { answers?.yield(application) }
    }
}
