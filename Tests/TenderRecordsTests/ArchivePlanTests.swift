import TenderFlow
import TenderModel
import TenderRecords
import Testing

/// Which payments may leave a journal.
@Suite struct ArchivePlanTests {
    private static let (amount, key) = (Amount(minorUnits: 1099, currency: .eur), IdempotencyKey("key"))
    private static let confirm = PaymentRequest.confirm(IdempotencyKey(base: "pi", attempt: 1, verb: "confirm"))
    private static let refund = RefundParameters(paymentIntent: "pi")
    private static let command = TerminalCommand(.sale, key: key, terminal: "zvt", amount: amount)
    private static let sale: [JournalEntry.Event] = [
        .attemptOpened(reader: nil, .none), .requestLeaving(confirm, send: 1), settled(.succeeded),
    ]

    private static func settled(_ status: PaymentIntentStatus) -> JournalEntry.Event {
        let facts = IntentFacts(
            id: "pi", amount: amount, status: status, capturable: status == .requiresCapture ? 1099 : nil,
            received: status == .succeeded ? 1099 : nil)
        return .settled(confirm, .approved(facts), receipt: nil)
    }

    private static let stored = JournalEntry.Event.offline(
        .stored(
            OfflineSale(
                .payment(PaymentIntentParameters(amount)), payloadDigest: "00",
                limits: OfflineLimits(perPayment: [amount], stored: [amount]))))

    private static let cases: [(name: String, events: [JournalEntry.Event], goes: Bool)] = [
        ("paid and told", sale + [.claimed], true),
        ("paid and acknowledged", sale + [.acknowledged(by: "ann")], true),
        (
            "declined",
            Array(sale.prefix(2)) + [.settled(confirm, .declined(Decline(code: "no"), charge: nil), receipt: nil)], true
        ),
        ("paid, and nobody was told", sale, false),
        ("unknown", Array(sale.prefix(2)), false),
        ("begun", Array(sale.prefix(1)), false),
        ("held", Array(sale.prefix(2)) + [settled(.requiresCapture), .claimed], false),
        ("a refund under way", sale + [.claimed, .refundLeaving(refund, key, send: 1)], false),
        (
            "a refund nobody was told of",
            sale + [.claimed, .refundLeaving(refund, key, send: 1), .requestSettled(key, RequestEnd(.succeeded))], false
        ),
        (
            "refunded",
            sale + [
                .claimed, .refundLeaving(refund, key, send: 1),
                .requestSettled(key, RequestEnd(.succeeded, isTold: true)),
            ], true
        ),
        ("stored offline", [stored], false),
        ("stored, deleted and acknowledged", [stored, .offline(.deleted(by: "ann")), .acknowledged(by: "ann")], false),
        ("at a terminal", [.terminal(.leaving(command))], false),
        ("paid at a terminal", [.terminal(.leaving(command))] + sale + [.claimed], false),
    ]

    private func goes(
        _ entries: [JournalEntry], before: Int64 = 1000, copied: Int64 = 100, then last: JournalEntry
    ) -> [String] {
        var (plan, book) = (ArchivePlan(before: before, copied: copied), JournalBook())
        var records: [RecordedEntry] = []
        for (index, entry) in (entries + [last]).enumerated() {
            let stamp = Stamp(unixMilliseconds: Int64(index), upMilliseconds: Int64(index), boot: 1)
            let record = RecordedEntry(sequence: Int64(index + 1), stamp: stamp, entry: entry)
            book.apply(record) { id in PaymentHistory(folding: records.filter { $0.entry.intentID == id }) }
            plan.take(record)
            records.append(record)
        }
        return plan.movable(book).map(\.intentID)
    }

    private func entries(_ events: [JournalEntry.Event], of id: String = "pi") -> [JournalEntry] {
        events.map { JournalEntry(intentID: id, attempt: 1, event: $0) }
    }

    private let shop = JournalEntry(shop: ShopRecord(kind: "event", version: 1, body: []))

    @Test func onlyWhatIsOverGoes() {
        let wrong = Self.cases.filter { goes(entries($0.events), then: shop) != ($0.goes ? ["pi"] : []) }
        #expect(wrong.map(\.name) == [])
    }

    @Test func aPaymentGoesWholeOrNotAtAll() {
        let paid = entries(Self.sale + [.claimed])
        #expect(goes(paid, before: 4, then: shop) == ["pi"])
        #expect(goes(paid, before: 3, then: shop) == [])
        #expect(goes(paid, copied: 4, then: shop) == ["pi"])
        #expect(goes(paid, copied: 3, then: shop) == [])
    }

    @Test func theNewestPaymentStays() {
        let paid = entries(Self.sale + [.claimed])
        #expect(goes(Array(paid.dropLast()), then: paid[3]) == [])
    }

    @Test func whatAStoredPaymentBecameStays() {
        let offline = entries([Self.stored, .offline(.created(intentID: "pi"))], of: "local")
        #expect(goes(offline + entries(Self.sale + [.claimed]), then: shop) == [])
    }
}
