import Tender

/// What is held, and what became of the holds that a rule finished.
struct HoldsReport: Encodable {
    /// A hold and the time that is left.
    struct Line: Encodable {
        var payment: String
        var amount: Amount
        var order: String?
        var opened: Int64
        var captureBefore: Int64?
        /// The seconds until it ends; negative afterwards.
        var left: Int64?
        /// `ends_soon` or `lapsed`.
        var alarm: String?
        /// `held`, `unclaimed` or `unknown`.
        var state: String

        enum CodingKeys: String, CodingKey {
            case payment, amount, order, opened, left, alarm, state
            case captureBefore = "capture_before"
        }

        init(_ hold: Hold, at now: Int64) {
            payment = hold.intentID
            amount = hold.amount
            order = hold.order
            opened = hold.opened.unixMilliseconds / 1000
            captureBefore = hold.captureBefore
            left = hold.left(at: now)
            alarm = left.flatMap { $0 <= 0 ? "lapsed" : $0 <= 86_400 ? "ends_soon" : nil }
            state = hold.isUnresolved ? "unknown" : hold.isUnclaimed ? "unclaimed" : "held"
        }
    }

    /// A hold that a rule was to finish.
    struct Finished: Encodable {
        var payment: String
        var amount: Amount
        var action: String
        var reason: String
        /// `done`, `not done` or `unknown`.
        var outcome: String
        var error: Failure?

        init(_ hold: Hold, _ rule: HoldRule, _ error: Failure?) {
            payment = hold.intentID
            amount = hold.amount
            action = rule.action.rawValue
            reason = rule.reason
            outcome = error.map { $0.exitCode == .unknown ? "unknown" : "not done" } ?? "done"
            self.error = error
        }
    }

    var outcome: String
    var holds: [Line]
    var finished: [Finished]

    init(_ holds: [Hold], _ finished: [Finished], at now: Stamp) {
        self.holds = holds.map { Line($0, at: now.unixMilliseconds / 1000) }
        self.finished = finished
        let isUnknown = finished.contains { $0.outcome == "unknown" } || holds.contains(where: \.isUnresolved)
        outcome = isUnknown ? "unknown" : finished.contains { $0.outcome == "not done" } ? "not done" : "done"
    }

    /// The exit code: 4 if anything is unknown, otherwise that of the first hold that was not finished.
    var exitCode: ExitCode {
        if outcome == "unknown" { return .unknown }
        return finished.lazy.compactMap { $0.error?.exitCode }.first ?? .done
    }

    func tell(_ output: Output) {
        for hold in finished {
            let verb = hold.action == "capture" ? "captured" : "released"
            let words = hold.error.map { "\(hold.outcome == "unknown" ? "unknown" : "not \(verb)"): \($0.message)" }
            output.line("\(hold.payment.withoutControls)  \(hold.amount), \(hold.reason): \(words ?? verb)")
        }
        for hold in holds { output.line(Self.line(hold)) }
        if holds.isEmpty, finished.isEmpty { output.line("Nothing is held.") }
        output.object(self)
    }

    private static func line(_ hold: Line) -> String {
        let order = hold.order.map { ", order \($0.withoutControls)" } ?? ""
        let end = hold.captureBefore.map { " until \(PendingReport.time($0))" } ?? ""
        let left = hold.left.map { $0 > 0 ? ", \(Age.words($0)) left" : ", which has passed" } ?? ""
        let alarm = hold.alarm == "ends_soon" ? " – ENDS SOON" : hold.alarm == "lapsed" ? " – LAPSED" : ""
        let id = hold.payment.withoutControls
        let next =
            switch hold.state {
            case "unknown": ": its outcome is not known: tender resolve \(id)"
            case "unclaimed": ": nobody was told of it: tender resolve \(id) --acknowledge or --reverse"
            default: ": tender capture \(id) or tender cancel \(id)"
            }
        return "\(id)  \(hold.amount)\(order), held\(end)\(left)\(alarm)\(next)"
    }
}
