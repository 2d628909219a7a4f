import TenderModel

/// The question with which application of the card in the reader to pay.
extension Till {
    /// The page of a running charge: what the customer is asked, or how far it is.
    var pageOfCard: TillPage { charge?.question.map { .applications($0, selected: 0) } ?? .card }

    /// Whether the page asks the customer.
    var isAskingForApplication: Bool { if case .applications = page { true } else { false } }

    /// Shows a question on the page of the charge, and only there: nobody else's work is interrupted.
    mutating func take(_ question: ApplicationQuestion?) {
        guard charge != nil else { return }
        charge?.question = question
        if page == .card || isAskingForApplication { go(.card) }
    }

    /// Takes the answer in a row.
    mutating func take(application row: Int, of question: ApplicationQuestion) -> [TillAction] {
        let answers = question.answers
        guard answers.indices.contains(row) else { return [] }
        charge?.question = nil
        go(.card)
        return [.shop(.choose(answers[row], of: question))]
    }

    /// Takes the answer with a typed number, from 1; returns `nil` for any other line.
    mutating func choose(application line: String, of question: ApplicationQuestion) -> [TillAction]? {
        guard isGoods(line) else { return nil }
        console.clearLine()
        guard let number = Self.number(line)?.digits.flatMap({ Int($0) }), question.answers.indices.contains(number - 1)
        else {
            show(.bad, PageText.chooseNumber)
            return []
        }
        return take(application: number - 1, of: question)
    }
}

extension ApplicationQuestion {
    /// What may be answered: one of the applications, and `nil` for one that is not to be confirmed.
    var answers: [Application?] { applications.map(Optional.some) + (kind == .confirmation ? [nil] : []) }
}
