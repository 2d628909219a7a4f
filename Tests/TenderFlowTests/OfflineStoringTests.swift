import TenderFlow
import TenderModel
import Testing

@Suite struct OfflineStoringTests {
    private static let amount = Amount(minorUnits: 1000, currency: .eur)
    private static let terms = PaymentTerms(intentID: "offline_b", amount: amount, baseKey: "b", order: "A1")

    /// A local payment with a card in hand.
    private func collected() -> PaymentMachine {
        let facts = IntentFacts(id: "offline_b", amount: Self.amount, status: .requiresPaymentMethod)
        var machine = PaymentMachine(terms: Self.terms, facts: facts)
        _ = machine.handle(.collectRequested(inspect: false))
        _ = machine.handle(.recorded(machine.recordSerial))
        _ = machine.handle(.cardCollected())
        return machine
    }

    private func storeSerial(_ actions: [PaymentAction]) -> Serial? {
        actions.lazy.compactMap { if case .store(let serial) = $0 { serial } else { nil } }.first
    }

    @Test func aStoredPaymentIsShownAfterItsRecordAndNeverSent() throws {
        var machine = collected()
        let serial = try #require(storeSerial(machine.handle(.confirmRequested)))
        #expect(machine.phase.name == .storing)
        let actions = machine.handle(.recorded(serial))
        let claim = JournalEntry(intentID: "offline_b", attempt: 1, event: .claimed)
        #expect(actions == [.dropCard, .finish(.storedOffline), .note(claim)])
        #expect(machine.phase == .stored)
        #expect(machine.handle(.confirmRequested) == [.finish(.refused(.confirm, .stored))])
        #expect(machine.handle(.captureRequested(nil)) == [.finish(.refused(.capture, .stored))])
    }

    @Test func withoutItsRecordNothingIsStoredAndTheCardIsStillInHand() throws {
        var machine = collected()
        let serial = try #require(storeSerial(machine.handle(.confirmRequested)))
        #expect(machine.handle(.recordFailed(serial)) == [.finish(.confirmed(.journalUnavailable))])
        #expect(storeSerial(machine.handle(.confirmRequested)) != nil)
    }

    @Test func aCancelWaitsAndAReversalTakesTheStoringBackWithARecord() throws {
        var late = collected()
        let serial = try #require(storeSerial(late.handle(.confirmRequested)))
        #expect(late.handle(.cancelRequested(.stop, by: .application)) == [])
        #expect(late.handle(.recorded(serial)).contains(.finish(.cancelAnswered(.tooLateStored))))

        var reversed = collected()
        let store = try #require(storeSerial(reversed.handle(.confirmRequested)))
        #expect(reversed.handle(.cancelRequested(.reverseIfApproved, by: .application)) == [])
        let actions = reversed.handle(.recorded(store))
        guard case .record(let record, let entry)? = actions.first else { throw MissingRecord() }
        #expect(entry.event == .offline(.deleted(by: "application")))
        #expect(actions.count == 1)
        let answers = reversed.handle(.recorded(record))
        #expect(answers.contains(.finish(.cancelAnswered(.reversed))))
        #expect(reversed.phase == .canceled)
    }

    @Test func aLocalIntentIsNeitherInspectedNorCanceledAtTheGateway() {
        var machine = collected()
        #expect(machine.handle(.collectRequested(inspect: true)) == [.finish(.refused(.collect, .collected))])
        let actions = machine.handle(.cancelIntentRequested)
        #expect(actions == [.dropCard, .finish(.intentCanceled(.canceled(by: .application)))])
    }

    private struct MissingRecord: Error {}
}

extension PaymentMachine {
    /// The record that the collection waits for.
    fileprivate var recordSerial: Serial { if case .opening(let serial, _) = phase { serial } else { 0 } }
}
