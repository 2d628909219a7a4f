import SimulatedCard
import TenderBytes
import TenderCrypto
import TenderModel

extension ResourceContext {
    /// Attaches the payment method that the request names or contains; the caller puts both rows.
    mutating func attach(to intent: inout IntentRow, _ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        var found = try namedMethod(call)
        if found == nil { found = try presentedMethod(call) }
        guard let method = found else {
            if case .null? = call.parameters["payment_method"] {
                intent.setTip(0)
                intent.paymentMethod = nil
                if intent.status == .requiresConfirmation { intent.status = .requiresPaymentMethod }
            }
            return nil
        }
        if method.id != intent.paymentMethod { intent.setTip(0) }
        try Self.addTip(of: method, to: &intent, call)
        return try attach(method, to: &intent)
    }

    /// Adds the tip that the customer chose on the reader before the card was read.
    ///
    /// The amount that the card was read for includes it, so that nobody can change it on the way.
    private static func addTip(of method: PaymentMethodRow, to intent: inout IntentRow, _ call: Call) throws(APIFailure)
    {
        guard let tip = call.parameters.integer("payment_method_data", "card_present", "amount_tip"), tip > 0 else {
            return
        }
        guard let read = method.reading, read.currency == intent.currency, read.amount - tip == intent.amount else {
            throw .refused(
                "The card was not read for the amount with this tip. Collect the payment method again.", code: nil,
                param: "payment_method_data[card_present][amount_tip]")
        }
        var tipped = intent
        tipped.setTip(tip)
        try checkMoney(tipped)
        intent = tipped
    }

    /// Attaches a payment method; the caller puts both rows.
    func attach(_ found: PaymentMethodRow, to intent: inout IntentRow) throws(APIFailure) -> PaymentMethodRow {
        try checkUse(of: found, for: intent)
        var method = found
        method.intent = intent.id
        intent.paymentMethod = method.id
        if intent.status == .requiresPaymentMethod { intent.status = .requiresConfirmation }
        return method
    }

    /// Checks whether a payment method may pay: type, owner and state may have changed since it was attached.
    func checkUse(of method: PaymentMethodRow, for intent: IntentRow) throws(APIFailure) {
        let known = intents.contains(intent.id) ? intent.id : nil
        guard intent.takes(method.type) else {
            let allowed = intent.methodTypes.filter(intent.takes).map(\.rawValue).joined(separator: ", ")
            throw .refused(
                "The PaymentMethod provided (\(method.type.rawValue)) is not allowed for this PaymentIntent. Its "
                    + "payment_method_types are: \(allowed).",
                code: "payment_intent_incompatible_payment_method", param: "payment_method", intent: known)
        }
        guard method.isUsable else { throw .unusableMethod(param: "payment_method", intent: known) }
        guard let owner = method.customer, owner != intent.customer else { return }
        guard let customer = intent.customer else {
            func message(_ owner: String) -> String {
                "The provided PaymentMethod (\(method.id)) belongs to \(owner). Please include the Customer in the "
                    + "`customer` parameter on the PaymentIntent."
            }
            throw .refused(
                message("the Customer \(owner)"), code: "parameter_missing", param: "payment_method", intent: known
            ).telling(devices: message("a Customer"))
        }
        func message(_ supplied: String) -> String {
            "The PaymentMethod \(method.id) does not belong to the Customer \(supplied). Please use this PaymentMethod "
                + "with the Customer that it belongs to instead."
        }
        throw .refused(
            message("you supplied \(customer)"), code: nil, param: "payment_method", intent: known
        ).telling(devices: message("of the PaymentIntent"))
    }

