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
            <legend>\(say["Pay with"])</legend>
            \(choices)</fieldset>
            <fieldset>
            <legend>\(say["Billing"])</legend>
            \(billing)</fieldset>

            """
    }

    private static func name(of type: String) -> String {
        switch type {
        case "card": "Card"
        case "sepa_debit": "SEPA direct debit"
        case "bancontact": "Bancontact"
        case "ideal": "iDEAL"
        default: type
        }
    }

    private func fields(of type: String) -> HTML {
        switch type {
        case "card": card
        case "sepa_debit":
            """
            \(field("iban", "IBAN", "off", hint: "With the test number DE89370400440532013000 the debit succeeds later.",
            isRequired: types.count == 1, maximumLength: 42))\
            <p class="hint">\(say["By paying, you allow % to collect the amount from this account.", merchant])</p>

            """
        default:
            "<p class=\"hint\">\(say["You will continue to a test page of your bank and return from there."])</p>\n"
        }
    }

    private var card: HTML {
        let isOnly = types.count == 1
        return """
            \(field("number", "Card number", "cc-number", inputMode: "numeric", isRequired: isOnly, maximumLength: 30))\
            <div class="pair">
            <div>
            \(field("expiry", "Expiry", "cc-exp", inputMode: "numeric", hint: "Month and year, such as 12 / 34",
            isRequired: isOnly, maximumLength: 9))</div>
            <div>
            \(field("cvc", "Security code", "cc-csc", inputMode: "numeric", hint: "On the back of the card",
            isRequired: isOnly, maximumLength: 4))</div>
            </div>

            """
    }

    private var billing: HTML {
        let isAddressNeeded = session["billing_address_collection"] == "required"
        let street: HTML? =
            isAddressNeeded
            ? """
            \(field("line1", "Street and number", "billing address-line1", isRequired: true, value: typed("line1")))\
            \(field("city", "City", "billing address-level2", isRequired: true, value: typed("city")))
            """ : nil
        return """
            \(field("name", "Name", "cc-name", isRequired: true, value: typed("name")))\
            \(street)\(country("country", "billing country", Countries.all))\
            \(field("postal_code", "Postal code", "billing postal-code", maximumLength: 20,
            value: typed("postal_code")))
            """
    }
}
