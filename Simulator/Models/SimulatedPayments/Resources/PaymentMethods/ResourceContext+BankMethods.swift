import TenderBytes
import TenderModel

/// Payment methods backed by a bank account instead of a card.
extension ResourceContext {
    /// Returns the payment method that a hash such as `payment_method_data` describes, without putting it.
    ///
    /// - Parameter name: Returns the name in the request of a member of the hash.
    mutating func bankMethod(
        _ type: MethodType, of data: JSONValue, name: (String) -> String, _ call: Call
    ) throws(APIFailure) -> PaymentMethodRow {
        keepFingerprintKey()
        var particulars = PaymentMethodRow.Particulars()
        particulars.bank = try bankDetails(type, data[type.rawValue], name: name, call)
        let wanted = type == .sepaDebit ? ["name", "email"] : type == .bancontact ? ["name"] : []
        for field in wanted where data["billing_details"]?[field]?.text == nil {
            throw .missing(name("billing_details") + "[\(field)]")
        }
        if case .object? = data["billing_details"] { particulars.billing = data["billing_details"] }
        particulars.allowRedisplay = data["allow_redisplay"]?.text
        particulars.metadata = try Parameters(data.members ?? [:]).metadata()
        return PaymentMethodRow(
            id: newID(.paymentMethods), account: call.account, created: call.now, type: type, particulars: particulars)
    }

    private func bankDetails(
        _ type: MethodType, _ data: JSONValue?, name: (String) -> String, _ call: Call
    ) throws(APIFailure) -> BankDetails {
        guard type == .sepaDebit else { return BankDetails(bank: data?["bank"]?.text) }
        let param = name("sepa_debit") + "[iban]"
        guard let text = data?["iban"]?.text else { throw .missing(param) }
        guard let iban = IBAN(text) else {
            throw .invalid("The IBAN you provided is invalid.", code: "account_number_invalid", param: param)
        }
        let fingerprint = fingerprint(of: SecretBytes(utf8: iban.text), call.account)
        return BankDetails(
            account: BankAccount(
                country: iban.country, bankCode: iban.bankCode, branchCode: iban.branchCode, last4: iban.last4,
                fingerprint: fingerprint, outcome: iban.outcome))
    }

    /// Returns the API's members of a payment method that is not a card, under its type.
    static func bankMembers(_ method: PaymentMethodRow) -> JSONValue {
        let bank = method.particulars.bank
        switch method.type {
        case .ideal: return ideal(bank)
        case .sepaDebit:
            return Document.merged(
                ["generated_from": ["charge": nil, "setup_attempt": nil]], into: sepa(bank?.account))
        default: return [:]
        }
    }

    /// Returns a charge's details of the method that paid it.
    func bankDetails(of method: PaymentMethodRow, mandate: String?) -> JSONValue {
        let (bank, type) = (method.particulars.bank, method.type)
        let verifiedName = method.particulars.billing?["name"] ?? nil
        let generated: JSONValue = ["generated_sepa_debit": nil, "generated_sepa_debit_mandate": nil]
        let details: JSONValue =
            switch type {
            case .bancontact:
                Document.merged(
                    [
                        "bank_code": "VAPE", "bank_name": "Simulated Bank", "bic": "VAPEBE22", "iban_last4": "7061",
                        "preferred_language": "en", "verified_name": verifiedName,
                    ], into: generated)
            case .ideal:
                Document.merged(
                    ["iban_last4": "5264", "transaction_id": nil, "verified_name": verifiedName],
                    into: Document.merged(Self.ideal(bank), into: generated))
            default: Document.merged(["mandate": .optional(mandate)], into: Self.sepa(bank?.account))
            }
        return ["type": .string(type.rawValue), type.rawValue: details]
    }

    private static func ideal(_ bank: BankDetails?) -> JSONValue {
        [
            "bank": .optional(bank?.bank), "bic": .optional(bank?.bank.flatMap { BankDetails.identifiers[$0] }),
        ]
    }

    private static func sepa(_ account: BankAccount?) -> JSONValue {
        [
            "bank_code": .optional(account?.bankCode), "branch_code": .optional(account?.branchCode),
            "country": .optional(account?.country), "fingerprint": .optional(account?.fingerprint),
            "last4": .optional(account?.last4),
        ]
    }

    /// Checks what must be valid before a bank is asked.
    func checkBank(_ intent: IntentRow, _ method: PaymentMethodRow, _ call: Call) throws(APIFailure) {
        let known = intents.contains(intent.id) ? intent.id : nil
        func refused(_ message: String, _ param: String) -> APIFailure {
            .refused(message, code: "payment_intent_invalid_parameter", param: param, intent: known)
        }
        let type = method.type.rawValue
        guard intent.captureMethod != .manual else {
            throw refused("The payment method type \(type) cannot be captured manually.", "capture_method")
        }
        guard method.type.redirects else { return try checkMandate(of: method, call, setup: nil) }
        guard call.parameters.text("return_url") != nil else {
            throw .refused(
                "You must provide a `return_url` when confirming with the payment method type \(type).",
                code: "parameter_missing", param: "return_url", intent: known)
        }
        guard intent.futureUsage(of: method.type) == nil else {
            throw refused("The payment method type \(type) cannot be set up for later here.", "setup_future_usage")
        }
        guard !call.isOffSession, call.parameters.boolean("error_on_requires_action") != true else {
            throw refused(
                "The payment method type \(type) needs its customer.",
                call.isOffSession ? "off_session" : "error_on_requires_action")
        }
    }
}
