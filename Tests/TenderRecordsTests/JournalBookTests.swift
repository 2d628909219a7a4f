import TenderFlow
import TenderModel
import TenderRecords
import Testing

@Suite struct JournalBookTests {
    private var book = JournalBook()
    private var sequence: Int64 = 0

    private func stamp(_ hours: Int64) -> Stamp {
        Stamp(unixMilliseconds: hours * 3_600_000, upMilliseconds: hours * 3_600_000, boot: 1)
    }

    private func terms(_ id: String) -> PaymentTerms {
        PaymentTerms(
            intentID: id, amount: Amount(minorUnits: 1000, currency: .eur), baseKey: id, order: "order")
    }

    private func entry(_ id: String, _ event: JournalEntry.Event) -> JournalEntry {
        JournalEntry(intentID: id, attempt: 1, terms: terms(id), event: event)
    }

    private mutating func write(_ id: String, _ event: JournalEntry.Event, _ hours: Int64 = 0) {
        sequence += 1
        book.apply(RecordedEntry(sequence: sequence, stamp: stamp(hours), entry: entry(id, event)))
    }

    private func refusal(_ id: String, _ event: JournalEntry.Event, _ hours: Int64 = 0) -> JournalError.Reason? {
        do throws(JournalError) {
            try book.admit(entry(id, event), at: stamp(hours))
            return nil
        } catch {
            return error.reason
        }
    }

    private let confirm = PaymentRequest.confirm(IdempotencyKey("a/1/confirm"))
    private let opening = JournalEntry.Event.attemptOpened(reader: nil, .none)

    /// The age of a request that was provably not executed counts anew, however long ago that was.
    @Test mutating func whatWasNotExecutedMayLeaveUnderItsKeyLater() {
        let (key, wish) = (IdempotencyKey("r/1/refund"), RefundParameters(paymentIntent: "a"))
        write("a", .refundLeaving(wish, key, send: 1))
        let late = refusal("a", .refundLeaving(wish, key, send: 2), 100)
        write("a", .requestSettled(key, RequestEnd(.notExecuted)))
        #expect(late == .keyTooOld)
        #expect(refusal("a", .refundLeaving(wish, key, send: 1), 100) == nil)
    }

    /// The reversal gives all of it back: a refund beside it would leave nothing that it could find.
    @Test mutating func aPaymentThatIsBeingGivenBackIsNotRefundedToo() {
        write("a", opening)
        write("a", .requestLeaving(confirm, send: 1))
        write("a", .cancelAsked(.reverseIfApproved, by: .application))
        let facts = IntentFacts(id: "a", amount: Amount(minorUnits: 1000, currency: .eur), status: .succeeded)
        write("a", .settled(confirm, .approved(facts), receipt: nil))
        let leaving = JournalEntry.Event.refundLeaving(
            RefundParameters(paymentIntent: "a"), IdempotencyKey("r/1/refund"), send: 1)
        #expect(refusal("a", leaving) == .refundIsOpen(IdempotencyKey("r/1/refund")))
        var presented = RefundParameters(paymentIntent: "a")
        presented.isCardPresented = true
        #expect(refusal("a", .refundLeaving(presented, IdempotencyKey("r/1/refund"), send: 1)) == nil)
    }

    @Test mutating func aCopyOfABookKeepsWhatItKnew() {
        write("a", opening)
        write("a", .requestLeaving(confirm, send: 1))
        let before = book
        write("a", .settled(confirm, .canceled(by: .application), receipt: nil))
        #expect(before.unresolved.map(\.intentID) == ["a"])
        #expect(before.history(of: "a")?.conclusion == nil)
        #expect(book.unresolved == [])
        #expect(book != before)
    }

    @Test mutating func whatTheTillWritesIsNoPaymentAndHasANameOfItsOwn() {
        write("a", opening)
        let before = book
        let record = ShopRecord(kind: "event", version: 1, body: [1])
        sequence += 1
        book.apply(RecordedEntry(sequence: sequence, stamp: stamp(0), entry: JournalEntry(shop: record)))
        #expect(book.openPayments == before.openPayments)
        #expect(book.unresolved == before.unresolved)
        #expect(book.history(of: ShopRecord.intentID) == nil)
        #expect(book.lastSequence == 2)
        func refusal(_ entry: JournalEntry) -> JournalError.Reason? {
            do throws(JournalError) {
                try book.admit(entry, at: stamp(0))
                return nil
            } catch {
                return error.reason
            }
        }
        let large = ShopRecord(kind: "event", version: 1, body: Array(repeating: 0, count: 1 << 18 + 1))
        let refused = [
            JournalEntry(shop: large), JournalEntry(intentID: "a", attempt: 0, event: .shop(record)),
            JournalEntry(intentID: ShopRecord.intentID, attempt: 1, event: .shop(record)),
            JournalEntry(intentID: ShopRecord.intentID, attempt: 1, event: .claimed),
        ].map(refusal)
        #expect(refused == Array(repeating: .failed, count: 4))
        #expect(refusal(JournalEntry(shop: record)) == nil)
    }

    /// Found by the simulated world: the outcome became known as approved, and a second payment of the order began
    /// before the cashier heard of it.
    @Test mutating func anOrderWhoseApprovalNobodyWasToldOfTakesNoOtherCard() {
        write("a", opening)
        write("a", .requestLeaving(confirm, send: 1))
        let unknown = refusal("b", opening)
        let facts = IntentFacts(id: "a", amount: terms("a").amount, status: .succeeded)
        write("a", .settled(confirm, .approved(facts), receipt: nil))
        let untold = refusal("b", opening)
        write("a", .acknowledged(by: "somebody"))
        #expect(unknown == .orderIsOpen(intentID: "a", attempt: 1))
        #expect(untold == unknown)
        #expect(refusal("b", opening) == nil)
    }

