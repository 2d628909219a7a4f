import CommandLineOptions
import FoundationEssentials
import Tender

/// The command that reconciles a day of the journal with the gateway.
enum ReconcileCommand: Command {
    static let name = "reconcile"
    static let summary = "reconcile a day of the journal with the gateway"
    private static let date = Option(
        "date", "DAY", "the day in UTC, such as 2026-11-20; all for every day; today when left out", as: .text,
        formerly: ["day"])
    static let options: [any DeclaredOption] =
        [date]
        + GatewayAccess.requiredOptions + [JournalAccess.option, Waiting.option, Output.json]
    static let notes = """
        Compared is the money that the cardholder is short of: held or captured, less what was given back. The day is clean
        (0) when both sides tell the same of every payment, nothing is unresolved, nothing is held, and no sale that was
        accepted offline was lost and not acknowledged; 7 otherwise. An intent that was never confirmed, and an approval that
        the journal lists as unclaimed, are not unclean.

        \(JournalAccess.notes)
        """

    private struct Report: Encodable {
        var outcome: String
        var day: String
        var matched: Int
        var oursOnly: Int
        var theirsOnly: Int
        var amountDiffers: Int
        var openHolds: Int
        var unresolved: Int
        var unclaimed: Int
        var offlineLost: Int
        var lines: [Reconciliation.Line]

        init(_ result: Reconciliation, _ day: String) {
            outcome = result.isClean ? "clean" : "unclean"
            self.day = day
            matched = result.count(.matched)
            oursOnly = result.count(.oursOnly)
            theirsOnly = result.count(.theirsOnly)
            amountDiffers = result.count(.amountDiffers)
            openHolds = result.count(.openHold)
            unresolved = result.count(.unresolved)
            unclaimed = result.lines.count(where: \.isUnclaimed)
            offlineLost = result.count(.offlineLost)
            lines = result.lines
        }

        enum CodingKeys: String, CodingKey {
            case outcome, day, matched, unresolved, unclaimed, lines
            case oursOnly = "ours_only"
            case theirsOnly = "theirs_only"
            case amountDiffers = "amount_differs"
            case openHolds = "open_holds"
            case offlineLost = "offline_lost"
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        try arguments.expectNoOperands()
        let day = try Day(arguments[date])
        return try await Payment.withJournal(arguments, policy: Waiting.policy) { terminal, journal in
            await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
            let result = try await compare(day, terminal, journal)
            tell(result, day, output)
            output.object(Report(result, day.name))
            return result.isClean ? .done : .checkFailed
        }
    }

    private static func compare(
        _ day: Day, _ terminal: Terminal, _ journal: SQLiteJournal
    ) async throws -> Reconciliation {
        // An offline payment has no intent yet, and is not over; a lost one has none that counts. Once approved, its
        // intent is what counts.
        let all = try await journal.histories().filter {
            !PaymentIntent.isOffline(id: $0.intentID) || $0.isStoredOffline || $0.isLoss
        }
        // A transfer or a payout is not a payment: it counts only while its outcome is unknown.
        .filter { $0.call == nil || $0.isRequestUnresolved }
        var intents = try await list(day, terminal)
        let known = Set(intents.map(\.id))
        let histories = all.filter { day.contains($0) || known.contains($0.intentID) }
        for history in histories
        where history.call == nil && !known.contains(history.intentID) && !PaymentIntent.isOffline(id: history.intentID)
        {
            do {
                intents.append(try await terminal.retrievePaymentIntent(id: history.intentID))
            } catch let error as TenderError where error.code == .resourceMissing {
                continue
            }
        }
        return Reconciliation(histories, intents.map { IntentFacts($0) })
    }

    private static func list(_ day: Day, _ terminal: Terminal) async throws -> [PaymentIntent] {
        var intents: [PaymentIntent] = []
        var query = ListQuery(limit: 100, createdFrom: day.first, createdTo: day.last)
        for _ in 0..<maximumPages {
            let page = try await terminal.listPaymentIntents(query)
            intents += page.data
            guard page.hasMore else { return intents }
            guard let last = page.data.last, last.id != query.startingAfter else { break }
            query.startingAfter = last.id
        }
        throw GatewayRefusal("the gateway's list of payments does not end: the day is not reconciled")
    }

    /// A day with 100,000 payments belongs to another program.
    private static var maximumPages: Int { 1000 }

    private static func tell(_ result: Reconciliation, _ day: Day, _ output: Output) {
        output.line("Journal and gateway, \(day.name)")
        for line in result.lines where line.finding.isUnclean || line.isUnclaimed { output.line(text(line)) }
        for finding in Reconciliation.Finding.allCases {
            let name = finding.rawValue.replacing("_", with: " ")
            output.line("  \(name)\(String(repeating: " ", count: max(1, 16 - name.count)))\(result.count(finding))")
        }
        output.line(result.isClean ? "The day is clean." : "The day is not clean: look at each payment named above.")
    }

    private static func text(_ line: Reconciliation.Line) -> String {
        let ours = line.ours.map { "\($0)" } ?? "unknown"
        let theirs = line.theirs.map { "\($0)" } ?? "unknown"
        let order = line.order.map { ", order \($0.withoutControls)" } ?? ""
        if let lost = line.lost {
            return
                "  \(line.intentID.withoutControls)\(order): \(lost) accepted offline and never paid, though the goods are "
                + "gone: tender resolve \(line.intentID.withoutControls) --acknowledge"
        }
        let what = line.finding == .matched ? "unclaimed" : line.finding.rawValue.replacing("_", with: " ")
        return "  \(line.intentID.withoutControls)\(order): \(what) (journal \(ours), gateway \(theirs))"
    }

    /// A day in UTC, or all of them.
    private struct Day {
        let name: String
        let first: Int64?
        let last: Int64?

        private static let seconds: Int64 = 86_400

        init(_ text: String?) throws {
            guard text != "all" else {
                (name, first, last) = ("every day", nil, nil)
                return
            }
            let style = Date.ISO8601FormatStyle().year().month().day()
            name = text ?? Date().formatted(style)
            guard let date = try? style.parse(name), date.formatted(style) == name else {
                throw CommandLineError("--date takes a day such as 2026-11-20, or all, not '\(name)'")
            }
            let start = Int64(date.timeIntervalSince1970)
            (first, last) = (start, start + Self.seconds - 1)
        }

        /// Returns whether a payment began on the day, or an offline payment came to its end.
        func contains(_ history: PaymentHistory) -> Bool {
            [history.opened, history.offline?.ended].contains {
                $0.map { contains($0.unixMilliseconds / 1000) } ?? false
            }
        }

        func contains(_ time: Int64) -> Bool { first.map { $0 <= time } ?? true && last.map { time <= $0 } ?? true }
    }
}
