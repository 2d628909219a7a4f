import CommandLineOptions
import Tender

/// The command that reconciles a day of the journal with the gateway.
enum ReconcileCommand: Command {
    static let name = "reconcile"
    static let summary = "reconcile a day of the journal with the gateway"
    private static let date = Option<Period?>(
        "date", "DAY", "the day in UTC, such as 2026-11-20; all for every day; today when left out",
        as: OptionText("a day such as 2026-11-20, or all") { Period($0) }, formerly: ["day"])
    static let options: [any DeclaredOption] =
        [date]
        + GatewayAccess.requiredOptions + [JournalAccess.option, Waiting.option, Output.json]
    static let notes = """
        Compared is the money that the cardholder is short of: held or captured, less what was given back. The day is clean
        (0) when both sides tell the same of every payment, nothing is unresolved, nothing is held, and no sale that was
        accepted offline was lost and not acknowledged; 7 otherwise. An intent that was never confirmed, and an approval that
        the journal lists as unclaimed, are not unclean. Neither is what another till of the account made: its payments name
        its journal, and are counted apart.

        \(JournalAccess.notes)
        """

    private struct Report: Encodable {
        var outcome: String
        var day: String
        var matched: Int
        var oursOnly: Int
        var theirsOnly: Int
        var otherTills: Int
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
            otherTills = result.count(.otherTill)
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
            case otherTills = "other_tills"
            case amountDiffers = "amount_differs"
            case openHolds = "open_holds"
            case offlineLost = "offline_lost"
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let period = arguments[date] ?? .day(.today)
        return try await Payment.withJournal(arguments, policy: Waiting.policy) { terminal, journal in
            await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
            let result = try await compare(period, terminal, journal)
            tell(result, period, output)
            output.object(Report(result, period.name))
            return result.isClean ? .done : .checkFailed
        }
    }

    private static func compare(
        _ period: Period, _ terminal: Terminal, _ journal: SQLiteJournal
    ) async throws -> Reconciliation {
        var intents = try await list(period, terminal)
        let known = Set(intents.map(\.id))
        let all = try await journal.histories {
            period.contains($0.opened) || known.contains($0.intentID)
        }.filter(Reconciliation.compares)
        let histories = all.filter { period.contains($0) || known.contains($0.intentID) }
        for history in histories
        where history.call == nil && !known.contains(history.intentID) && !PaymentIntent.isOffline(id: history.intentID)
        {
            do {
                intents.append(try await terminal.retrievePaymentIntent(id: history.intentID))
            } catch let error as TenderError where error.code == .resourceMissing {
                continue
            }
        }
        let others = otherTills(intents, own: try await journal.identity())
        return Reconciliation(histories, intents.map { IntentFacts($0) }, otherTills: others)
    }

    /// Returns the journals of other tills that intents name, by the IDs of the intents.
    private static func otherTills(_ intents: [PaymentIntent], own: String) -> [String: String] {
        intents.reduce(into: [:]) { others, intent in
            let maker = intent.metadata[PaymentIntent.journalMetadata]
            others[intent.id] = maker == own ? nil : maker
        }
    }

    private static func list(_ period: Period, _ terminal: Terminal) async throws -> [PaymentIntent] {
        var intents: [PaymentIntent] = []
        let query = ListQuery(
            limit: 100, createdFrom: period.seconds?.lowerBound, createdTo: period.seconds?.upperBound)
        try await EveryPage.walk(query, of: "payments", atMost: maximumPages, terminal.listPaymentIntents) {
            intents += $0
        }
        return intents
    }

    /// A day with 100,000 payments belongs to `tender chain reconcile`.
    private static var maximumPages: Int { 1000 }

    private static func tell(_ result: Reconciliation, _ period: Period, _ output: Output) {
        output.line("Journal and gateway, \(period.name)")
        for line in result.lines where line.finding.isUnclean || line.isUnclaimed { output.line("  " + text(line)) }
        output.line(table { result.count($0) })
        let others = Dictionary(grouping: result.lines.filter { $0.finding == .otherTill }, by: { $0.journal ?? "" })
        for (journal, lines) in others.sorted(by: { $0.key < $1.key }) {
            output.line("  \(lines.count) of the till with the journal \(journal.withoutControls)")
        }
        output.line(result.isClean ? "The day is clean." : "The day is not clean: look at each payment named above.")
    }

    /// How often each thing was found.
    static func table(_ count: (Reconciliation.Finding) -> some BinaryInteger) -> String {
        Reconciliation.Finding.allCases.map { finding in
            let name = finding.rawValue.replacing("_", with: " ")
            return "  \(name)\(String(repeating: " ", count: max(1, 16 - name.count)))\(count(finding))"
        }.joined(separator: "\n")
    }

    /// A payment that somebody should look at, in words.
    static func text(_ line: Reconciliation.Line) -> String {
        let ours = line.ours.map { "\($0)" } ?? "unknown"
        let theirs = line.theirs.map { "\($0)" } ?? "unknown"
        let order = line.order.map { ", order \($0.withoutControls)" } ?? ""
        if let lost = line.lost {
            return
                "\(line.intentID.withoutControls)\(order): \(lost) accepted offline and never paid, though the goods are "
                + "gone: tender resolve \(line.intentID.withoutControls) --acknowledge"
        }
        let what = line.finding == .matched ? "unclaimed" : line.finding.rawValue.replacing("_", with: " ")
        return "\(line.intentID.withoutControls)\(order): \(what) (journal \(ours), gateway \(theirs))"
    }

    /// A day in UTC, or all of them.
    private enum Period: Sendable {
        case day(Day)
        case everyDay

        init?(_ text: String) {
            guard text != "all" else {
                self = .everyDay
                return
            }
            guard let day = Day(text) else { return nil }
            self = .day(day)
        }

        /// The words for people.
        var name: String {
            switch self {
            case .day(let day): day.description
            case .everyDay: "every day"
            }
        }

        /// Its seconds since 1970; `nil` for all of them.
        var seconds: ClosedRange<Int64>? {
            switch self {
            case .day(let day): day.seconds
            case .everyDay: nil
            }
        }

        /// Returns whether a payment began on the day, or an offline payment came to its end.
        func contains(_ history: PaymentHistory) -> Bool {
            [history.opened, history.offline?.ended].contains { $0.map { contains($0.unixMilliseconds) } ?? false }
        }

        /// Returns whether a time is on the day.
        ///
        /// - Parameter milliseconds: Since 1970, UTC.
        func contains(_ milliseconds: Int64) -> Bool { seconds?.contains(milliseconds / 1000) ?? true }
    }
}