    private mutating func namedMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        guard let id = call.parameters.text("payment_method") else { return nil }
        guard !call.parameters.contains("payment_method_data") else {
            throw .exclusive("payment_method", "payment_method_data")
        }
        let method = try method(named: id, param: "payment_method", call)
        guard !method.type.isPresent || method.intent == nil || method.intent == call.id else {
            throw .refused(
                "The provided PaymentMethod was collected for another PaymentIntent. Collect the card again.",
                code: "payment_method_unexpected_state", param: "payment_method")
        }
        return method
    }

    private mutating func presentedMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        guard let type = call.parameters.text("payment_method_data", "type") else { return nil }
        switch MethodType(rawValue: type) {
        case .cardPresent?:
            var method = try readMethod(call)
            method.particulars.allowRedisplay = call.parameters.text("payment_method_data", "allow_redisplay")
            return method
        case .card?, .bancontact?, .ideal?, .sepaDebit?:
            return try method(of: call.parameters["payment_method_data"] ?? .null, param: "payment_method_data", call)
        case .interacPresent?, nil:
            throw .invalid(
                "Invalid payment_method_data[type]: must be one of card, card_present, bancontact, ideal or sepa_debit",
                param: "payment_method_data[type]")
        }
    }

    /// Returns the payment method of a presented card; of a chip with what it told, which its issuer checks later.
    ///
    /// - Parameter code: What names a refusal of the card's data.
    mutating func readMethod(
        _ call: Call, code: String = "payment_intent_invalid_parameter"
    ) throws(APIFailure) -> PaymentMethodRow {
        let payload = try Self.open(call.parameters, code: code)
        var method = try method(of: payload, call)
        // Of a card that is none of the simulated ones, nothing is kept: it is declined.
        if payload.chip != nil, SimulatedCard.numbered(payload.number) != nil {
            method.particulars.chip = try Self.sealed(call.parameters)
        }
        return method
    }

    /// Opens the payload of a presented card; `code` names a refusal of it.
    static func open(
        _ parameters: Parameters, code: String = "payment_intent_invalid_parameter"
    ) throws(APIFailure) -> CardPayload {
        let payload = try sealed(parameters)
        do throws(CardPayloadError) {
            return try CardPayload.open(payload)
        } catch {
            throw .invalid(
                "The card data cannot be used: \(error.description).", code: code,
                param: FormNode.bracketed(payloadPath))
        }
    }

    private static let payloadPath = ["payment_method_data", "card_present", "encrypted_payload"]

    /// Returns the payload of a presented card as it came.
    private static func sealed(_ parameters: Parameters) throws(APIFailure) -> EncryptedPayload {
        let parts = parameters["payment_method_data", "card_present", "encrypted_payload"]
        guard let scheme = parts?["scheme"]?.text, let serial = parts?["key_serial"]?.text,
            let ciphertext = parts?["ciphertext"]?.text, let tag = parts?["tag"]?.text
        else { throw .missing(FormNode.bracketed(payloadPath)) }
        return EncryptedPayload(scheme: scheme, keySerial: serial, ciphertext: ciphertext, tag: tag)
    }

    mutating func method(of payload: CardPayload, _ call: Call) throws(APIFailure) -> PaymentMethodRow {
        guard let amount = try? payload.amount.gatewayUnits() else {
            throw .invalid("The card data has an amount that cannot be charged.", param: "payment_method_data")
        }
        let card = SimulatedCard.numbered(payload.number)
        keepFingerprintKey()
        let fingerprint = presentedFingerprint(of: payload.number, card, call.account)
        return PaymentMethodRow(
            id: newID(.paymentMethods), account: call.account, created: call.now,
            type: card.flatMap { MethodType(rawValue: $0.paymentMethodType.rawValue) } ?? .cardPresent,
            card: details(of: payload, card), fingerprint: fingerprint,
            testCard: card?.name, hasPIN: payload.verification == .offlinePin || payload.verification == .onlinePin,
            amount: amount, currency: payload.amount.currency)
    }

    private mutating func details(of payload: CardPayload, _ card: SimulatedCard?) -> CardDetails {
        guard let card else {
            let last4 = payload.number.withUnsafeBytes { String(decoding: $0.suffix(4), as: UTF8.self) }
            return CardDetails(
                last4: last4, expMonth: payload.expMonth, expYear: payload.expYear, readMethod: payload.readMethod,
                receipt: payload.chip.flatMap { try? ChipObjects($0) }?.receipt)
        }
        var details = card.details(
            readMethod: payload.readMethod, verification: payload.verification, cryptogram: ids.hexadecimal(16))
        details.expMonth = payload.expMonth
        details.expYear = payload.expYear
        if let chip = payload.chip, var receipt = try? ChipObjects(chip).receipt {
            receipt.accountType = details.receipt?.accountType
            details.receipt = receipt
        }
        return details
    }
}