    /// Found by the simulated world: the caller asks for a refund again under its key, and counts from one.
    @Test mutating func aFirstSendingThatIsRecordedAlreadyIsARepetition() {
        let key = IdempotencyKey("r/1/refund")
        let leaving = JournalEntry.Event.refundLeaving(RefundParameters(paymentIntent: "a"), key, send: 1)
        #expect(refusal("a", leaving) == nil)
        write("a", leaving)
        #expect(refusal("a", leaving, 11) == nil)
        #expect(refusal("a", leaving, 13) == .keyTooOld)
    }

    /// A terminal knows no keys: its newest receipt is the only proof of an undecided command, until the next one.
    @Test mutating func aCommandLeavesOnceAndNoOtherWhileItIsUndecided() {
        func command(_ key: String, _ terminal: String = "1") -> JournalEntry.Event {
            let amount = Amount(minorUnits: 1000, currency: .eur)
            return .terminal(
                .leaving(
                    TerminalCommand(
                        .sale, key: IdempotencyKey(key), terminal: terminal, amount: amount, lastReceipt: 41)))
        }
        write("a", command("a/1/confirm"))
        #expect(refusal("a", command("a/1/confirm")) == .failed)
        #expect(refusal("b", command("b/1/confirm")) == .terminalIsOpen(intentID: "a"))
        #expect(refusal("a", command("a/2/confirm")) == .terminalIsOpen(intentID: "a"))
        #expect(refusal("b", command("b/1/confirm", "2")) == nil)
        let same = TerminalStatement(
            isSuccess: true, code: "00", amount: 1000, receipt: 41, provenance: .init(terminal: "1"))
        write("a", .terminal(.told(IdempotencyKey("a/1/confirm"), same)))
        #expect(refusal("b", command("b/1/confirm")) != nil, "the receipt from before proves nothing")
        let other = TerminalStatement(
            isSuccess: true, code: "00", amount: 999, receipt: 42, provenance: .init(terminal: "1"))
        write("a", .terminal(.told(IdempotencyKey("a/1/confirm"), other)))
        #expect(refusal("b", command("b/1/confirm")) != nil, "another amount proves nothing")
        let proof = TerminalStatement(
            isSuccess: true, code: "00", amount: 1000, receipt: 42, provenance: .init(terminal: "1"))
        write("a", .terminal(.told(IdempotencyKey("a/1/confirm"), proof)))
        #expect(refusal("b", command("b/1/confirm")) == nil)
        #expect(refusal("a", command("a/1/confirm")) == .failed)
        write("a", .terminal(.ended(IdempotencyKey("a/1/confirm"), .contradicted)))
        #expect(refusal("b", command("b/1/confirm")) != nil)
        write("a", .terminal(.ended(IdempotencyKey("a/1/confirm"), .decided(isExecuted: false, by: "Ada"))))
        #expect(refusal("b", command("b/1/confirm")) == nil)
        write("c", .terminal(.canceled))
        #expect(refusal("c", command("c/1/confirm")) == .failed)
    }

    /// The book lets a payment go that is over: the keys of its commands are spent all the same.
    @Test mutating func aCommandOfAPaymentThatIsOverLeavesOnceToo() throws {
        let amount = Amount(minorUnits: 1000, currency: .eur)
        let key = IdempotencyKey("a/1/confirm")
        let leaving = JournalEntry.Event.terminal(
            .leaving(TerminalCommand(.sale, key: key, terminal: "1", amount: amount, lastReceipt: 41)))
        let facts = IntentFacts(id: "a", amount: amount, status: .succeeded)
        let events: [JournalEntry.Event] = [
            opening, .requestLeaving(confirm, send: 1), leaving,
            .terminal(.ended(key, .decided(isExecuted: true, by: "Ada"))),
            .settled(confirm, .approved(facts), receipt: nil), .claimed,
        ]
        var records: [RecordedEntry] = []
        for event in events { records.append(try book.take(entry("a", event), at: stamp(0))) }
        let closed = PaymentHistory(folding: records)
        #expect(book.history(of: "a") == nil)
        #expect(closed?.isOver == true)
        #expect(throws: JournalError.self) { try book.take(entry("a", leaving), at: stamp(0)) { _ in closed } }
    }

    /// A terminal that does not say how it ended, or says two things, has not said that it did nothing.
    @Test(arguments: [["00", "6C"], [""], ["6C", ""]])
    mutating func onlyAPlainRefusalDecidesACommand(_ codes: [String]) {
        let key = IdempotencyKey("a/1/confirm")
        let amount = Amount(minorUnits: 1000, currency: .eur)
        func command(_ key: String) -> JournalEntry.Event {
            let key = IdempotencyKey(key)
            return .terminal(
                .leaving(TerminalCommand(.sale, key: key, terminal: "1", amount: amount, lastReceipt: 41)))
        }
        write("a", command("a/1/confirm"))
        for code in codes {
            let told = TerminalStatement(
                isSuccess: code == "00", code: code, amount: 1000, receipt: 42, provenance: .init(terminal: "1"))
            write("a", .terminal(.told(key, told)))
        }
        let isDecidedLater = !codes.contains("00")
        #expect(refusal("b", command("b/1/confirm")) == .terminalIsOpen(intentID: "a"))
        write("a", .terminal(.ended(key, .notExecuted(code: "6C"))))
        #expect((refusal("b", command("b/1/confirm")) == nil) == isDecidedLater)
    }
}
