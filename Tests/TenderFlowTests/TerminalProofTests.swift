import TenderFlow
import TenderModel
import Testing

/// The one rule for what a terminal tells: every combination of what it can tell with what was asked.
@Suite struct TerminalProofTests {
    private static let befores: [Int?] = [nil, -1, 0, 41, 9998, 9999, 10_000]
    private static let receipts: [Int?] = [nil, 0, 1, 2, 40, 41, 42, 43, 48, 9998, 9999, 10_000]
    private static let originals: [Int?] = [nil, 0, 100, 7]

    /// What was asked, what is known of the transaction that it is about, and what is told.
    private struct Case {
        var kind = TerminalCommand.Kind.sale
        var before: Int? = 41
        var known: Int?
        var isSuccess = true
        var receipt: Int? = 42
        var amount: Int64? = 1000
        var currency: String? = "978"
        var terminal: String? = "1"
        var original: Int?

        var proof: TerminalProof { statement.proof(of: command, original: known) }

        var command: TerminalCommand {
            TerminalCommand(
                kind, key: IdempotencyKey("a/1/x"), terminal: "1", amount: Amount(minorUnits: 1000, currency: .eur),
                receipt: 30, lastReceipt: before)
        }

        var statement: TerminalStatement {
            TerminalStatement(
                isSuccess: isSuccess, code: isSuccess ? "00" : "05", amount: amount, receipt: receipt,
                provenance: .init(terminal: terminal, currency: currency, originalTrace: original))
        }

        /// Spelled out case by case, so that it shares nothing with the rule.
        var isProved: Bool {
            guard isSuccess, amount == 1000, terminal == "1", currency == nil || currency == "978" else { return false }
            switch (before, receipt) {
            case (0, 1), (41, 42), (9998, 9999), (9999, 1): break
            default: return false
            }
            switch (kind, original) {
            case (_, nil), (_, 0): return true
            case (.sale, _), (.hold, _), (.refund, _): return false
            case (.capture, 100), (.release, 100), (.reversal, 100): return true
            case (.capture, _), (.release, _), (.reversal, _): return known == nil
            }
        }
    }

    private static func each(_ body: (Case) -> Void) {
        var one = Case()
        for kind in TerminalCommand.Kind.allCases {
            for (before, receipt) in befores.flatMap({ before in receipts.map { (before, $0) } }) {
                for (amount, currency) in [nil, 1000, 999].flatMap({ amount in
                    [nil, "978", "840"].map { (amount as Int64?, $0 as String?) }
                }) {
                    for (terminal, original) in [nil, "1", "2"].flatMap({ terminal in
                        originals.map { (terminal as String?, $0) }
                    }) {
                        for known in [nil, 100] as [Int?] {
                            (one.kind, one.before, one.receipt, one.amount) = (kind, before, receipt, amount)
                            (one.currency, one.terminal, one.original) = (currency, terminal, original)
                            one.known = known
                            body(one)
                        }
                    }
                }
            }
        }
    }

    @Test func onlyTheNextReceiptThatFitsProvesACommand() {
        var wrong: [String] = []
        var (count, proved) = (0, 0)
        Self.each { one in
            count += 1
            let isExecuted = one.proof == .executed
            if isExecuted { proved += 1 }
            if isExecuted != one.isProved, wrong.count < 20 { wrong.append("\(one)") }
            if !isExecuted, one.proof == .notExecuted { wrong.append("a success is told as not done: \(one)") }
        }
        #expect(wrong == [])
        #expect(count == 6 * 7 * 12 * 9 * 12 * 2)
        #expect(proved == 264)
    }

    @Test func onlyARefusalThatFitsProvesThatNothingWasDone() {
        var wrong: [String] = []
        Self.each { one in
            var one = one
            one.isSuccess = false
            let fits = [nil, 1000].contains(one.amount) && [nil, "978"].contains(one.currency) && one.terminal == "1"
            if (one.proof == .notExecuted) != fits || one.proof == .executed, wrong.count < 20 {
                wrong.append("\(one)")
            }
        }
        #expect(wrong == [])
    }

