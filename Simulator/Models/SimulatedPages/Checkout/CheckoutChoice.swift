/// A choice of one from a list, with its label and its error.
struct CheckoutChoice {
    let name: String
    let label: String
    var autocomplete = "off"
    var isRequired = false
    /// The options: the code that is sent, and the name for people.
    let options: [(code: String, name: String)]
    var chosen: String?
    var problem: String?

    var html: HTML {
        let choices: [HTML] = options.map { option in
            let mark: HTML? = option.code == chosen ? " selected" : nil
            return "<option value=\"\(option.code)\"\(mark)>\(option.name)</option>\n"
        }
        let error: HTML? = problem.map { "<p class=\"error\" role=\"alert\" id=\"\(name)-error\">\($0)</p>\n" }
        let mark: HTML? = problem == nil ? nil : " autofocus aria-invalid=\"true\" aria-describedby=\"\(name)-error\""
        let requirement: HTML? = isRequired ? " required" : nil
        return """
            <label for="\(name)">\(label)</label>
            <select id="\(name)" name="\(name)" autocomplete="\(autocomplete)"\(requirement)\(mark)>
            \(choices)</select>
            \(error)
            """
    }
}
