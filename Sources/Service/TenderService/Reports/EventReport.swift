import TenderFlow
import TenderModel
public import TenderTerminal

/// One event of the terminal in JSON.
public struct EventReport: Encodable, Sendable {
    /// The event's number among the terminal's.
    public let sequence: UInt64
    /// What happened, in a word.
    public let type: String
    /// The rest of it.
    public let detail: String?
    /// The payment that the event is about, where it can be about any.
    public let payment: String?

    /// Tells an event.
    public init(_ event: TerminalEvent) {
        sequence = event.sequence
        (type, detail) = Self.words(event.kind)
        payment = Self.payment(of: event.kind)
    }

    /// Returns the payment that an event is about, where it can be about any.
    public static func payment(of kind: TerminalEvent.Kind) -> String? {
        switch kind {
        case .sendingAgain(let id, _), .asking(let id, _), .recoveryStarted(let id), .recoveryEnded(let id),
            .outcomeResolved(_, let id), .requestResolved(let id), .reversed(let id), .collectionExpired(let id),
            .cardCollected(_, let id):
            id
        case .holdAlarm(let alarm): alarm.hold.intentID
        case .holdFinished(let finished): finished.intentID
        default: nil
        }
    }

    private static func words(_ kind: TerminalEvent.Kind) -> (String, String?) {
        switch kind {
        case .connectionStatus(let status): ("connection_status", status.rawValue)
        case .paymentStatus(let status): ("payment_status", status.rawValue)
        case .displayMessage(let message): ("display_message", message.rawValue)
        case .inputOptions(let options): ("input_options", options.description)
        case .cardInserted: ("card_inserted", nil)
        case .cardRemoved: ("card_removed", nil)
        case .batteryLevel(let level): ("battery_level", "\(level)")
        case .updateAvailable(let update): ("update_available", update.softwareVersion)
        case .updateStarted(let update): ("update_started", update.softwareVersion)
        case .updateProgress(let percent): ("update_progress", "\(percent)")
        case .updateFinished(let update, let error): ("update_finished", error?.message ?? update?.softwareVersion)
        case .reconnectStarted(let reason): ("reconnect_started", reason.rawValue)
        case .reconnectSucceeded: ("reconnect_succeeded", nil)
        case .reconnectFailed(let reason): ("reconnect_failed", reason.rawValue)
        case .disconnected(let reason): ("disconnected", reason.rawValue)
        case .cardCollected(let card, _): ("card_collected", card.line)
        case .collectionExpired: ("collection_expired", nil)
        case .sendingAgain(_, let send): ("sending_again", "\(send)")
        case .asking(_, let ask): ("asking", "\(ask)")
        case .recoveryStarted(let id): ("recovery_started", id)
        case .recoveryEnded(let id): ("recovery_ended", id)
        case .outcomeResolved(let outcome, _): ("outcome_resolved", outcome.word)
        case .requestResolved(let id): ("request_resolved", id)
        case .reversed: ("reversed", nil)
        case .offlineStatus(let status): ("offline_status", status.line)
        case .paymentForwarded(let payment, let outcome):
            ("payment_forwarded", "\(payment.id): \(outcome.word)")
        case .setupForwarded(let setup): ("setup_forwarded", "\(setup.id): \(setup.word)")
        case .forwardingError(let error, let id): ("forwarding_error", (id.map { "\($0): " } ?? "") + error.message)
        case .holdAlarm(let alarm): ("hold_alarm", alarm.kind == .lapsed ? "lapsed" : "ends soon")
        case .holdFinished(let finished):
            ("hold_finished", "\(finished.rule.action.rawValue), \(finished.rule.reason): \(finished.end.rawValue)")
        case .diagnostic(let text): ("diagnostic", text)
        }
    }
}
