/// The payment methods that requests name or contain.
extension ResourceContext {
    /// Returns the payment method that a parameter names: `pm_card_visa` and the like create a new one at each use.
    ///
    /// A new one is not put: the caller puts what it used.
    ///
    /// - Parameter isToBeSaved: Whether it is to be saved for a customer.
    mutating func method(
        named id: String, param: String, isToBeSaved: Bool = false, _ call: Call
    ) throws(APIFailure) -> PaymentMethodRow {
        if let card = TestCard.method(id) { return makeMethod(CardEntry(card), call) }
        guard let method = paymentMethods.find(id, account: call.account) else {
            throw .unknown("PaymentMethod", id, param: param, isParameter: true)
        }
        if isToBeSaved { try Self.checkSavable(method.type) }
        guard isToBeSaved ? method.isSavable : method.isUsable else {
            throw isToBeSaved ? .unsavableMethod(param: param) : .unusableMethod(param: param)
        }
        return method
    }

    /// Returns the payment method that a hash such as `payment_method_data` describes, with `type` and `card`.
    ///
    /// It is not put: the caller puts what it used.
    mutating func method(
        of data: JSONValue, param: String?, _ call: Call
    ) throws(APIFailure) -> PaymentMethodRow {
        func name(_ member: String) -> String { param.map { "\($0)[\(member)]" } ?? member }
        guard let type = data["type"]?.text.flatMap({ MethodType(rawValue: $0) }), !type.isPresent else {
            throw .invalid(
                "Invalid \(name("type")): must be one of card, bancontact, ideal or sepa_debit", param: name("type"))
        }
        guard type == .card else { return try bankMethod(type, of: data, name: name, call) }
        guard let card = data["card"] else { throw .missing(name("card")) }
        var entry = try entry(of: card, param: name("card"), call)
        if case .object? = data["billing_details"] {
            entry.particulars.billing = Self.merged(data["billing_details"], into: entry.particulars.billing)
        }
        entry.particulars.allowRedisplay = data["allow_redisplay"]?.text
        entry.particulars.metadata = try Parameters(data.members ?? [:]).metadata()
        return makeMethod(entry, call)
    }

    /// Returns the card of a hash with a token, or with number, expiry and code.
    private func entry(of card: JSONValue, param: String, _ call: Call) throws(APIFailure) -> CardEntry {
        guard let token = card["token"]?.text else { return try CardEntry(typed: card, param: param, now: call.now) }
        guard card["number"] == nil else { throw .exclusive("\(param)[number]", "\(param)[token]") }
        var entry = try entry(ofToken: token, param: "\(param)[token]", call)
        entry.particulars.preferredNetwork = card["networks"]?["preferred"]?.text
        return entry
    }

    mutating func makeMethod(_ entry: CardEntry, prefix: String = "pm", _ call: Call) -> PaymentMethodRow {
        keepFingerprintKey()
        return PaymentMethodRow(
            id: ids.make(prefix), account: call.account, created: call.now, card: entry.card,
            particulars: entry.particulars.isPlain ? nil : entry.particulars)
    }

    /// Returns the card to be saved that stands for a presented card, without putting it.
    ///
    /// - Parameter source: The charge or the setup attempt.
    mutating func generatedCard(
        of presented: PaymentMethodRow, from source: String, now: Int64
    ) -> PaymentMethodRow {
        PaymentMethodRow(id: newID(.paymentMethods), created: now, generatedFrom: source, of: presented)
    }

    static func merged(_ new: JSONValue?, into old: JSONValue?) -> JSONValue? {
        guard case .object(let members)? = new, case .object(var result)? = old else { return new ?? old }
        for (name, value) in members { result[name] = merged(value, into: result[name]) }
        return .object(result)
    }
}

extension PaymentMethodRow.Particulars {
    /// Whether the details say only what every card says.
    fileprivate var isPlain: Bool {
        !hasCode && billing == nil && metadata.isEmpty && allowRedisplay == nil && preferredNetwork == nil
            && token == nil && generatedFrom == nil && expMonth == TestCard.expMonth && expYear == TestCard.expYear
    }
}

extension ParameterSpec.Members {
    /// The parameters of a card that is typed or named by a token.
    static let cardEntry: Self = [
        "token": .text, "number": .text, "exp_month": .integer, "exp_year": .integer, "cvc": .text,
        "networks": .hash(["preferred": .text]),
    ]

    /// The parameters of a payment method that no reader has read.
    static let methodDescription: Self = [
        "type": .text.required, "card": .hash(cardEntry), "bancontact": .hash([:]),
        "ideal": .hash(["bank": ParameterSpec(shape: .choice(BankDetails.banks)).clearable]),
        "sepa_debit": .hash(["iban": .text(maximum: 64).required]), "billing_details": .hash(billingDetails),
        "allow_redisplay": .choice("always", "limited", "unspecified"), "metadata": .metadata,
        "radar_options": .hash(["session": .text]),
    ]
}

extension APIFailure {
    /// Returns the failure for a payment method that has paid without a customer, or was detached from its customer.
    static func unusableMethod(param: String, intent: String? = nil) -> APIFailure {
        refused(
            "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared "
                + "with a connected account without Customer attachment, or was detached from a Customer. It may not "
                + "be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
            code: nil, param: param, intent: intent)
    }

    /// Returns the same failure where it was to be attached to a customer.
    static func unsavableMethod(param: String) -> APIFailure {
        refused(
            "This PaymentMethod was previously used without being attached to a Customer or was detached from a "
                + "Customer, and may not be used again.",
            code: nil, param: param)
    }
}
