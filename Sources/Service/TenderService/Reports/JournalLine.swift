import FoundationEssentials
import TenderBytes
public import TenderFlow
import TenderModel

/// A record in a form for people to read.
public struct JournalLine: Encodable, Sendable {
    /// The record's number.
    public private(set) var sequence: Int64
    /// When it was written, in ISO 8601.
    public private(set) var time: String
    /// The payment, or what else it is about.
    public private(set) var intent: String
    /// The card attempt.
    public private(set) var attempt: Int
    /// What happened, in a word.
    public private(set) var event: String
    /// The rest of it.
    public private(set) var detail: String
    /// The amount.
    public private(set) var amount: String?
    /// The shop's order.
    public private(set) var order: String?

    /// Tells a record.
    public init(_ record: RecordedEntry) {
        let entry = record.entry
        sequence = record.sequence
        time = Self.time(record.stamp)
        intent = entry.intentID.withoutControls
        attempt = entry.attempt
        (event, detail) = Self.words(entry.event)
        detail = detail.withoutControls
        amount = entry.terms?.amount.description
        order = entry.terms?.order?.withoutControls
    }

    /// The line: number, time, payment and attempt, what happened.
    public var text: String {
        let number = String(sequence)
        let terms = [amount, order.map { "order \($0)" }].compactMap(\.self).joined(separator: ", ")
        let padded = String(repeating: " ", count: max(0, 6 - number.count)) + number
        let said = event + (detail.isEmpty ? "" : ": \(detail)") + (terms.isEmpty ? "" : " (\(terms))")
        return "\(padded)  \(time)  \(intent)/\(attempt)  \(said)"
    }

    private static func time(_ stamp: Stamp) -> String {
        let (seconds, rest) = stamp.unixMilliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest >= 0, seconds < 253_402_300_800 else { return "\(stamp.unixMilliseconds) ms" }
        let text = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
        let milliseconds = String(rest)
        return text.dropLast() + "." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds + "Z"
    }

    private static func words(_ event: JournalEntry.Event) -> (String, String) {
        switch event {
        case .attemptOpened(let reader, let charge): ("attempt opened", words(reader, charge))
        case .cancelAsked(let mode, let origin):
            ("cancel asked", "by the \(origin.rawValue)" + (mode == .stop ? "" : ", with reversal"))
        case .requestLeaving(let request, let send): ("request leaving", "\(words(request)), send \(send)")
        case .settled(let request, let conclusion, let receipt):
            ("settled", "\(words(request)): \(words(conclusion))" + (receipt.map { ", \($0.line)" } ?? ""))
        case .concluding(let facts):
            ("concluding", "approved, \(facts.amount) \(facts.status): its card has yet to agree")
        case .claimed: ("claimed", "the result was handed over")
        case .acknowledged(let person): ("acknowledged", "by \(person)")
        case .refundLeaving(let refund, let key, let send):
            ("refund leaving", "\(words(refund)), key \(key), send \(send)")
        case .callLeaving(let call, let key, let send): ("call leaving", "\(words(call)), key \(key), send \(send)")
        case .setupLeaving(let setup, let key, let send):
            (
                "setup leaving",
                "a card for \(setup.customer ?? "nobody"), \(setup.allowRedisplay), key \(key), send \(send)"
            )
        case .requestSettled(let key, let end):
            ("request settled", end.result.rawValue + (end.object.map { ", \($0)" } ?? "") + ", key \(key)")
        case .requestTold(let key): ("told", "how the request under the key \(key) ended")
        case .holdDecided(let rule): ("hold decided", "\(rule.action.rawValue): \(rule.reason)")
        case .offline(let event): words(event)
        case .terminal(let record): words(record)
        case .shop(let record): ("till", "\(record.kind), version \(record.version), \(record.body.count) bytes")
        }
    }

    private static func words(_ refund: RefundParameters) -> String {
        (refund.amount.map { "\($0)" } ?? "all of it") + (refund.reversesTransfer ? ", with the transfer" : "")
            + (refund.refundsApplicationFee ? ", with the fee" : "")
    }

