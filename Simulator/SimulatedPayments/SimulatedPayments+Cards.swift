import SimulatedCard
import TenderBytes
import TenderCrypto
import TenderModel

extension SimulatedPayments {
    /// Attaches the payment method that the request names or carries; the caller puts both rows.
    mutating func attach(to intent: inout IntentRow, _ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        var found = try namedMethod(call)
        if found == nil { found = try presentedMethod(call) }
        guard var method = found else {
            if try call.parameters.text("payment_method") == "" {
                intent.paymentMethod = nil
                if intent.status == .requiresConfirmation { intent.status = .requiresPaymentMethod }
            }
            return nil
        }
        guard intent.methodTypes.contains(method.type) else {
            let allowed = intent.methodTypes.map(\.rawValue).joined(separator: ", ")
            throw .refused(
                "The PaymentMethod provided (\(method.type.rawValue)) is not allowed for this PaymentIntent. Its "
                    + "payment_method_types are: \(allowed).",
                code: "payment_intent_incompatible_payment_method", param: "payment_method",
                intent: intents[intent.id] == nil ? nil : intent.id)
        }
        method.intent = intent.id
        intent.paymentMethod = method.id
        if intent.status == .requiresPaymentMethod { intent.status = .requiresConfirmation }
        return method
    }

    private func namedMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        guard let id = try call.parameters.text("payment_method"), !id.isEmpty else { return nil }
        guard !call.parameters.contains("payment_method_data") else {
            throw .invalid(
                "You may only specify one of these parameters: payment_method, payment_method_data.",
                code: "parameters_exclusive", param: "payment_method")
        }
        guard let method = paymentMethods.find(id, account: call.account) else {
            throw .unknown("PaymentMethod", id, param: "payment_method", isParameter: true)
        }
        guard !method.isUsed, method.intent == nil || method.intent == call.route.id else {
            throw .invalid(
                "The provided PaymentMethod was previously used with a PaymentIntent and may not be used again. "
                    + "Collect the card again.",
                code: "payment_method_unexpected_state", param: "payment_method")
        }
        return method
    }

    private mutating func presentedMethod(_ call: Call) throws(APIFailure) -> PaymentMethodRow? {
        guard call.parameters.contains("payment_method_data") else { return nil }
        guard let type = try call.parameters.text("payment_method_data", "type") else {
            throw .missing("payment_method_data[type]")
        }
        guard type == MethodType.cardPresent.rawValue else {
            throw .invalid(
                "Invalid payment_method_data[type]: must be one of card_present", param: "payment_method_data[type]")
        }
        return try method(of: Self.open(call.parameters), call)
    }

    private static func open(_ parameters: FormParameters) throws(APIFailure) -> CardPayload {
        let path = ["payment_method_data", "card_present", "encrypted_payload"]
        func part(_ name: String) throws(APIFailure) -> String {
            guard let text = try parameters.leafText(path + [name]) else {
                throw .missing(FormParameters.bracketed(path + [name]))
            }
            return text
        }
        let payload = EncryptedPayload(
            scheme: try part("scheme"), keySerial: try part("key_serial"), ciphertext: try part("ciphertext"),
            tag: try part("tag"))
        do throws(CardPayloadError) {
            return try CardPayload.open(payload)
        } catch {
            throw .invalid(
                "The card data cannot be used: \(error.description).", code: "payment_intent_invalid_parameter",
                param: FormParameters.bracketed(path))
        }
    }

    private mutating func method(of payload: CardPayload, _ call: Call) throws(APIFailure) -> PaymentMethodRow {
        guard let amount = try? payload.amount.gatewayUnits() else {
            throw .invalid("The card data has an amount that cannot be charged.", param: "payment_method_data")
        }
        let card = SimulatedCard.numbered(payload.number)
        return PaymentMethodRow(
            id: ids.make("pm"), account: call.account, created: call.now,
            type: card.flatMap { MethodType(rawValue: $0.paymentMethodType.rawValue) } ?? .cardPresent,
            card: details(of: payload, card), fingerprint: Self.fingerprint(of: payload.number, call.account),
            testCard: card?.name, hasPIN: payload.verification == .offlinePin || payload.verification == .onlinePin,
            amount: amount, currency: payload.amount.currency)
    }

    private mutating func details(of payload: CardPayload, _ card: SimulatedCard?) -> CardDetails {
        guard let card else {
            let last4 = payload.number.withUnsafeBytes { String(decoding: $0.suffix(4), as: UTF8.self) }
            return CardDetails(
                last4: last4, expMonth: payload.expMonth, expYear: payload.expYear, readMethod: payload.readMethod)
        }
        var details = card.details(
            readMethod: payload.readMethod, verification: payload.verification, cryptogram: ids.hexadecimal(16))
        details.expMonth = payload.expMonth
        details.expYear = payload.expYear
        return details
    }

    /// Equal for the same card within an account, and of no use to find the number.
    private static func fingerprint(of number: SecretBytes, _ account: String) -> String {
        Hex.encode(HMACSHA256.authenticate(Array(account.utf8), key: number).prefix(8))
    }
}
