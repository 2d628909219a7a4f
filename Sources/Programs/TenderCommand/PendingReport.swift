import FoundationEssentials
import Tender

/// The payments that somebody still has to look at, as the command line reports them.
struct PendingReport: Encodable {
    var outcome: String
    var pending: [PendingAttempt]
    var lapsed: [String]
    var error: Failure?

    init(_ pending: [PendingAttempt]) {
        self.pending = pending
        let now = Int64(Date().timeIntervalSince1970)
        lapsed = pending.filter { $0.isLapsed(at: now) }.map(\.intentID)
        outcome = pending.contains(where: \.isUnresolved) ? "unknown" : "done"
    }

    /// The exit code: 0 when every outcome is known, 4 otherwise.
    var exitCode: ExitCode { outcome == "unknown" ? .unknown : .done }

    func tell(_ output: Output) {
        for attempt in pending {
            if !attempt.isRequestAlone { output.line(line(attempt)) }
            for request in attempt.refunds + [attempt.call, attempt.setup].compactMap(\.self) {
                output.line(line(request, of: attempt))
            }
        }
        if pending.isEmpty { output.line("Nothing is pending.") }
        output.object(self)
    }

    private func line(_ attempt: PendingAttempt) -> String {
        let order = attempt.order.map { ", order \($0.withoutControls)" } ?? ""
        let isStoredCard = SetupIntent.isOffline(id: attempt.intentID)
        let amount = attempt.amount.map { "\($0)" } ?? (isStoredCard ? "a card to be saved" : "a refund")
        return "\(attempt.intentID.withoutControls)/\(attempt.attempt)  \(amount)\(order), "
            + "\(Self.time(attempt.opened)): \(words(attempt))"
    }

    private func words(_ attempt: PendingAttempt) -> String {
        let id = attempt.intentID.withoutControls
        switch attempt.state {
        case .unresolved: return "the outcome is not known yet: tender resolve \(id)"
        case .reversing: return "approved, and being given back: tender resolve \(id)"
        case .storedOffline: return "accepted offline, not yet authorized: tender offline list"
        case .lostOffline where SetupIntent.isOffline(id: attempt.intentID):
            return "accepted offline, and not saved: tender resolve \(id) --acknowledge"
        case .lostOffline:
            return "accepted offline and never paid, though the goods are gone: tender resolve \(id) --acknowledge"
        case .unclaimed: return "approved, and nobody was told: tender resolve \(id) --acknowledge or --reverse"
        case .refunding, .refunded, .refundFailed, .calling, .called, .saving, .saved: return ""
        case .held:
            let end = attempt.captureBefore.map { " until \(Self.time($0))" } ?? ""
            let lapsed = lapsed.contains(attempt.intentID) ? ", which has passed" : ""
            return "held\(end)\(lapsed): tender capture \(id) or tender cancel \(id)"
        }
    }

    private func line(_ request: PendingAttempt.OpenRequest, of attempt: PendingAttempt) -> String {
        let id = attempt.intentID.withoutControls
        let kind = request.kind.split(separator: "_").joined(separator: " ")
        let amount = request.amount.map { " of \($0)" } ?? ""
        let subject = request.subject ?? (attempt.call == nil && attempt.setup == nil ? attempt.intentID : nil)
        let made = request.object.map { ", \($0.withoutControls)" } ?? ""
        return "\(kind)\(amount)\(subject.map { ", \($0.withoutControls)" } ?? "")\(made), asked for at "
            + "\(Self.time(request.asked)): \(Self.words(request)); tender resolve \(id) "
            + (request.isMade || request.hasFailed
                ? "--acknowledge when somebody knows" : "asks again, and with --acknowledge gives it up")
    }

    private static func words(_ request: PendingAttempt.OpenRequest) -> String {
        if request.isMade { return "made, and nobody was told" }
        if request.hasFailed { return "it failed, nothing went back, and nobody was told" }
        return request.isPending
            ? "the gateway has taken it, and has not told yet how it ended"
            : "what became of it is not known: the same command continues it and makes nothing twice"
    }

    static func time(_ seconds: Int64) -> String {
        guard (0..<253_402_300_800).contains(seconds) else { return "\(seconds)" }
        return Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
}

extension PendingAttempt {
    /// Whether only refunds or a call are open.
    fileprivate var isRequestAlone: Bool {
        switch state {
        case .refunding, .refunded, .refundFailed, .calling, .called, .saving, .saved: true
        case .unresolved, .reversing, .unclaimed, .held, .storedOffline, .lostOffline: false
        }
    }

    /// Whether an outcome is unknown.
    var isUnresolved: Bool {
        switch state {
        case .unresolved, .reversing, .refunding, .calling, .saving, .storedOffline: true
        case .unclaimed, .held, .refunded, .refundFailed, .called, .saved, .lostOffline:
            refunds.contains { !$0.isMade && !$0.hasFailed }
        }
    }
}
