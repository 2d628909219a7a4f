/// A field of the form, with its label and its error.
struct CheckoutField {
    let name: String
    let label: String
    var type = "text"
    /// The autocomplete hint for the browser.
    var autocomplete: String
    var inputMode = "text"
    var hint: String?
    var isRequired = false
    var minimumLength: Int?
    var maximumLength = 200
    var value: String?
    var problem: String?

    var html: HTML {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" type="\(type)" autocomplete="\(autocomplete)" inputmode="\(inputMode)" \
        maxlength="\(maximumLength)" value="\(value ?? "")"\(shortest)\(requirement)\(description)>
        \(notes)
        """
    }

    private var shortest: HTML? { minimumLength.map { " minlength=\"\($0)\"" } }
    private var requirement: HTML? { isRequired ? " required" : nil }

    /// The text that a screen reader says besides the label.
    private var description: HTML? {
        let ids = [hint.map { _ in "\(name)-hint" }, problem.map { _ in "\(name)-error" }].compactMap(\.self)
        let invalid: HTML? = problem == nil ? nil : " autofocus aria-invalid=\"true\""
        return ids.isEmpty ? nil : " aria-describedby=\"\(ids.joined(separator: " "))\"\(invalid)"
    }

    private var notes: HTML {
        let hint: HTML? = self.hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\($0)</p>\n" }
        let error: HTML? = problem.map { "<p class=\"error\" role=\"alert\" id=\"\(name)-error\">\($0)</p>\n" }
        return "\(hint)\(error)"
    }
}
