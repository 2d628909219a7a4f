/// The texts of the bank's page, by the type of the payment method.
struct AuthenticationWords {
    let title: String
    let introduction: String
    /// The label of the payment method in the list.
    let label: String
    /// The text shown for a payment method without a number.
    let method: String
    let success: String
    let failure: String

    init(_ type: String) {
        let names = ["bancontact": "Bancontact", "ideal": "iDEAL"]
        guard let name = names[type] else {
            title = "Is this you?"
            introduction =
                "This page stands for the bank that issued the card. It asks whether the cardholder is paying."
            (label, method) = ("Card", "Card")
            success = "Complete authentication"
            failure = "Fail authentication"
            return
        }
        title = "Pay with \(name)"
        introduction = "This page stands for your bank, where you would sign in and agree to the payment."
        (label, method) = ("Pay with", name)
        success = "Authorize test payment"
        failure = "Fail test payment"
    }
}
