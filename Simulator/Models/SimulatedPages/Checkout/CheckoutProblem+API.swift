import SimulatedPayments

extension CheckoutProblem {
    private static let fieldsByCode = [
        "incorrect_number": "number", "invalid_number": "number", "invalid_expiry_month": "expiry",
        "invalid_expiry_year": "expiry", "expired_card": "expiry", "invalid_cvc": "cvc", "incorrect_cvc": "cvc",
    ]

    private static let fieldsByParam = [
        "payment_method_data[billing_details][address][line1]": "line1",
        "payment_method_data[billing_details][address][country]": "country",
        "email": "email", "phone": "phone", "shipping": "shipping_name", "shipping[name]": "shipping_name",
        "consent[terms_of_service]": "terms", "shipping[address][line1]": "shipping_line1",
        "shipping[address][country]": "shipping_country",
    ]

    /// Translates an error of the API for the form.
    ///
    /// - Parameters:
    ///   - type: The type of the selected payment method.
    ///   - say: The texts of the page.
    init(_ error: JSONValue, paying type: String, _ say: PageWords) {
        let isRepetition = error["type"] == "idempotency_error"
        message =
            isRepetition
            ? say[.sentBefore]
            : error["message"]?.text ?? say[.notMade]
        guard !isRepetition else { return }
        let param = error["param"]?.text ?? ""
        if let key = Self.customKey(in: param) {
            field = CheckoutPage.field(ofCustom: key)
        } else if let name = error["code"]?.text.flatMap({ Self.fieldsByCode[$0] }) ?? Self.fieldsByParam[param] {
            field = name
        } else if param.contains("iban") {
            field = "iban"
        } else if param.hasSuffix("[name]") {
            field = "name"
        } else if error["type"] == "card_error", type == "card" {
            field = "number"
        }
        if field != nil, error["code"] == "parameter_missing" { message = say[.required] }
    }

    /// Returns the key of the custom field that a parameter names.
    private static func customKey(in param: String) -> String? {
        let start = "custom_fields["
        guard param.hasPrefix(start), param.hasSuffix("]") else { return nil }
        return String(param.dropFirst(start.utf8.count).dropLast())
    }
}
