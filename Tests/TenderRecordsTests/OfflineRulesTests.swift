import TenderFlow
import TenderModel
import TenderRecords
import TenderTestSupport
import Testing

@Suite struct OfflineRulesTests {
    private static let limits = OfflineLimits(
        perPayment: [Amount(minorUnits: 2000, currency: .eur), Amount(minorUnits: 500, currency: .usd)],
        stored: [Amount(minorUnits: 5000, currency: .eur), Amount(minorUnits: .max, currency: .usd)], count: 4,
        oldestAge: .seconds(3600))

    private static func sale(_ amount: Amount, _ card: CardDetails = CardDetails()) -> OfflineSale {
        OfflineSale(.payment(PaymentIntentParameters(amount)), card: card, limits: limits)
    }

    private static func at(_ seconds: Int64, boot: UInt64 = 1) -> Stamp {
        Stamp(unixMilliseconds: seconds * 1000, upMilliseconds: seconds * 1000, boot: boot)
    }

    /// What the journal's records tell of a stored payment.
    private static func history(_ amount: Amount, _ id: String, at stamp: Stamp) -> OfflineHistory? {
        let entry = JournalEntry(intentID: id, attempt: 1, event: .offline(.stored(sale(amount))))
        return PaymentHistory(RecordedEntry(sequence: 1, stamp: stamp, entry: entry)).offline
    }

    @Test func whateverIsSoldTheLimitsHold() {
        var random = SplitMix64(seed: 7)
        var wrong: [String] = []
        var taken = 0
        for _ in 0..<400 {
            var stored: [OfflineHistory] = []
            for step in 0..<12 {
                let currency = random.pick([Currency.eur, .usd, .jpy])
                let amount = Amount(
                    minorUnits: random.pick([1, 499, 500, 1999, 2000, 2001, 0, -1, .max]), currency: currency)
                let refusal = OfflineRules.refusal(of: Self.sale(amount), stored: stored, at: Self.at(10))
                if refusal == nil, let history = Self.history(amount, "\(step)", at: Self.at(10)) {
                    stored.append(history)
                    taken += 1
                }
            }
            for total in OfflineStatus(stored).totals {
                let limit = Self.limits.stored.first { $0.currency == total.currency }
                if limit.map({ total.minorUnits > $0.minorUnits }) ?? true { wrong.append("\(total)") }
            }
            if stored.count > 4 { wrong.append("\(stored.count) are stored") }
            if stored.compactMap(\.amount).contains(where: { $0.minorUnits < 1 || $0.minorUnits > 2000 }) {
                wrong.append("an amount beyond its limit")
            }
        }
        #expect(wrong == [])
        #expect(taken > 400)
    }

    @Test func eachLimitIsNamed() {
        let euro = { Amount(minorUnits: $0, currency: .eur) }
        let old = Self.history(euro(2000), "1", at: Self.at(0)).map { [$0] } ?? []
        let cases: [(OfflineLimits.Refusal?, OfflineLimits.Refusal?)] = [
            (OfflineRules.refusal(of: Self.sale(euro(2000)), stored: [], at: Self.at(0)), nil),
            (
                OfflineRules.refusal(of: Self.sale(euro(2001)), stored: [], at: Self.at(0)),
                .amountTooLarge(limit: euro(2000))
            ),
            (
                OfflineRules.refusal(of: Self.sale(euro(1500)), stored: old + old, at: Self.at(0)),
                .totalTooLarge(limit: euro(5000), stored: euro(4000))
            ),
            (
                OfflineRules.refusal(
                    of: Self.sale(Amount(minorUnits: 1, currency: .usd)), stored: old + old + old + old, at: Self.at(0)),
                .tooMany(limit: 4)
            ),
            (
                OfflineRules.refusal(of: Self.sale(Amount(minorUnits: 1, currency: .jpy)), stored: [], at: Self.at(0)),
                .currencyNotAllowed(.jpy)
            ),
            (OfflineRules.refusal(of: Self.sale(euro(1)), stored: old, at: Self.at(3600)), nil),
            (OfflineRules.refusal(of: Self.sale(euro(1)), stored: old, at: Self.at(3601)), .oldestTooOld),
            (OfflineRules.refusal(of: Self.sale(euro(1)), stored: old, at: Self.at(3600, boot: 2)), nil),
            (OfflineRules.refusal(of: Self.sale(euro(1)), stored: old, at: Self.at(-1)), .oldestTooOld),
            (OfflineRules.refusal(of: Self.sale(euro(1)), stored: old, at: Self.at(-1, boot: 2)), .oldestTooOld),
        ]
        let wrong = cases.filter { $0.0 != $0.1 }.map { "\($0.0 as Any), not \($0.1 as Any)" }
        #expect(wrong == [])
    }

