import ChainServer
import CommandLineOptions
import Tender
import TenderChain

/// The command that compares the gateway's account with the payments of all lanes.
enum ChainReconcileCommand: Command {
    static let name = "chain reconcile"
    static let summary = "reconcile a day of the gateway's account with all lanes"
    private static let date = Option(
        "date", "DAY", "the day in UTC, such as 2026-11-20; today when left out", as: .day)
    private static let noImport = Option(
        flag: "no-import", "ask the gateway nothing: compare with what was imported before")
    static let options: [any DeclaredOption] =
        [date, ChainReport.shop, ChainReport.lane, ChainAccess.server, noImport] + GatewayAccess.options + [Output.json]
    static let notes = """
        First the day is imported from the gateway: its PaymentIntents, charges, refunds and balance transactions, and the intents that lanes
        know of that day. It may be killed anywhere, and given again. Then it is compared as tender reconcile does it for one till, with
        the same findings: the day is clean (0) when no finding says otherwise and no lane is doubtful, and 7 otherwise. A finding
        belongs to the lane whose journal the payment names, else to the one that knows the payment, else to no enrolled journal. What
        another lane gave back of a payment is no difference.

        The lanes' payments are those that tender chain project has computed. All lanes share the account of the key.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var outcome: String
        var day: String
        var imported: Int64
        var findings: [String: Int64]
        var counts: [OfficeServer.Comparison.Count]
        var lines: [OfficeServer.Comparison.Line]
        var booked: [OfficeServer.Booking]
        var doubts: [OfficeServer.Doubt]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let day = arguments[date] ?? .today
        let client = arguments[noImport] ? nil : try GatewayAccess.client(arguments)
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        if let client { try await load(day, client, office, output) }
        guard let imported = try await office.lastImport(of: day.description) else {
            throw ChainError("no import of \(day) has come to its end: give the command without --no-import")
        }
        let scope = ChainReport.scope(arguments)
        let comparison = try await office.compare(day.seconds, scope)
        let booked = try await office.bookings(day.seconds, scope)
        let doubts = try await office.doubts(scope)
        let isClean = comparison.isClean && doubts.isEmpty
        output.line("Journals and gateway, \(day), as the gateway told it on \(PendingReport.time(imported))")
        tell(comparison, output)
        tell(booked, output)
        ChainReport.tell(doubts, output)
        output.line(isClean ? "The day is clean." : "The day is not clean: look at each payment and lane named above.")
        output.snakeCaseObject(
            Report(
                outcome: isClean ? "clean" : "unclean", day: day.description, imported: imported,
                findings: Dictionary(
                    uniqueKeysWithValues: Reconciliation.Finding.allCases.map { ($0.rawValue, comparison.count($0)) }),
                counts: comparison.counts, lines: comparison.lines, booked: booked, doubts: doubts))
        return isClean ? .done : .checkFailed
    }

    // MARK: - Import

    private static func load(
        _ day: Day, _ client: PaymentsClient, _ office: OfficeServer, _ output: Output
    ) async throws {
        let begun = try await office.now()
        let query = ListQuery(limit: 100, createdFrom: day.seconds.lowerBound, createdTo: day.seconds.upperBound)
        var count = 0

        func take<Element: Identifiable>(
            _ things: String, _ list: @escaping (ListQuery) async throws -> ListPage<Element>,
            _ rows: ([Element]) -> GatewayRows
        ) async throws where Element.ID == String {
            var asked = begun
            try await EveryPage.walk(query, of: things, atMost: maximumPages) { query in
                asked = try await office.now()
                return try await list(query)
            } take: { page in
                try await office.write(rows(page), asked: asked)
                tell(page.count, things)
            }
        }

        func tell(_ more: Int, _ things: String) {
            if (count + more) / 10_000 > count / 10_000 {
                output.remark("tender: \(count + more) objects were imported, now \(things)")
            }
            count += more
        }

        try await take("payments", { try await client.listPaymentIntents($0) }) { GatewayRows($0) }
        try await take("charges", { try await client.listCharges($0) }) { GatewayRows($0) }
        try await take("refunds", { try await client.listRefunds(paymentIntent: nil, $0) }) { GatewayRows($0) }
        try await take("balance transactions", { try await client.listBalanceTransactions($0) }) { GatewayRows($0) }
        for id in try await office.unasked(day.seconds, since: begun) {
            let asked = try await office.now()
            do {
                let intent = try await client.retrievePaymentIntent(PaymentIntentReference(id: id))
                try await office.write(GatewayRows([intent]), asked: asked)
            } catch let error as GatewayError where error.code == .resourceMissing {
                continue
            }
            tell(1, "payments that the lanes know")
        }
        try await office.finishImport(of: day.description, begun: begun)
    }

    /// Ten million objects.
    private static var maximumPages: Int { 100_000 }

    // MARK: - Words

    private static func tell(_ comparison: OfficeServer.Comparison, _ output: Output) {
        for line in comparison.lines {
            let refunds = line.unknownRefunds.joined(separator: ", ")
            let words = refunds.isEmpty ? "" : "; no lane knows the refunds \(refunds)"
            output.line(
                "  \(lane(line.shop, line.lane)): \(ReconcileCommand.text(line.payment))\(words)".withoutControls)
        }
        let shown = comparison.lines.count { $0.payment.finding.isUnclean }
        let unclean = comparison.counts.reduce(0) { $1.finding.isUnclean ? $0 + $1.count : $0 }
        if unclean > shown { output.line("  and \(unclean - Int64(shown)) more") }
        output.line(ReconcileCommand.table(comparison.count))
        for count in comparison.counts where count.lane == nil && count.finding == .otherTill {
            output.line("  \(count.count) of the journal \(count.journal ?? ""), which is not enrolled".withoutControls)
        }
    }

    private static func tell(_ booked: [OfficeServer.Booking], _ output: Output) {
        guard !booked.isEmpty else { return }
        output.line("booked by the gateway")
        output.line(
            ChainReport.table(
                booked.map {
                    [
                        lane($0.shop, $0.lane), $0.type, "\($0.count)", ChainReport.text($0.amount, $0.currency),
                        "fee " + ChainReport.text($0.fee, $0.currency), "net " + ChainReport.text($0.net, $0.currency),
                    ]
                }))
    }

    private static func lane(_ shop: String?, _ lane: String?) -> String {
        guard let shop, let lane else { return "no enrolled journal" }
        return "\(shop), \(lane)"
    }
}
