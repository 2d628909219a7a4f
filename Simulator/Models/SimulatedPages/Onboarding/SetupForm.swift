import SimulatedPayments

/// A page of the onboarding as HTML.
struct SetupForm {
    let account: SetupAccount
    let visitor: LinkVisitor
    let session: String
    let visit: PageVisit

    static func scope(_ session: String) -> String { "setup " + session }

    /// Returns the address of the person's pages.
    static func path(_ session: String) -> String { "/setup/w/" + session }

    func page(_ answers: SetupAnswers) -> APIResponse {
        let step = answers.step
        let content: HTML = """
            \(heading(step))
            \(summary(answers))
            <form method="post" action="\(Self.path(session))" class="card" novalidate>
            \(hidden(step))
            \(answers.fields.map { SetupInput(field: $0, answers: answers, account: account).html })
            <button class="wide" name="action" value="save">Save and continue</button>
            <button class="wide second" name="action" value="fill">Fill in test data</button>
            </form>
            \(leaving)
            """
        return page(step.title, content, isRefused: !answers.isGood)
    }

    /// Returns the last page: all the answers, and the agreement.
    func review(problem: String? = nil) -> APIResponse {
        let isAgreed = account.isSubmitted
        let steps = SetupStep.all(for: account).filter { $0 != .review }
        let end = isAgreed ? "Done" : "Agree and submit"
        let consent = isAgreed ? nil : agreement(isRefused: problem != nil)
        let content: HTML = """
            \(heading(.review))
            \(steps.map(told))
            <form method="post" action="\(Self.path(session))" class="card" novalidate>
            \(hidden(.review))
            \(problem.map { "<p class=\"error\" role=\"alert\" id=\"e-agree\">\($0)</p>" as HTML })
            \(consent)
            <button class="wide" name="action" value="save">\(end)</button>
            </form>
            \(leaving)
            """
        return page(SetupStep.review.title, content, isRefused: problem != nil)
    }

    private func agreement(isRefused: Bool) -> HTML {
        let marks: HTML = isRefused ? " autofocus aria-invalid=\"true\" aria-describedby=\"e-agree\"" : ""
        return """
            <label><input type="checkbox" name="agree" value="yes" required\(marks)>I agree to be paid through this \
            simulated service, and what I entered is true.</label>
            """
    }

    private func page(_ title: String, _ content: HTML, isRefused: Bool) -> APIResponse {
        Page(
            title: (isRefused ? "Error: " : "") + title, content: content, status: isRefused ? 422 : 200
        ).response()
    }

    private func heading(_ step: SetupStep) -> HTML {
        let steps = SetupStep.all(for: account)
        let number = (steps.firstIndex(of: step) ?? 0) + 1
        let name: HTML? = account.name.map { "<p class=\"quiet\">Setting up \($0)</p>" }
        return """
            <h1>\(step.title)</h1>
            \(name)
            <p class="quiet">Step \(number) of \(steps.count). Country: \(account.json["country"]?.text ?? "").</p>
            """
    }

    private func hidden(_ step: SetupStep) -> HTML {
        "\(visit.tokenField(Self.scope(session)))<input type=\"hidden\" name=\"step\" value=\"\(step.rawValue)\">"
    }

    private var leaving: HTML {
        """
        <form method="post" action="\(Self.path(session))">
        \(hidden(.review))
        <button class="wide second" name="action" value="leave">Go back for now</button>
        </form>
        """
    }

    /// Returns the errors, with a link to each place.
    private func summary(_ answers: SetupAnswers) -> HTML? {
        guard !answers.isGood else { return nil }
        let links = answers.fields.filter { answers.problems[$0.name] != nil }.map { field in
            "<li><a href=\"#f-\(field.name)\">\(field.label)</a></li>" as HTML
        }
        return """
            <div class="error" role="alert" tabindex="-1" autofocus><p>\(answers.problem ?? "Please look at this again:")</p>
            <ul>\(links)</ul></div>
            """
    }

    private func told(_ step: SetupStep) -> HTML {
        let rows = step.fields(for: account).compactMap { field -> HTML? in
            let answer = step.answer(field, of: account)
            let shown = step.knowsSecret(field, of: account) ? "Told" : answer.map { field.shown($0) }
            return shown.map { "<dt>\(field.label)</dt><dd>\($0)</dd>" }
        }
        let last: HTML? =
            step == .bank
            ? account.bank?["last4"]?.text.map { "<dt>Account number</dt><dd>Ends in \($0)</dd>" } : nil
        return """
            <section class="card"><h2>\(step.title)</h2>
            <dl>\(rows)\(last)</dl>
            <p><a href="\(Self.path(session))?step=\(step.rawValue)">Change: \(step.title)</a></p></section>
            """
    }
}

extension SetupField {
    /// Returns an answer as people read it.
    fileprivate func shown(_ answer: String) -> String {
        guard case .choice(let choices) = rule else { return answer }
        return choices.first { $0.value == answer }?.name ?? answer
    }
}
