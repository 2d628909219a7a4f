import SimulatedPayments

/// The reason that a form was not executed.
struct FormFailure {
    /// The form's name.
    let form: String
    let message: String
    /// The invalid field, if there is one.
    var field: String?
    var status = 400

    init(_ form: String, _ message: String, field: String? = nil) {
        self.form = form
        self.message = message
        self.field = field
    }

    /// Reads the API's error.
    init(_ form: String, _ answer: Dashboard.Answer) {
        let error = answer.json["error"]
        self.init(form, error?["message"]?.text ?? "The gateway refused.", field: error?["param"]?.text)
        status = (400...499).contains(answer.status) ? answer.status : 400
    }

    private var id: String { form + "-error" }

    /// - Parameter isFocused: Whether the browser focuses it.
    func note(isFocused: Bool) -> HTML {
        let focus: HTML? = isFocused ? " tabindex=\"-1\" autofocus" : nil
        return "<p class=\"error\" role=\"alert\" id=\"\(id)\"\(focus)>\(message)</p>\n"
    }

    /// Returns the notice at the top if the form is gone, as after somebody else was faster.
    func notice(above content: HTML) -> HTML? {
        content.source.contains("id=\"\(id)\"") ? nil : note(isFocused: true)
    }
}

/// A form of the dashboard: it is submitted to one of its pages, with a token and the viewed account.
struct DashboardForm {
    enum Kind {
        case text
        case number
        case choice([(value: String, label: String)])
        /// A checkbox.
        case flag
        /// A text with suggestions.
        case suggested([String])
    }

    struct Field {
        let name: String
        let label: String
        let kind: Kind
        /// The initial value.
        var value = ""
        var hint: String?

        init(_ name: String, _ label: String, _ kind: Kind = .text, _ value: String = "", hint: String? = nil) {
            self.name = name
            self.label = label
            self.kind = kind
            self.value = value
            self.hint = hint
        }
    }

    /// The name that makes the ids of its elements unique on the page.
    let name: String
    let title: String
    /// The target of the form, below `/dashboard`.
    let action: String
    var fields: [Field] = []
    let button: String
    var explanation: String?

    func html(_ dashboard: Dashboard, _ failure: FormFailure?, seen: String? = nil) -> HTML {
        let failure = failure.flatMap { $0.form == name ? $0 : nil }
        // An invalid field gets the focus.
        let error = failure.map { failure in
            failure.note(isFocused: !fields.contains { $0.name == failure.field })
        }
        let hint = explanation.map { "<p class=\"hint\">\($0)</p>\n" as HTML }
        let inputs = fields.map { input($0, dashboard, failure) }
        return """
            <section class="card" aria-labelledby="\(name)-title">
            <h2 id="\(name)-title">\(title)</h2>
            \(hint)\(error)<form method="post" action="/dashboard\(action)">
            \(dashboard.visit.tokenField(dashboard.scope))
            \(dashboard.isOwn ? nil : hidden("account", dashboard.account))\(seen.map { hidden("seen", $0) })\(inputs)
            <p><button type="submit">\(button)</button></p>
            </form>
            </section>

            """
    }

    private func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
    }

    private func input(_ field: Field, _ dashboard: Dashboard, _ failure: FormFailure?) -> HTML {
        let id = "\(name)-\(field.name)"
        let isWrong = failure?.field == field.name
        let described = [field.hint.map { _ in id + "-hint" }, isWrong ? name + "-error" : nil].compactMap(\.self)
        let description: HTML? =
            described.isEmpty ? nil : " aria-describedby=\"\(described.joined(separator: " "))\""
        let wrong: HTML? = isWrong ? " autofocus aria-invalid=\"true\"" : nil
        let attributes: HTML = "id=\"\(id)\" name=\"\(field.name)\"\(description)\(wrong)"
        let value = failure == nil ? field.value : dashboard.visit.field(field.name) ?? ""
        let hint = field.hint.map { "<p class=\"hint\" id=\"\(id)-hint\">\($0)</p>\n" as HTML }
        if case .flag = field.kind {
            let checked: HTML? = value == "true" ? " checked" : nil
            return """
                <label for="\(id)"><input type="checkbox" value="true" \(attributes)\(checked)> \(field.label)</label>
                \(hint)
                """
        }
        return "<label for=\"\(id)\">\(field.label)</label>\n\(hint)\(control(field.kind, id, attributes, value))\n"
    }

    private func control(_ kind: Kind, _ id: String, _ attributes: HTML, _ value: String) -> HTML {
        switch kind {
        case .choice(let choices):
            let options = choices.map { choice in
                let selected: HTML? = choice.value == value ? " selected" : nil
                return "<option value=\"\(choice.value)\"\(selected)>\(choice.label)</option>\n" as HTML
            }
            return "<select \(attributes)>\n\(options)</select>"
        case .number:
            return "<input type=\"text\" inputmode=\"decimal\" autocomplete=\"off\" value=\"\(value)\" \(attributes)>"
        case .suggested(let values):
            let options = values.map { "<option value=\"\($0)\"></option>" as HTML }
            return """
                <input type="text" autocomplete="off" list="\(id)-list" value="\(value)" \(attributes)>
                <datalist id="\(id)-list">\(options)</datalist>
                """
        case .text, .flag:
            return "<input type=\"text\" autocomplete=\"off\" value=\"\(value)\" \(attributes)>"
        }
    }
}
