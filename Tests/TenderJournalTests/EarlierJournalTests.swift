import TenderFlow
import TenderJournal
import TenderRecords
import Testing

/// Journals that an earlier build wrote; `Fixtures/README.md` says how.
@Suite struct EarlierJournalTests {
    @Test(arguments: EarlierJournal.all)
    func whatAnEarlierBuildWroteIsReadAndGoesOn(earlier: EarlierJournal) async throws {
        let fixture = try JournalFixture(copying: earlier.name)
        let (records, report) = try await JournalInspector(path: fixture.path).records()
        #expect(report.isClean, "\(report.findings)")
        #expect(report.recordCount == Int64(records.count), "\(report.findings)")
        let kinds = Set(records.map { kind($0.entry.event) }).sorted()
        #expect(kinds == earlier.kinds)
        let journal = try await fixture.open(try #require(report.binding))
        let (unresolved, open) = (try await journal.takeUnresolved(), try await journal.openPayments())
        await journal.close()
        #expect(unresolved.map(summary) == earlier.unresolved)
        #expect(open.filter { !unresolved.contains($0) }.map(summary) == earlier.others)
    }

    /// What a record tells of, without its values.
    private func kind(_ event: JournalEntry.Event) -> String {
        let parts: [Any] =
            switch event {
            case .attemptOpened, .cancelAsked, .concluding, .claimed, .acknowledged, .refundLeaving, .setupLeaving,
                .requestTold,
                .holdDecided:
                [event]
            case .requestLeaving(let request, _): [event, request]
            case .settled(let request, let conclusion, _): [event, request, conclusion]
            case .callLeaving(let call, _, _): [event, call.kind]
            case .requestSettled(_, let end): [event, end.result]
            case .offline(let offline): [event, offline]
            case .terminal(let record): [event, record]
            case .shop(let record): [event, record.kind]
            }
        return parts.map { "\($0)".prefix { $0 != "(" } }.joined(separator: " ")
    }

    /// The payment's order, and where it stands.
    private func summary(_ history: PaymentHistory) -> String {
        "\(history.terms?.order ?? "no order") \(resumedPhase(history) ?? standing(history))"
    }

    /// The phase of the machine that goes on with it, once that has asked the gateway; nil when there is none.
    private func resumedPhase(_ history: PaymentHistory) -> String? {
        guard var machine = PaymentMachine(resuming: history) else { return nil }
        let asks = machine.handle(.resumed).contains { if case .send(_, .retrieve) = $0 { true } else { false } }
        return asks ? machine.phase.name.rawValue : "never asked about"
    }

    /// What is left of it for others than the payment machine.
    private func standing(_ history: PaymentHistory) -> String {
        if let call = history.call { return "\(call.parameters.kind)" }
        if history.isRequestUnresolved { return "refund" }
        if history.isStoredOffline { return history.offline?.quarantine == nil ? "stored" : "set aside" }
        if history.isLoss { return "lost" }
        return history.isHold ? "held" : "over"
    }
}

/// A journal of `Fixtures`, and what is in it.
struct EarlierJournal: Sendable, CustomTestStringConvertible {
    let name: String
    /// The kinds of records.
    let kinds: [String]
    /// What has no result.
    let unresolved: [String]
    /// What else somebody has to look at.
    let others: [String]

    var testDescription: String { name }

    static let all = [gateway, terminal, till]

    private static let gateway = EarlierJournal(
        name: "gateway",
        kinds: [
            "acknowledged", "attemptOpened", "callLeaving payout", "callLeaving transfer",
            "callLeaving transferReversal", "cancelAsked", "claimed", "offline created", "offline deleted",
            "offline forwarded", "offline forwarding", "offline quarantined", "offline released", "offline stored",
            "refundLeaving", "requestLeaving cancel", "requestLeaving capture", "requestLeaving confirm",
            "requestSettled notExecuted", "requestSettled succeeded", "requestSettled unknown", "requestTold",
            "settled cancel canceled", "settled capture approved", "settled confirm approved",
            "settled confirm canceled", "settled confirm declined",
        ],
        unresolved: [
            "X1 capturing", "X3 refund", "O4 stored", "O5 set aside", "X4 canceling", "no order transfer",
            "X5 confirming",
        ],
        others: ["H3 held", "O2 lost", "O3 lost", "X2 held"]
    )

    private static let terminal = EarlierJournal(
        name: "terminal",
        kinds: [
            "attemptOpened", "claimed", "refundLeaving", "requestLeaving cancel", "requestLeaving capture",
            "requestLeaving confirm", "requestSettled succeeded", "requestTold", "settled cancel canceled",
            "settled capture approved", "settled confirm approved", "settled confirm declined", "terminal ended",
            "terminal leaving", "terminal told",
        ],
        unresolved: ["Z7 confirming"], others: []
    )

    private static let till = EarlierJournal(
        name: "till",
        kinds: [
            "attemptOpened", "claimed", "refundLeaving", "requestLeaving confirm", "requestSettled succeeded",
            "requestTold", "settled confirm approved", "settled confirm declined", "shop event", "shop receipt",
        ],
        unresolved: [], others: []
    )
}