    @Test func stripesInteracAndExpiredCardsAreNotTaken() {
        // 2026-11-30, 23:59 UTC; a card is good until the end of its month.
        let now = Self.at(1_796_083_140)
        let cards: [(CardDetails, Bool)] = [
            (CardDetails(expMonth: 11, expYear: 2026, readMethod: .contactEmv), true),
            (CardDetails(expMonth: 10, expYear: 2026, readMethod: .contactEmv), false),
            (CardDetails(expMonth: 12, expYear: 2025), false), (CardDetails(expMonth: 1, expYear: 2027), true),
            (CardDetails(readMethod: .contactlessEmv), true),
            (CardDetails(readMethod: .contactlessMagstripeMode), false),
            (CardDetails(readMethod: .magneticStripeFallback), false),
            (CardDetails(readMethod: .magneticStripeTrack2), false), (CardDetails(brand: .interac), false),
        ]
        let wrong = cards.filter { (OfflineRules.refusal(of: $0.0, at: now) == nil) != $0.1 }.map { "\($0.0)" }
        let later = Self.at(1_796_083_260)
        #expect(wrong == [])
        #expect(OfflineRules.refusal(of: cards[0].0, at: later) != nil)
    }

    // MARK: - Cards to be saved

    private static func setup(_ limits: OfflineLimits = limits) -> OfflineSale {
        let parameters = SetupIntentParameters(customer: "cus_1", paymentMethodTypes: [.cardPresent])
        return OfflineSale(
            .setup(OfflineSetupWish(SetupIntent(offline: parameters, base: "b").parameters, allowRedisplay: .always)),
            limits: limits)
    }

    @Test func aCardToBeSavedCountsAndHasNoAmount() throws {
        let amount = Amount(minorUnits: 2000, currency: .eur)
        let payment = try #require(Self.history(amount, "1", at: Self.at(0)))
        let entry = JournalEntry(intentID: "2", attempt: 1, event: .offline(.stored(Self.setup())))
        let setup = try #require(PaymentHistory(RecordedEntry(sequence: 1, stamp: Self.at(0), entry: entry)).offline)
        let cases: [(OfflineSale, [OfflineHistory], Int64, OfflineLimits.Refusal?)] = [
            (Self.setup(), [payment], 3600, nil),
            (Self.setup(), [payment, setup, setup, setup], 0, .tooMany(limit: 4)),
            (Self.sale(amount), [setup, setup, setup, setup], 0, .tooMany(limit: 4)),
            (Self.setup(), [setup], 3601, .oldestTooOld), (Self.sale(amount), [setup], 3601, .oldestTooOld),
            (Self.setup(.none), [], 0, .notEnabled),
        ]
        let found = cases.map { OfflineRules.refusal(of: $0.0, stored: $0.1, at: Self.at($0.2)) }
        let status = OfflineStatus([payment, setup])
        #expect(found == cases.map(\.3))
        #expect(status.count == 2)
        #expect(status.totals == [amount])
    }

    @Test func theFenceKeepsACardThatMayBeSaved() {
        let (create, save) = (IdempotencyKey("b/0/setup"), IdempotencyKey("b/1/setup"))
        let wish = CardSetup(setupIntent: "seti_1", customer: "cus_1", allowRedisplay: .always)
        func stored(_ event: OfflineEvent, attempt: Int = 1) -> JournalEntry {
            JournalEntry(intentID: "offline_seti_b", attempt: attempt, event: .offline(event))
        }
        func saving(_ event: JournalEntry.Event) -> JournalEntry {
            JournalEntry(intentID: "seti_1", attempt: 1, event: event)
        }
        let begun = [stored(.stored(Self.setup())), stored(.forwarding(create, send: 1))]
        let onTheWay = begun + [stored(.created(intentID: "seti_1")), saving(.setupLeaving(wish, save, send: 1))]
        let doubtful = onTheWay + [saving(.requestSettled(save, RequestEnd(.unknown)))]
        let given = doubtful + [saving(.acknowledged(by: "Ann"))]
        let disproved = onTheWay + [saving(.requestSettled(save, RequestEnd(.notExecuted)))]
        let saved = onTheWay + [saving(.requestSettled(save, RequestEnd(.succeeded, object: "pm_1")))]
        let deleted = stored(.deleted(by: "Ann"))
        let next = stored(.forwarding(IdempotencyKey("b~2/0/setup"), send: 1), attempt: 2)
        let cases: [(String, [JournalEntry], [Int])] = [
            ("deleted before", begun + [deleted], []), ("deleted while it is sent", onTheWay + [deleted], [4]),
            ("deleted in doubt", doubtful + [deleted], [5]), ("deleted though given up", given + [deleted], [6]),
            ("deleted after the proof", disproved + [deleted], []), ("deleted once saved", saved + [deleted], [5]),
            ("again in doubt", doubtful + [next], [5]), ("again after the proof", disproved + [next], []),
            ("again once saved", saved + [next], [5]),
        ]
        let wrong = cases.filter { Self.refused($0.1) != $0.2 }.map(\.0)
        #expect(wrong == [])
    }

