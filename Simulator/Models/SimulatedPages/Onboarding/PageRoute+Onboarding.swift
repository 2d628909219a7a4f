import SimulatedPayments

/// The onboarding: a person comes by a link, answers what the account is asked for, and returns to the platform.
extension PageRoute {
    static let onboarding = [
        PageRoute("GET", "/setup/s/:link") { (visit, payments) throws(PageRefusal) in
            try openSetup(visit, &payments)
        },
        PageRoute("GET", "/setup/w/:session") { (visit, payments) throws(PageRefusal) in
            let visitor = try admitted(visit, payments)
            guard !visitor.isOver else { return .redirect(to: try way(on: visitor.refreshURL).text) }
            return try show(visit, visitor, &payments)
        },
        PageRoute("POST", "/setup/w/:session") { (visit, payments) throws(PageRefusal) in
            let visitor = try admitted(visit, payments)
            try visit.checkToken(SetupForm.scope(visit.id))
            guard !visitor.isOver else { return Page.onward(to: try way(on: visitor.refreshURL)).response() }
            return try take(visit, visitor, &payments)
        },
        // For platforms without pages of their own, such as the command line.
        PageRoute("GET", "/setup/left") { (_, _) throws(PageRefusal) in left },
        PageRoute("GET", "/setup/over") { (_, _) throws(PageRefusal) in throw .linkIsOver },
    ]

    private static var left: APIResponse {
        Page(title: "Thank you", content: "<h1>Thank you</h1>\n<p>You can close this page now.</p>").response()
    }

    private static func openSetup(
        _ visit: PageVisit, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        switch payments.openLink(visit.id, now: visit.now) {
        case .session(_, .login), .unknown: throw .notFound
        case .session(let secret, _): return .redirect(to: SetupForm.path(secret))
        case .over(let url): return .redirect(to: try way(on: url).text)
        }
    }

    private static func admitted(
        _ visit: PageVisit, _ payments: SimulatedPayments
    ) throws(PageRefusal) -> LinkVisitor {
        guard let visitor = payments.linkVisitor(visit.id, now: visit.now), visitor.purpose != .login else {
            throw .notFound
        }
        return visitor
    }

    /// Returns the platform's address, where a visitor who came too late gets another link.
    private static func way(on url: String?) throws(PageRefusal) -> WebAddress {
        guard let address = url.flatMap(WebAddress.init) else { throw .linkIsOver }
        return address
    }

    private static func show(
        _ visit: PageVisit, _ visitor: LinkVisitor, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let account = try SetupAccount(of: visitor, visit, &payments)
        let form = SetupForm(account: account, visitor: visitor, session: visit.id, visit: visit)
        let chosen = visit.field("step").flatMap(SetupStep.init).flatMap { step in
            SetupStep.all(for: account).contains(step) ? step : nil
        }
        let step = chosen ?? SetupStep.next(for: account)
        guard step != .review else { return form.review() }
        let fields = chosen == nil ? step.dueFields(for: account) : step.fields(for: account)
        return form.page(SetupAnswers(known: step, fields, of: account))
    }

    private static func take(
        _ visit: PageVisit, _ visitor: LinkVisitor, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        guard visit.field("action") != "leave" else { return leave(visit, visitor, &payments) }
        let account = try SetupAccount(of: visitor, visit, &payments)
        guard let step = visit.field("step").flatMap(SetupStep.init), SetupStep.all(for: account).contains(step) else {
            throw .unreadable
        }
        guard step != .review else { return try submit(visit, visitor, account, &payments) }
        let form = SetupForm(account: account, visitor: visitor, session: visit.id, visit: visit)
        let due = step.dueFields(for: account).map(\.name)
        let fields = step.fields(for: account).filter { visit.fields[$0.name] != nil || due.contains($0.name) }
        guard visit.field("action") != "fill" else { return form.page(SetupAnswers(test: step, fields)) }
        var answers = SetupAnswers(sent: visit, step, fields, of: account)
        if answers.isGood { answers = answers.saved(to: account, of: visitor, visit, &payments) }
        return answers.isGood ? .redirect(to: SetupForm.path(visit.id)) : form.page(answers)
    }

    private static func submit(
        _ visit: PageVisit, _ visitor: LinkVisitor, _ account: SetupAccount, _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        guard visit.field("agree") == "yes" || account.isSubmitted else {
            let form = SetupForm(account: account, visitor: visitor, session: visit.id, visit: visit)
            return form.review(problem: "Check the box that says you agree.")
        }
        if visit.field("agree") == "yes" {
            // The pages are for this machine only.
            let answer = visit.ask(
                "POST", "/v1/_tender/accounts/\(account.id)/submit", [("ip", "127.0.0.1")], for: visitor.platform,
                of: &payments)
            guard answer.status == 200 else { throw .notFound }
        }
        return leave(visit, visitor, &payments)
    }

    /// Ends the visit and sends the person back to the platform.
    private static func leave(
        _ visit: PageVisit, _ visitor: LinkVisitor, _ payments: inout SimulatedPayments
    ) -> APIResponse {
        payments.endLinkSession(visit.id)
        guard let address = visitor.returnURL.flatMap(WebAddress.init) else { return left }
        return Page.onward(to: address).response()
    }
}

extension PageRefusal {
    static let linkIsOver = PageRefusal(
        status: 410, title: "This link was used",
        message: "A link works once, and for a few minutes. Ask whoever sent it for another one.")
}
