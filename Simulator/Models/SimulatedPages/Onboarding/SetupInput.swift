/// A question of the onboarding as HTML: label, hint, error, and input.
struct SetupInput {
    let field: SetupField
    let answers: SetupAnswers
    let account: SetupAccount

    var html: HTML {
        if case .choice(let choices) = field.rule, choices.count <= 4 { return group(choices) }
        return "<label for=\"f-\(field.name)\">\(field.label)\(mark)</label>\(hint)\(error)\(input)"
    }

    private var text: String { answers.texts[field.name] ?? "" }
    private var problem: String? { answers.problems[field.name] }
    private var isKnown: Bool { answers.step.knowsSecret(field, of: account) }
    private var mark: HTML? { field.isOptional ? " <span class=\"quiet\">(optional)</span>" : nil }

    private var hintText: String? {
        if isKnown { return "You already entered this; leave it empty to keep it." }
        return field.hint.isEmpty ? nil : field.hint
    }

    private var hint: HTML? { hintText.map { "<p class=\"hint\" id=\"h-\(field.name)\">\($0)</p>" } }
    private var error: HTML? { problem.map { "<p class=\"error\" id=\"e-\(field.name)\">\($0)</p>" } }

    /// The attributes that connect the input to its hint and its error.
    private var ties: HTML {
        let ids = [hintText.map { _ in "h-\(field.name)" }, problem.map { _ in "e-\(field.name)" }].compactMap { $0 }
        let described: HTML? = ids.isEmpty ? nil : " aria-describedby=\"\(ids.joined(separator: " "))\""
        let invalid: HTML? = problem.map { _ in " aria-invalid=\"true\"" }
        return "\(described)\(invalid)"
    }

    private var input: HTML {
        if case .choice(let choices) = field.rule {
            let options = choices.map { choice in
                """
                <option value="\(choice.value)"\(choice.value == text ? " selected" as HTML : "")>\(choice.name)</option>
                """ as HTML
            }
            return """
                <select id="f-\(field.name)" name="\(field.name)"\(ties)><option value="">Choose</option>\(options)</select>

                """
        }
        return """
            <input id="f-\(field.name)" name="\(field.name)" type="\(type)" value="\(text)" \
            autocomplete="\(field.autocomplete)"\(mode)\(ties)>

            """
    }

    private var type: String {
        switch field.rule {
        case .email: "email"
        case .phone: "tel"
        case .web: "url"
        default: "text"
        }
    }

    private var mode: HTML {
        switch field.rule {
        case .digits, .number: " inputmode=\"numeric\""
        default: ""
        }
    }

    private func group(_ choices: [(value: String, name: String)]) -> HTML {
        let radios = choices.enumerated().map { place, choice in
            let checked: HTML = choice.value == text ? " checked" : ""
            // A link to the question leads to the first answer.
            let id = place == 0 ? "f-\(field.name)" : "f-\(field.name)-\(place)"
            return """
                <label for="\(id)"><input type="radio" id="\(id)" name="\(field.name)" \
                value="\(choice.value)"\(checked)>\(choice.name)</label>
                """ as HTML
        }
        return "<fieldset\(ties)><legend>\(field.label)</legend>\(hint)\(error)\(radios)</fieldset>"
    }
}
