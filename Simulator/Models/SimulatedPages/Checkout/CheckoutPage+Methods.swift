import SimulatedPayments

/// The payment methods of the form.
extension CheckoutPage {
    private var types: [String] { (session["payment_method_types"]?.array ?? ["card"]).compactMap(\.text) }

    /// The selected type; the first one, if the request has none that is allowed.
    var type: String { typed("type").flatMap { types.contains($0) ? $0 : nil } ?? types.first ?? "card" }

    var methods: HTML {
        guard types.count > 1 else {
            return """
                <fieldset>
                <legend>\(say[Self.name(of: type)])</legend>
                <input type="hidden" name="type" value="\(type)">
                \(fields(of: type))\(billing)</fieldset>

                """
        }
        let choices: [HTML] = types.map { name in
            let mark: HTML? = name == type ? " checked" : nil
            return """
                <div class="choice">
                <label for="type_\(name)"><input type="radio" name="type" id="type_\(name)" value="\(name)"\(mark)>\
                \(say[Self.name(of: name)])</label>
                <div class="chosen">
                \(fields(of: name))</div>
                </div>

                """
        }
        return """
            <fieldset>
            <legend>\(say[.payWith])</legend>
            \(choices)</fieldset>
            <fieldset>
            <legend>\(say[.billing])</legend>
            \(billing)</fieldset>

            """
    }

    private static func name(of type: String) -> PageText {
        switch type {
        case "card": .card
        case "sepa_debit": .directDebit
        case "bancontact": PageText("Bancontact")
        case "ideal": PageText("iDEAL")
        default: PageText(type)
        }
    }

    private func fields(of type: String) -> HTML {
        switch type {
        case "card": card
        case "sepa_debit":
            """
            \(field("iban", PageText("IBAN"), "off", hint: .ibanHint,
            isRequired: types.count == 1, maximumLength: 42))\
            <p class="hint">\(say[.debitConsent, merchant])</p>

            """
        default:
            "<p class=\"hint\">\(say[.bankPage])</p>\n"
        }
    }

    private var card: HTML {
        let isOnly = types.count == 1
        return """
            \(field("number", .cardNumber, "cc-number", inputMode: "numeric", isRequired: isOnly, maximumLength: 30))\
            <div class="pair">
            <div>
            \(field("expiry", .expiry, "cc-exp", inputMode: "numeric", hint: .expiryHint,
            isRequired: isOnly, maximumLength: 9))</div>
            <div>
            \(field("cvc", .securityCode, "cc-csc", inputMode: "numeric", hint: .securityCodeHint,
            isRequired: isOnly, maximumLength: 4))</div>
            </div>

            """
    }

    private var billing: HTML {
        let isAddressNeeded = session["billing_address_collection"] == "required"
        let street: HTML? =
            isAddressNeeded
            ? """
            \(field("line1", .street, "billing address-line1", isRequired: true, value: typed("line1")))\
            \(field("city", .city, "billing address-level2", isRequired: true, value: typed("city")))
            """ : nil
        return """
            \(field("name", .name, "cc-name", isRequired: true, value: typed("name")))\
            \(street)\(country("country", "billing country", Countries.all))\
            \(field("postal_code", .postalCode, "billing postal-code", maximumLength: 20,
            value: typed("postal_code")))
            """
    }
}
