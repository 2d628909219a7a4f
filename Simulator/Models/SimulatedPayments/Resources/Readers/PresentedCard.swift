import SimulatedCard
import TenderBytes
import TenderModel

/// The card that a customer presents to a simulated reader, as in the API's test helper.
enum PresentedCard {
    static var standard: SimulatedCard { .visa }
    static var interac: SimulatedCard { .interac }

    private static let kinds = ["card_present", "interac_present"]

    /// Returns the number of the card.
    ///
    /// - Parameter card: The customer's card if the request names none.
    static func number(_ parameters: Parameters, default card: SimulatedCard) throws(APIFailure) -> SecretBytes {
        let type = parameters.text("type")
        guard type != "card", !parameters.contains("card") else {
            throw .refused(
                "The action on the reader waits for a card that is presented, not for one that is typed.", code: nil,
                param: "type")
        }
        if let wrong = kinds.first(where: { parameters.contains($0) && $0 != type ?? $0 }) {
            throw .exclusive("type", wrong)
        }
        guard !kinds.allSatisfy({ parameters.contains($0) }) else { throw .exclusive(kinds[0], kinds[1]) }
        for kind in kinds {
            guard let text = parameters.text(kind, "number") else { continue }
            guard (12...19).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .invalid("Your card number is incorrect.", code: "incorrect_number", param: "\(kind)[number]")
            }
            return SecretBytes(utf8: text)
        }
        switch type {
        case "card_present": return standard.number
        case "interac_present": return interac.number
        default: return card.number
        }
    }

    /// Returns the reader's findings about the card: it is inserted, and the requested PIN is entered.
    static func payload(
        _ number: SecretBytes, _ amount: Int64, _ currency: Currency
    ) throws(APIFailure) -> CardPayload {
        guard let amount = try? Amount(gatewayUnits: amount, currency: currency) else {
            throw .invalid("The reader cannot show this amount.", code: "invalid_charge_amount")
        }
        guard let card = SimulatedCard.numbered(number) else {
            return CardPayload(
                readMethod: .contactEmv, number: number, expMonth: standard.expMonth, expYear: standard.expYear,
                verification: .none, amount: amount)
        }
        return CardPayload(card: card, readMethod: .contactEmv, verification: card.verification, amount: amount)
    }
}

extension ResourceContext {
    mutating func presentPaymentMethod(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        guard let action = ReaderAction(of: reader), action.status == .inProgress else { throw Self.noCardAwaited }
        switch action.kind {
        case .processPaymentIntent, .collectPaymentMethod: try pay(action, at: &reader, call)
        case .processSetupIntent: try setUp(action, at: &reader, call)
        case .refundPayment: try refund(action, at: &reader, call)
        case .confirmPaymentIntent, .collectInputs, .setReaderDisplay, .printContent: throw Self.noCardAwaited
        }
        return .json(reader.json)
    }

    /// Creates the payment method of a presented card, for the reader's current action.
    mutating func method(
        of payload: CardPayload, at reader: Document, _ call: Call
    ) throws(APIFailure) -> PaymentMethodRow {
        var method = try method(of: payload, call)
        method.particulars.allowRedisplay = reader.redisplay
        method.particulars.reader = reader.id
        method.particulars.location = reader["location"]?.text
        return method
    }

    /// Returns a command's `allow_redisplay` setting: whether the resulting card may be shown to the customer again.
    static func redisplay(of call: Call) -> String? {
        let parts = ["process_config", "collect_config"].map { call.parameters[$0, "allow_redisplay"]?.text }
        return call.parameters.text("allow_redisplay") ?? parts.compactMap(\.self).first
    }

    private static var noCardAwaited: APIFailure {
        .refused("The reader has no action in progress that waits for a payment method.", code: nil)
    }

    static func refuseTip(_ parameters: Parameters) throws(APIFailure) {
        guard parameters.integer("amount_tip") ?? 0 > 0 else { return }
        throw .refused("The action on the reader does not ask for a tip.", code: nil, param: "amount_tip")
    }
}

extension Document {
    /// The `allow_redisplay` setting of the reader's action, which the reader does not show.
    var redisplay: String? {
        get { hidden["allow_redisplay"]?.text }
        set { hidden["allow_redisplay"] = newValue.map(JSONValue.string) }
    }
}

extension PaymentMethodRow {
    /// Whether the method, or the card that a presented one stands for, can pay later.
    var canBeSaved: Bool { type != .interacPresent && !(type == .cardPresent && card.brand == .eftposAu) }
}
