/// The form for payment details inside a shop's page; its script shows what the intent allows.
enum PaymentElementPage {
    private struct Field {
        let name: String
        let label: String
        var hint: String?
        var type = "text"
        var mode = "text"
        let completion: String
    }

    private static let fields = [
        Field(
            name: "number", label: "Card number", hint: "A test card, such as 4242 4242 4242 4242", mode: "numeric",
            completion: "cc-number"),
        Field(name: "expiry", label: "Expiry (month / year)", mode: "numeric", completion: "cc-exp"),
        Field(name: "cvc", label: "Security code", mode: "numeric", completion: "cc-csc"),
        Field(name: "name", label: "Full name", completion: "name"),
        Field(name: "email", label: "E-mail", type: "email", mode: "email", completion: "email"),
        Field(
            name: "iban", label: "IBAN", hint: "A test account, such as AT61 1904 3002 3457 3201", completion: "off"),
    ]

    private static let methods = [
        ("card", "Card"), ("bancontact", "Bancontact"), ("ideal", "iDEAL"), ("sepa_debit", "SEPA direct debit"),
    ]

    static let page = Page(
        title: "Payment details", content: content, scripts: ["payment-element.js"], mayBeFramed: true)

    private static let content: HTML = """
        <h1>Payment details</h1>
        <noscript><p class="error">This form needs JavaScript.</p></noscript>
        <p id="status" role="status">Loading…</p>
        <p id="problem" class="error" role="alert" hidden></p>
        <form id="payment" novalidate hidden>
        <fieldset id="details">
        <legend class="hint">Only the payment service sees your card or account.</legend>
        <fieldset id="methods">
        <legend>Pay with</legend>
        \(methods.map(choice))</fieldset>
        \(fields.map(input))<p class="hint" data-method="bancontact" hidden>You will be asked to pay on a page of your bank.</p>
        <p class="hint" data-method="ideal" hidden>You will be asked to pay on a page of your bank.</p>
        <p class="hint" data-method="sepa_debit" hidden>By paying, you allow the shop to have this payment debited from your \
        account, and your bank to do so. You can get your money back within eight weeks.</p>
        </fieldset>
        </form>
        """

    private static func choice(_ method: (type: String, name: String)) -> HTML {
        """
        <label data-choice="\(method.type)"><input type="radio" name="method" value="\(method.type)">\(method.name)</label>

        """
    }

    private static func input(_ field: Field) -> HTML {
        let hint: HTML? = field.hint.map { "<p class=\"hint\" id=\"\(field.name)-hint\">\($0)</p>\n" }
        let described = (field.hint == nil ? "" : "\(field.name)-hint ") + "\(field.name)-error"
        return """
            <div data-field="\(field.name)" hidden>
            <label for="\(field.name)">\(field.label)</label>
            \(hint)<input id="\(field.name)" name="\(field.name)" type="\(field.type)" inputmode="\(field.mode)" \
            autocomplete="\(field.completion)" maxlength="100" aria-describedby="\(described)" aria-required="true">
            <p class="bad" id="\(field.name)-error" role="alert" hidden></p>
            </div>

            """
    }
}
