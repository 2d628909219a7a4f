import SimulatedGateway
import SimulatedPayments
import Tender
import TenderService

/// The JSON object of a sale: the same keys on every exit.
struct SaleReport: Encodable {
    /// One card that was charged or declined.
    struct Attempt: Encodable {
        var outcome: String
        var brand: CardBrand?
        var last4: String?
        var readMethod: ReadMethod?
        var declineCode: String?
        var message: String?
    }

    /// The issuer's actual booking, as recorded in the simulated gateway's ledger.
    struct Ledger: Encodable {
        var authorizations: Int
        /// The captured amount in minor units of ISO 4217.
        var captured: Int64

        init(_ entry: LedgerEntry?, _ currency: Currency) throws {
            authorizations = entry?.authorizations ?? 0
            captured = try Amount(gatewayUnits: entry?.captured ?? 0, currency: currency).minorUnits
        }
    }

    struct UsedReader: Encodable {
        var model: String
        var serialNumber: String

        init(_ reader: Reader) {
            model = reader.model
            serialNumber = reader.serialNumber
        }
    }

    var outcome: String
    var intent: PaymentIntent?
    var reader: UsedReader?
    var attempts: [Attempt] = []
    var events: [EventReport] = []
    var ledger: Ledger?
    var offline: OfflineReport?
    /// The legs of an order that several cards pay.
    var split: SplitReport?
    var message: String?
    var error: Failure?

    enum CodingKeys: String, CodingKey {
        case outcome, intent, reader, attempts, events, ledger, offline, split, message, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(intent, forKey: .intent)
        try container.encode(reader, forKey: .reader)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(events, forKey: .events)
        try container.encode(ledger, forKey: .ledger)
        try container.encodeIfPresent(offline, forKey: .offline)
        try container.encodeIfPresent(split, forKey: .split)
        try container.encodeIfPresent(message, forKey: .message)
        try container.encodeIfPresent(error, forKey: .error)
    }
}

extension EventReport {
    /// Returns the line that a person reads as it happens; `nil` for an event that concerns nobody.
    ///
    /// - Parameter own: The payment that the line need not name; any other is named, so that its outcome is not
    ///   mistaken for this one's.
    static func line(_ kind: TerminalEvent.Kind, own: String?) -> String? {
        guard let line = line(kind), let payment = payment(of: kind), payment != own else { return line(kind) }
        return "  earlier   \(payment):\(line.dropFirst(11))"
    }

    private static func line(_ kind: TerminalEvent.Kind) -> String? {
        switch kind {
        case .displayMessage(let message): "  reader    \(message.text)"
        case .inputOptions(let options): options.isEmpty ? nil : "  reader    \(options)"
        // A semi-integrated terminal reads the card later, by itself.
        case .cardCollected(let card, _): card == CardDetails() ? nil : "  card      \(card.line)"
        case .paymentStatus(.processing): "  gateway   asking for the authorization"
        case .sendingAgain(_, let send): "  gateway   no answer: sending the same request again (\(send))"
        case .asking(_, let ask): "  gateway   no answer: asking what became of the payment (\(ask))"
        case .recoveryStarted: "  journal   left without a result: asking the gateway"
        case .outcomeResolved(let outcome, _): "  gateway   the outcome is known: \(outcome.word)"
        case .reconnectStarted(let reason): "  reader    lost (\(reason.rawValue)): connecting again"
        case .reconnectSucceeded: "  reader    connected again"
        case .reconnectFailed: "  reader    did not come back"
        case .requestResolved: "  gateway   what became of it is known: see 'tender pending'"
        case .reversed: "  gateway   the approval was given back"
        case .paymentForwarded(let payment, let outcome): "  offline   \(payment.id) was forwarded: \(outcome.word)"
        case .setupForwarded(let setup): "  offline   \(setup.id) was forwarded: \(setup.word)"
        case .forwardingError(let error, let id):
            "  offline   \(id.map { "\($0): " } ?? "")\(error.message)"
        case .holdAlarm(let alarm):
            "  hold      \(alarm.kind == .lapsed ? "has ended: the money is no longer the shop's" : "ends soon: capture or cancel it")"
        case .holdFinished(let finished):
            "  hold      \(finished.rule.action.rawValue) (\(finished.rule.reason)): \(finished.end.rawValue)"
        case .diagnostic(let text): "  note      \(text)"
        case .offlineStatus, .connectionStatus, .paymentStatus, .cardInserted, .cardRemoved, .batteryLevel,
            .updateAvailable, .updateStarted, .updateProgress, .updateFinished, .disconnected, .collectionExpired,
            .recoveryEnded:
            nil
        }
    }
}

extension PaymentOutcome {
    var exitCode: ExitCode {
        switch self {
        case .approved, .storedOffline: .done
        case .declined: .declined
        case .canceled: .canceled
        case .unknown: .unknown
        }
    }
}

extension PaymentIntent {
    /// The intent with its client secret hidden.
    var masked: PaymentIntent {
        var intent = self
        intent.clientSecret = clientSecret?.masked
        return intent
    }
}
