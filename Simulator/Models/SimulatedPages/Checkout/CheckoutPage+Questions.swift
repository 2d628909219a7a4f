import SimulatedPayments

/// The shop's questions beyond those of every page, and the terms that customers agree to.
extension CheckoutPage {
    private static let fieldPrefix = "custom_"

    /// Returns the form field for a custom field of the API.
    static func field(ofCustom key: String) -> String { fieldPrefix + key }

    private var customFields: [JSONValue] { session.elements("custom_fields") }

    var questions: HTML? {
        guard !customFields.isEmpty else { return nil }
        return "<fieldset>\n<legend>\(say[.aboutOrder])</legend>\n\(customFields.map(question))</fieldset>\n"
    }

    private func question(_ field: JSONValue) -> HTML {
        let name = Self.field(ofCustom: field.string("key")), type = field.string("type")
        let isOptional = field.isTrue("optional")
        let label = (field["label"]?.string("custom") ?? "") + (isOptional ? " " + say[.optional] : "")
        let details = field[type] ?? .null
        let answer = visit.request.method == "POST" ? visit.field(name) : details["default_value"]?.text
        let problem = problem?.field == name ? problem?.message : nil
        guard type != "dropdown" else {
            let options = details.elements("options").map { (code: $0.string("value"), name: $0.string("label")) }
            return CheckoutChoice(
                name: name, label: label, isRequired: !isOptional, options: [("", say[.choose])] + options,
                chosen: answer,
                problem: problem
            ).html
        }
        return CheckoutField(
            name: name, label: label, autocomplete: "off", inputMode: type == "numeric" ? "numeric" : "text",
            hint: type == "numeric" ? say[.digitsOnly] : nil, isRequired: !isOptional,
            minimumLength: details["minimum_length"]?.number.flatMap { Int(exactly: $0) },
            maximumLength: details["maximum_length"]?.number.flatMap { Int(exactly: $0) } ?? 255, value: answer,
            problem: problem
        ).html
    }

    /// The terms that are agreed to with the button, and before it.
    var agreements: HTML? {
        let asked = session["consent_collection"]
        let reuse: HTML? =
            asked?["payment_method_reuse_agreement"]?["position"] == "auto"
            ? "<p class=\"hint\">\(say[.reuse, merchant])</p>\n"
            : nil
        let news: HTML? =
            asked?["promotions"] == "auto"
            ? box("promotions", "opt_in", say[.news, merchant], isRequired: false) : nil
        let terms: HTML? =
            asked?["terms_of_service"] == "required"
            ? box(
                "terms", "accepted",
                message("terms_of_service_acceptance") ?? say[.terms, merchant],
                isRequired: true) : nil
        return "\(reuse)\(news)\(terms)"
    }

    private func box(_ name: String, _ value: String, _ label: String, isRequired: Bool) -> HTML {
        let message = problem?.field == name ? problem?.message : nil
        let checked: HTML? = typed(name) == value ? " checked" : nil
        let requirement: HTML? = isRequired ? " required" : nil
        let mark: HTML? = message == nil ? nil : " autofocus aria-invalid=\"true\" aria-describedby=\"\(name)-error\""
        let error: HTML? = message.map { "<p class=\"error\" role=\"alert\" id=\"\(name)-error\">\($0)</p>\n" }
        return """
            <label for="\(name)"><input type="checkbox" id="\(name)" name="\(name)" value="\(value)"\
            \(checked)\(requirement)\(mark)>\(label)</label>
            \(error)
            """
    }

    /// The parameters of the payment that contain the answers.
    var answers: [(name: String, value: String)] {
        var fields = customFields.compactMap { field in
            visit.field(Self.field(ofCustom: field.string("key"))).map {
                (name: "custom_fields[\(field.string("key"))]", value: $0)
            }
        }
        let asked = session["consent_collection"]
        if asked?["promotions"] == "auto" {
            fields.append(("consent[promotions]", visit.field("promotions") == "opt_in" ? "opt_in" : "opt_out"))
        }
        if asked?["terms_of_service"] == "required", visit.field("terms") == "accepted" {
            fields.append(("consent[terms_of_service]", "accepted"))
        }
        return fields
    }
}
