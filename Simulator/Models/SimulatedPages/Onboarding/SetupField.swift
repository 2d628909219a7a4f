/// A question of the onboarding.
struct SetupField: Sendable {
    /// The path in the step's hash of the API, such as `address.line1`; also the input's name.
    let name: String
    let label: String
    var hint = ""
    let rule: SetupRule
    /// The answer of the public test data.
    let test: String
    /// The autocomplete hint for a browser that knows the person.
    var autocomplete = "off"
    /// The question that this one accompanies; this one is never asked alone.
    var companion: String?
    var isOptional = false
    /// Whether the account keeps only that it was answered, so that nothing can be shown.
    var isSecret = false

    /// Returns the name in the API, such as `individual[address][line1]`.
    func parameter(in group: String) -> String {
        name.split(separator: ".").reduce(group) { $0.isEmpty ? String($1) : $0 + "[" + $1 + "]" }
    }
}

extension SetupField {
    static let kind = [
        SetupField(
            name: "business_type", label: "What kind of seller are you?",
            rule: .choice([
                ("individual", "One person"), ("company", "A company"), ("non_profit", "A nonprofit organization"),
                ("government_entity", "A government entity"),
            ]), test: "individual")
    ]

    static let business = [
        SetupField(
            name: "mcc", label: "What do you sell?",
            rule: .choice([
                ("5734", "Software and computers"), ("5812", "Food and drinks"), ("5651", "Clothing"),
                ("5942", "Books"), ("5971", "Art and crafts"), ("7011", "Rooms and homes for guests"),
                ("7299", "Personal services"), ("5999", "Something else"),
            ]), test: "5734"),
        SetupField(
            name: "url", label: "Your website", hint: "Or a page about you. Leave it empty if you have none.",
            rule: .web,
            test: "https://accessible.stripe.com", autocomplete: "url", isOptional: true),
        SetupField(
            name: "product_description", label: "What you sell, in a sentence", hint: "Needed without a website.",
            rule: .text, test: "Handmade things", companion: "url", isOptional: true),
    ]

    static let company = [
        SetupField(
            name: "name", label: "Registered name", rule: .text, test: "Test Company", autocomplete: "organization"),
        SetupField(
            name: "tax_id", label: "Tax number", hint: "9 digits in the United States. It is not shown again.",
            rule: .accountNumber, test: "000000000", isSecret: true),
        SetupField(name: "phone", label: "Phone of the company", rule: .phone, test: "0000000000", autocomplete: "tel"),
    ]

    static let person = [
        SetupField(name: "first_name", label: "First name", rule: .text, test: "Jenny", autocomplete: "given-name"),
        SetupField(name: "last_name", label: "Last name", rule: .text, test: "Rosen", autocomplete: "family-name"),
        SetupField(
            name: "relationship.title", label: "Your position", hint: "Such as owner or manager.", rule: .text,
            test: "Owner", autocomplete: "organization-title"),
        SetupField(name: "email", label: "Email", rule: .email, test: "jenny@example.com", autocomplete: "email"),
        SetupField(name: "phone", label: "Phone", rule: .phone, test: "0000000000", autocomplete: "tel"),
        SetupField(
            name: "dob.day", label: "Day of birth", rule: .number(1...31), test: "1", autocomplete: "bday-day"),
        SetupField(
            name: "dob.month", label: "Month of birth", hint: "As a number.", rule: .number(1...12), test: "1",
            autocomplete: "bday-month"),
        SetupField(
            name: "dob.year", label: "Year of birth", hint: "With four digits.", rule: .number(1900...2100),
            test: "1901", autocomplete: "bday-year"),
        SetupField(
            name: "ssn_last_4", label: "Last 4 digits of your social security number",
            hint: "It is not shown again.", rule: .digits(4...4), test: "0000", isSecret: true),
    ]

    static let address = [
        SetupField(
            name: "address.line1", label: "Street and number", rule: .text, test: "address_full_match",
            autocomplete: "address-line1"),
        SetupField(
            name: "address.line2", label: "Apartment or floor", hint: "If there is one.", rule: .text, test: "",
            autocomplete: "address-line2", companion: "address.line1", isOptional: true),
        SetupField(
            name: "address.city", label: "City", rule: .text, test: "Springfield", autocomplete: "address-level2"),
        SetupField(name: "address.state", label: "State", rule: .text, test: "IL", autocomplete: "address-level1"),
        SetupField(
            name: "address.postal_code", label: "Postal code", rule: .text, test: "62701", autocomplete: "postal-code"),
    ]

    /// Not asked: it is the account's.
    static let country = SetupField(name: "address.country", label: "Country", rule: .text, test: "US")

    static let bank = [
        SetupField(name: "routing_number", label: "Routing number", rule: .digits(9...9), test: "110000000"),
        SetupField(
            name: "account_number", label: "Account number", hint: "Afterwards only its last four digits are shown.",
            rule: .accountNumber, test: "000123456789", isSecret: true),
    ]
}
