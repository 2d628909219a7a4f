import SimulatedPayments

/// The form for the customer to fill in.
extension CheckoutPage {
    var form: Page {
        let title = isSetup ? say[.saveMethod] : say[.payAt, merchant]
        let content: HTML = """
            <h1>\(title)</h1>
            \(notice)<div class="columns">
            <div>
            \(order)
            </div>
            <div>
            <form method="post" action="\(path)" data-once>
            \(visit.tokenField(id))
            <input type="hidden" name="attempt" value="\(data["attempt"]?.number ?? 0)">
            <input type="hidden" name="expected_amount" value="\(session["amount_total"]?.number ?? 0)">
            \(contact)\(shippingAddress)\(questions)\(methods)\(agreements)\(words("submit"))\
            <button class="wide" name="action" value="pay">\(button)</button>
            \(words("after_submit"))\
            </form>
            \(cancel)\(TestCards.hint)
            </div>
            </div>
            """
        return Page(
            title: problem == nil ? title : say[.error, title], content: content, width: .columns, language: language,
            scripts: ["checkout.js"], mayBeFramed: place == .embedded)
    }

    /// The error of the whole form, now or the last time.
    private var notice: HTML? {
        if let problem, problem.field == nil { return "<p class=\"error\" role=\"alert\">\(problem.message)</p>\n" }
        guard problem == nil, data["intent_status"] == "requires_payment_method",
            let message = data["last_error"]?["message"]?.text
        else { return nil }
        return "<p class=\"error\" role=\"alert\">\(say[.nothingPaid, message])</p>\n"
    }

    /// Returns the shop's message at a place of the page.
    private func words(_ place: String) -> HTML? { message(place).map { "<p class=\"quiet\">\($0)</p>\n" } }

    func message(_ place: String) -> String? { session["custom_text"]?[place]?["message"]?.text }

    private var button: String {
        guard !isSetup else { return say[.save] }
        return switch session["submit_type"]?.text {
        case "book": say[.book, total]
        case "donate": say[.donate, total]
        default: say[.pay, total]
        }
    }

    private var cancel: HTML? {
        session["cancel_url"]?.text.flatMap { WebAddress($0) }.map {
            "<a class=\"button second wide\" href=\"\($0.text)\">\(say[.backWithoutPaying])</a>\n"
        }
    }

    /// Returns what was typed, so that nobody types it twice; nothing of a card.
    func typed(_ name: String) -> String? { visit.request.method == "POST" ? visit.field(name) : nil }

    func field(
        _ name: String, _ label: PageText, _ autocomplete: String, type: String = "text", inputMode: String = "text",
        hint: PageText? = nil, isRequired: Bool = false, maximumLength: Int = 200, value: String? = nil
    ) -> HTML {
        CheckoutField(
            name: name, label: say[label], type: type, autocomplete: autocomplete, inputMode: inputMode,
            hint: hint.map { say[$0] },
            isRequired: isRequired, maximumLength: maximumLength, value: value,
            problem: problem?.field == name ? problem?.message : nil
        ).html
    }

    private var contact: HTML {
        let known = session["customer_email"]?.text ?? (session["customer"] == .null ? nil : knownEmail)
        let isKnown = known != nil || session["customer"] != .null
        let email: HTML =
            isKnown
            ? "<p>\(known ?? "")</p>\n"
            : field(
                "email", .email, "email", type: "email", inputMode: "email", isRequired: true, maximumLength: 800,
                value: typed("email") ?? knownEmail)
        let phone: HTML? =
            session["phone_number_collection"]?["enabled"] == true
            ? field(
                "phone", .phone, "tel", type: "tel", inputMode: "tel", isRequired: true, maximumLength: 40,
                value: typed("phone")) : nil
        return "<fieldset>\n<legend>\(say[.contact])</legend>\n\(email)\(phone)</fieldset>\n"
    }

    private var knownEmail: String? { session["customer_details"]?["email"]?.text }

    private var shippingAddress: HTML? {
        guard let codes = session["shipping_address_collection"]?["allowed_countries"]?.array else { return nil }
        let countries = Countries.named(codes.compactMap(\.text))
        return """
            <fieldset>
            <legend>\(say[.shippingAddress])</legend>
            \(words("shipping_address"))\(field("shipping_name", .name, "shipping name", isRequired: true, value: typed("shipping_name")))\
            \(field("shipping_line1", .street, "shipping address-line1", isRequired: true,
            value: typed("shipping_line1")))\
            <div class="pair">
            <div>
            \(field("shipping_postal_code", .postalCode, "shipping postal-code", maximumLength: 20,
            value: typed("shipping_postal_code")))</div>
            <div>
            \(field("shipping_city", .city, "shipping address-level2", value: typed("shipping_city")))</div>
            </div>
            \(field("shipping_state", .state, "shipping address-level1", value: typed("shipping_state")))\
            \(country("shipping_country", "shipping country", countries))</fieldset>

            """
    }

    /// Returns a choice of countries.
    func country(_ name: String, _ autocomplete: String, _ countries: [(code: String, name: String)]) -> HTML {
        let usual = language == .german ? "DE" : "US"
        let chosen = typed(name) ?? (countries.contains { $0.code == usual } ? usual : countries.first?.code)
        return CheckoutChoice(
            name: name, label: say[.country], autocomplete: autocomplete, options: countries, chosen: chosen,
            problem: problem?.field == name ? problem?.message : nil
        ).html
    }
}