    private static func words(_ call: MoneyCall) -> String {
        [
            call.kind.rawValue, call.amount.map { "\($0)" }, call.subject.map { "of \($0)" },
            call.account.map { "for \($0)" },
        ].compactMap(\.self).joined(separator: " ")
    }

    private static func words(_ record: TerminalRecord) -> (String, String) {
        switch record {
        case .leaving(let command):
            (
                "terminal command",
                "\(command.kind.rawValue) of \(command.amount) to \(command.terminal), key \(command.key)"
            )
        case .told(let key, let told):
            ("terminal told", "\(words(told)), key \(key)")
        case .ended(let key, .notExecuted(let code)): ("terminal ended", "not executed, code \(code), key \(key)")
        case .ended(let key, .contradicted): ("terminal ended", "contradicts itself, key \(key)")
        case .ended(let key, .decided(let isExecuted, let person)):
            ("terminal ended", "\(isExecuted ? "executed" : "not executed") as decided by \(person), key \(key)")
        case .canceled: ("terminal canceled", "before any command")
        case .batchClosing: ("batch closing", "")
        }
    }

    private static func words(_ told: TerminalStatement) -> String {
        let parts = [
            "code \(told.code)", "receipt \(told.receipt.map { "\($0)" } ?? "unknown")",
            told.amount.map { "\($0) minor units" }, told.provenance?.currency.map { "currency \($0)" },
            told.provenance.map { "terminal \($0.terminal ?? "unknown")" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func words(_ event: OfflineEvent) -> (String, String) {
        switch event {
        case .stored(let sale):
            ("stored offline", "\(sale.payment.map { "\($0.amount)" } ?? "to be saved"), \(sale.card.line)")
        case .forwarding(let key, let send): ("forwarding", "create, key \(key), send \(send)")
        case .created(let intentID): ("forwarding as", intentID)
        case .forwarded(.approved(let facts)): ("forwarded", "approved as \(facts.id), \(facts.amount) \(facts.status)")
        case .forwarded(.saved(let facts)):
            ("forwarded", "saved with \(facts.id)" + (facts.generatedCard.map { ", \($0)" } ?? ""))
        case .forwarded(.declined(let decline, let id)): ("forwarded", "declined as \(id), \(decline.reason)")
        case .quarantined(let quarantine): ("quarantined", quarantine.message)
        case .released: ("released", "")
        case .deleted(let person): ("deleted", "by \(person)")
        }
    }

    private static func words(_ reader: String?, _ charge: JournalEntry.ChargeBefore) -> String {
        let before: String? =
            switch charge {
            case .none: nil
            case .charge(let id): "after charge \(id)"
            case .unknown: "earlier charges unknown"
            }
        return [reader.map { "reader \($0)" }, before].compactMap(\.self).joined(separator: ", ")
    }

    private static func words(_ request: PaymentRequest) -> String {
        switch request {
        case .attach(let key): "attach, key \(key)"
        case .confirm(let key): "confirm, key \(key)"
        case .capture(let key, let amount, let fee):
            "capture\(amount.map { " of \($0) minor units" } ?? "")\(fee.map { ", fee \($0)" } ?? ""), key \(key)"
        case .increment(let key, let amount): "increment to \(amount) minor units, key \(key)"
        case .cancel(let key): "cancel, key \(key)"
        case .refund(let key): "refund, key \(key)"
        case .retrieve: "read"
        case .findRefund(let key): "look for a refund, key \(key)"
        }
    }

    private static func words(_ conclusion: Conclusion) -> String {
        switch conclusion {
        case .approved(let facts): "approved, \(facts.amount) \(facts.status)"
        case .declined(let decline, _): "declined, \(decline.reason)"
        case .canceled(let origin): "canceled by the \(origin.rawValue)"
        case .notExecuted(let refusal): "not executed, \(refusal.rawValue)"
        case .unknown(let reason): "unknown, \(reason.rawValue)"
        case .journalUnavailable: "the journal took no records"
        }
    }
}
