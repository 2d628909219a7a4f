import SimulatedPayments

extension CheckoutProblem {
    private static let fieldsByCode = [
        "incorrect_number": "number", "invalid_number": "number", "invalid_expiry_month": "expiry",
        "invalid_expiry_year": "expiry", "expired_card": "expiry", "invalid_cvc": "cvc", "incorrect_cvc": "cvc",
    ]

    private static let fieldsByParam = [
        "email": "email", "phone": "phone", "shipping": "shipping_name", "shipping[name]": "shipping_name",
        "shipping[address][line1]": "shipping_line1", "shipping[address][country]": "shipping_country",
    ]

    /// What an error of the API means for the form.
    ///
    /// - Parameter type: of the payment method that was chosen.
    init(_ error: JSONValue, paying type: String) {
        let isRepetition = error["type"] == "idempotency_error"
        message =
            isRepetition
            ? "This form was sent before with other details. Look at them again, then press the button once more."
            : error["message"]?.text ?? "The payment could not be made. Please try again."
        guard !isRepetition else { return }
        let param = error["param"]?.text ?? ""
        if let name = error["code"]?.text.flatMap({ Self.fieldsByCode[$0] }) ?? Self.fieldsByParam[param] {
            field = name
        } else if param.contains("iban") {
            field = "iban"
        } else if param.hasSuffix("[name]") {
            field = "name"
        } else if error["type"] == "card_error", type == "card" {
            field = "number"
        }
    }
}
