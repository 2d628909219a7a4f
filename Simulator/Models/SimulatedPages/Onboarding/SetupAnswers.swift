import SimulatedPayments

/// The answers of a person on a page of the onboarding, and their errors.
struct SetupAnswers: Sendable {
    let step: SetupStep
    let fields: [SetupField]
    /// The answers by the names of the fields; empty for unanswered ones.
    var texts: [String: String]
    /// The errors by the names of the fields.
    var problems: [String: String] = [:]
    /// The error that belongs to no single field.
    var problem: String?

    var isGood: Bool { problems.isEmpty && problem == nil }

    /// Creates the answers that the account already has.
    init(known step: SetupStep, _ fields: [SetupField], of account: SetupAccount) {
        self.step = step
        self.fields = fields
        texts = Dictionary(fields.map { ($0.name, $0.isSecret ? "" : step.answer($0, of: account) ?? "") }) { $1 }
    }

    /// Creates answers from the public test data.
    init(test step: SetupStep, _ fields: [SetupField]) {
        self.step = step
        self.fields = fields
        texts = Dictionary(fields.map { ($0.name, $0.test) }) { $1 }
    }

    /// Creates and checks the submitted answers.
    init(sent visit: PageVisit, _ step: SetupStep, _ fields: [SetupField], of account: SetupAccount) {
        self.step = step
        self.fields = fields
        texts = Dictionary(fields.map { ($0.name, visit.field($0.name) ?? "") }) { $1 }
        for field in fields {
            let text = texts[field.name] ?? ""
            if !text.isEmpty {
                problems[field.name] = field.rule.problem(with: text)
            } else if !field.isOptional, !step.knowsSecret(field, of: account) {
                problems[field.name] = Self.missing(field)
            }
        }
        checkTogether(now: visit.now)
    }

    private static func missing(_ field: SetupField) -> String {
        if case .choice = field.rule { return "Choose one of the answers." }
        return "This is required."
    }

    /// Checks combinations of fields.
    private mutating func checkTogether(now: Int64) {
        if texts["url"] == "", texts["product_description"] == "" {
            problems["url"] = "Enter a website, or say below what you sell."
        }
        let date = ["dob.day", "dob.month", "dob.year"].compactMap { texts[$0].flatMap { Int64($0) } }
        guard date.count == 3, problems["dob.day"] == nil, problems["dob.month"] == nil else { return }
        let thisYear = 1970 + now / 31_556_952
        if date[2] > thisYear { problems["dob.year"] = "This year is still to come." }
        let isLeapYear = date[2] % 4 == 0 && (date[2] % 100 != 0 || date[2] % 400 == 0)
        let lengths: [Int64] = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if date[0] > lengths[Int(date[1]) - 1] { problems["dob.day"] = "That month has no such day." }
    }

    /// Records the API's refusal beside the field that it names.
    mutating func note(_ error: JSONValue?) {
        let message = error?["message"]?.text ?? "Something is wrong with these answers."
        let names = (error?["param"]?.text ?? "").replacing("]", with: "").split(separator: "[").map(String.init)
        // The hash around the fields has a name of its own for some steps.
        let ways = [names, Array(names.dropFirst())].map { $0.joined(separator: ".") }
        guard let field = fields.first(where: { ways.contains($0.name) }) else { return problem = message }
        problems[field.name] = message
    }
}