    /// Asking again means the saving that is open, whose card may be saved already.
    @Test func noCardIsStoredBesideAnOpenSavingOfTheSameWish() {
        let key = IdempotencyKey("own/1/setup")
        func entries(_ customer: String, _ consent: AllowRedisplay, _ more: [JournalEntry.Event]) -> [JournalEntry] {
            let wish = CardSetup(setupIntent: "seti_1", customer: customer, allowRedisplay: consent)
            let saving = [JournalEntry.Event.setupLeaving(wish, key, send: 1)] + more
            let stored = JournalEntry.Event.offline(.stored(Self.setup()))
            return saving.map { JournalEntry(intentID: "seti_1", attempt: 1, event: $0) }
                + [JournalEntry(intentID: "offline_seti_b", attempt: 1, event: stored)]
        }
        let saved = JournalEntry.Event.requestSettled(key, RequestEnd(.succeeded, object: "pm_1"))
        let disproved = JournalEntry.Event.requestSettled(key, RequestEnd(.notExecuted))
        let cases: [([JournalEntry], [Int])] = [
            (entries("cus_1", .always, []), [1]), (entries("cus_1", .always, [saved]), [2]),
            (entries("cus_1", .always, [saved, .requestTold(key)]), []), (entries("cus_1", .always, [disproved]), []),
            (entries("cus_2", .always, []), []), (entries("cus_1", .limited, []), []),
        ]
        #expect(cases.map { Self.refused($0.0) } == cases.map(\.1))
    }

    /// The book has dropped what is over; its local ID is used once all the same.
    @Test(arguments: [true, false])
    func whatIsOverIsNotStoredAgain(isKnown: Bool) {
        let stored = JournalEntry(intentID: "offline_seti_b", attempt: 1, event: .offline(.stored(Self.setup())))
        let over = PaymentHistory(RecordedEntry(sequence: 1, stamp: Self.at(0), entry: stored))
        var book = JournalBook()
        let taken = try? book.take(stored, at: Self.at(0)) { _ in isKnown ? over : nil }
        #expect((taken == nil) == isKnown)
    }

    // MARK: - The fence

    private static let amount = Amount(minorUnits: 1000, currency: .eur)

    private static func entry(_ event: OfflineEvent, attempt: Int = 1, order: String? = nil) -> JournalEntry {
        let terms = PaymentTerms(intentID: "offline_b", amount: amount, baseKey: "b", order: order)
        return JournalEntry(intentID: "offline_b", attempt: attempt, terms: terms, event: .offline(event))
    }

    private static func payment(_ event: JournalEntry.Event, order: String? = nil) -> JournalEntry {
        let terms = PaymentTerms(intentID: "pi_1", amount: amount, baseKey: "b", order: order)
        return JournalEntry(intentID: "pi_1", attempt: 1, terms: terms, event: event)
    }

    /// The numbers of the entries that the book refuses, one after the other.
    private static func refused(_ entries: [JournalEntry], at seconds: [Int64] = []) -> [Int] {
        var book = JournalBook()
        return entries.indices.filter { index in
            let now = at(seconds.indices.contains(index) ? seconds[index] : 0)
            do throws(JournalError) {
                _ = try book.take(entries[index], at: now)
                return false
            } catch {
                return true
            }
        }
    }

