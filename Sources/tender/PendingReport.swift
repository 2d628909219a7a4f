import FoundationEssentials
import Tender

/// The payments that somebody has still to look at, as the command line tells them.
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

    /// 0 when the outcome of everything is known, 4 otherwise.
    var exitCode: ExitCode { outcome == "unknown" ? .unknown : .done }

    func tell(_ output: Output) {
        for attempt in pending { output.line(line(attempt)) }
        if pending.isEmpty { output.line("Nothing is pending.") }
        output.object(self)
    }

    private func line(_ attempt: PendingAttempt) -> String {
        let order = attempt.order.map { ", order \($0.withoutControls)" } ?? ""
        let amount = attempt.amount.map { "\($0)" } ?? "a refund"
        return "\(attempt.intentID.withoutControls)/\(attempt.attempt)  \(amount)\(order), "
            + "\(Self.time(attempt.opened)): \(words(attempt))"
    }

    private func words(_ attempt: PendingAttempt) -> String {
        let id = attempt.intentID.withoutControls
        switch attempt.state {
        case .unresolved: return "the outcome is not known yet: tender resolve \(id)"
        case .reversing: return "approved, and being given back as was asked: tender resolve \(id)"
        case .storedOffline: return "accepted offline, not yet authorised: tender offline list"
        case .unclaimed: return "approved, and nobody was told: tender resolve \(id) --acknowledge or --reverse"
        case .refunding: return "what became of a refund is not known yet: tender resolve \(id)"
        case .held:
            let end = attempt.captureBefore.map { " until \(Self.time($0))" } ?? ""
            let lapsed = lapsed.contains(attempt.intentID) ? ", which has passed" : ""
            return "held\(end)\(lapsed): tender capture \(id) or tender cancel \(id)"
        }
    }

    static func time(_ seconds: Int64) -> String {
        guard (0..<253_402_300_800).contains(seconds) else { return "\(seconds)" }
        return Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
}

extension PendingAttempt {
    /// Whether the outcome of something is not known.
    var isUnresolved: Bool {
        switch state {
        case .unresolved, .reversing, .refunding, .storedOffline: true
        case .unclaimed, .held: false
        }
    }
}