    @Test func whatDoesNotFitIsNamed() {
        func misfit(_ change: (inout Case) -> Void) -> TerminalProof {
            var one = Case()
            change(&one)
            return one.proof
        }
        let found = [
            misfit { $0.receipt = 41 }, misfit { $0.amount = 1 }, misfit { $0.currency = "840" },
            misfit { $0.terminal = nil }, misfit { $0.original = 7 },
        ]
        #expect(
            found == [
                .nothing(.receipt), .nothing(.amount), .nothing(.currency), .nothing(.terminal), .nothing(.original),
            ])
        let silent = TerminalStatement(isSuccess: false, code: "", provenance: .init(terminal: "1"))
        #expect(silent.proof(of: Case().command, original: nil) == .nothing(.result))
        let sentences = Set(TerminalProof.Misfit.allCases.map(\.sentence))
        #expect(sentences.count == TerminalProof.Misfit.allCases.count)
    }

    /// What an earlier version recorded, and told people, stays as it was.
    @Test func aRecordWithoutProvenanceIsJudgedAsItWas() {
        func proof(_ receipt: Int?, _ amount: Int64?) -> TerminalProof {
            TerminalStatement(isSuccess: true, code: "00", amount: amount, receipt: receipt, provenance: nil)
                .proof(of: Case().command, original: nil)
        }
        #expect([proof(42, 1000), proof(nil, 1000), proof(48, 1000)] == Array(repeating: .executed, count: 3))
        #expect([proof(41, 1000), proof(42, 999)] == [.nothing(.receipt), .nothing(.amount)])
    }

    // MARK: - In the records

    private static func folded(_ records: [TerminalRecord]) -> TerminalHistory? {
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 0)
        return PaymentHistory(
            folding: records.enumerated().map { place, record in
                RecordedEntry(
                    sequence: Int64(place + 1), stamp: stamp,
                    entry: JournalEntry(intentID: "a", attempt: 1, event: .terminal(record)))
            })?.terminal
    }

    /// What did not fit at once is decided by what the terminal shows later; what it took back is not.
    @Test func aLaterStatementThatFitsDecidesWhatDidNotFit() {
        var stale = Case()
        stale.receipt = 40
        var failed = Case()
        failed.isSuccess = false
        let (command, right) = (Case().command, Case().statement)
        func executed(_ told: TerminalStatement...) -> Bool? {
            let records = told.map { TerminalRecord.told(command.key, $0) }
            return Self.folded([.leaving(command)] + records)?[command.key]?.isExecuted
        }
        #expect([executed(stale.statement), executed(right)] == [nil, true])
        #expect([executed(stale.statement, right), executed(failed.statement, right)] == [true, true])
        #expect([executed(right, failed.statement), executed(stale.statement, failed.statement)] == [nil, nil])
        #expect(executed(failed.statement) == false)
    }

    /// The trace of a hold that is given up comes from the records, and has to be the one that the terminal tells.
    @Test func whatACommandIsAboutIsTakenFromTheRecords() {
        var hold = Case(kind: .hold, before: 29, receipt: 30).statement
        hold.trace = 100
        let opening = TerminalCommand(
            .hold, key: IdempotencyKey("a/1/hold"), terminal: "1", amount: Amount(minorUnits: 1000, currency: .eur),
            lastReceipt: 29)
        var wrong: [String] = []
        for kind in [TerminalCommand.Kind.release, .capture] {
            for original in Self.originals {
                let one = Case(kind: kind, original: original)
                let history = Self.folded([
                    .leaving(opening), .told(opening.key, hold), .leaving(one.command),
                    .told(one.command.key, one.statement),
                ])
                let isExecuted = history?[one.command.key]?.isExecuted
                if isExecuted != (original == 7 ? nil : true) { wrong.append("\(kind) \(original ?? -1)") }
            }
        }
        #expect(wrong == [])
    }
}