    @Test func theFenceRefusesWhatTheForwarderMustNotDo() {
        let (stored, key) = (Self.entry(.stored(Self.sale(Self.amount))), IdempotencyKey("b/0/create"))
        let forwarding = Self.entry(.forwarding(key, send: 1))
        let confirm = PaymentRequest.confirm(IdempotencyKey("b/1/confirm"))
        let approved = IntentFacts(id: "pi_1", amount: Self.amount, status: .succeeded, received: 1000)
        let onTheWay = [
            stored, forwarding, Self.entry(.created(intentID: "pi_1")),
            Self.payment(.requestLeaving(confirm, send: 1)),
        ]
        let settled =
            onTheWay + [Self.payment(.settled(confirm, .approved(approved), receipt: nil)), Self.payment(.claimed)]
        let canceled = onTheWay + [Self.payment(.settled(confirm, .canceled(by: .engine), receipt: nil))]
        let deleted = Self.entry(.deleted(by: "Ann"))
        let next = Self.entry(.forwarding(IdempotencyKey("b~2/0/create"), send: 1), attempt: 2)
        let cases: [(String, [JournalEntry], [Int])] = [
            ("forwarded unstored", [forwarding], [0]), ("stored twice", [stored, stored], [1]),
            ("forwarded after deletion", [stored, deleted, forwarding], [2]),
            (
                "forwarded in quarantine",
                [stored, Self.entry(.quarantined(.init(.requested, message: ""))), forwarding], [2]
            ),
            (
                "forwarded after release",
                [stored, Self.entry(.quarantined(.init(.requested, message: ""))), Self.entry(.released), forwarding],
                []
            ),
            ("deleted while unknown", onTheWay + [deleted], [4]), ("deleted after approval", settled + [deleted], [6]),
            ("forwarded again while unknown", onTheWay + [next], [4]),
            ("forwarded again after approval", settled + [next], [6]),
            ("forwarded again after the proof", canceled + [next], []),
            ("forwarded after its result", settled + [Self.entry(.forwarded(.approved(approved))), next], [7]),
        ]
        let wrong = cases.filter { Self.refused($0.1) != $0.2 }.map(\.0)
        #expect(wrong == [])
    }

    @Test func anOrderWithAStoredPaymentTakesNoOtherCard() {
        let stored = Self.entry(.stored(Self.sale(Self.amount)), order: "A1")
        let own = Self.payment(.attemptOpened(reader: nil, .none), order: "A1")
        var other = own
        other.intentID = "pi_2"
        let entries = [stored, other, Self.entry(.created(intentID: "pi_1")), own, other]
        #expect(Self.refused(entries) == [1, 4])
    }

    @Test func whatWaitedTooLongIsForwardedOnlyAfterARelease() {
        let stored = Self.entry(.stored(Self.sale(Self.amount)))
        let forwarding = Self.entry(.forwarding(IdempotencyKey("b/0/create"), send: 1))
        let week: Int64 = 7 * 86_400
        #expect(Self.refused([stored, forwarding], at: [0, week]) == [])
        #expect(Self.refused([stored, forwarding], at: [0, week + 1]) == [1])
        let released = [
            stored, Self.entry(.quarantined(.init(.tooOld, message: ""))), Self.entry(.released), forwarding,
        ]
        #expect(Self.refused(released, at: [0, week + 1, week + 1, week + 1]) == [])
    }

    // MARK: - Losses

    /// What the book lists after these entries.
    private static func listed(_ entries: [JournalEntry]) -> [String] {
        var book = JournalBook()
        for (place, entry) in entries.enumerated() {
            book.apply(RecordedEntry(sequence: Int64(place + 1), stamp: at(Int64(place)), entry: entry))
        }
        return book.openPayments.map(\.intentID)
    }

    @Test func everyEndButAnApprovalIsListedUntilItWasAcknowledged() {
        let approved = IntentFacts(id: "pi_1", amount: amount, status: .succeeded, received: 1000)
        let stored = [Self.entry(.stored(Self.sale(Self.amount)))]
        let declined = stored + [Self.entry(.forwarded(.declined(Decline(code: "card_declined"), intentID: "pi_1")))]
        let deleted = stored + [Self.entry(.deleted(by: "Ann"))]
        let seen = JournalEntry(intentID: "offline_b", attempt: 1, event: .acknowledged(by: "Ann"))
        let cases: [(String, [JournalEntry], Bool)] = [
            ("stored", stored, true), ("approved", stored + [Self.entry(.forwarded(.approved(approved)))], false),
            ("declined", declined, true), ("deleted", deleted, true), ("declined and seen", declined + [seen], false),
            ("deleted and seen", deleted + [seen], false),
            ("seen before its end", stored + [seen] + deleted[1...], true),
        ]
        let wrong = cases.filter { Self.listed($0.1) != ($0.2 ? ["offline_b"] : []) }.map(\.0)
        #expect(wrong == [])
    }

    private var amount: Amount { Self.amount }

    @Test func aDayWithALossIsNotCleanUntilItWasAcknowledged() {
        let entries = [
            Self.entry(.stored(Self.sale(Self.amount))),
            Self.entry(.forwarded(.declined(Decline(code: "card_declined"), intentID: "pi_1"))),
            JournalEntry(intentID: "offline_b", attempt: 1, event: .acknowledged(by: "Ann")),
        ]
        let records = entries.enumerated().map { place, entry in
            RecordedEntry(sequence: Int64(place + 1), stamp: Self.at(Int64(place)), entry: entry)
        }
        let clean = (1...3).map { count in
            PaymentHistory(folding: records.prefix(count)).map { Reconciliation([$0], []).isClean }
        }
        #expect(clean == [false, false, true])
    }
}
