import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

@Suite struct ForwarderMachineTests {
    @Test func everyFaultOfTheShortBoundIsSurvived() {
        let results = ForwarderWorld.short.map { scenario in
            var explorer = Explorer<ForwarderWorld>()
            return explorer.explore(scenario.world)
        }
        let states = results.map(\.states).reduce(0, +)
        #expect(results.allSatisfy { $0.isClean }, "\(results)")
        #expect(states > 10_000, "\(results)")
    }

    /// Otherwise the journal says for ever that the payment is about to be forwarded, and no person learns of it.
    @Test func aQuarantineThatCouldNotBeRecordedIsRecordedLater() throws {
        var machine = ForwarderMachine()
        let work = try work()
        let first = try #require(quarantineRecord(machine.handle(.left(work))))
        let failed = machine.handle(.recordFailed(first))
        #expect(!machine.isIdle)
        let timer = try #require(
            failed.lazy.compactMap { if case .startTimer(let serial, _) = $0 { serial } else { nil } }.first)
        let second = try #require(quarantineRecord(machine.handle(.timerFired(timer))))
        let told = machine.handle(.recorded(second))
        #expect(told.contains { if case .notify(.quarantined("offline_1", _)) = $0 { true } else { false } })
        #expect(machine.isIdle)
    }

    /// A payment of 10.00 EUR that was accepted offline.
    private func work() throws -> OfflineWork {
        let parameters = PaymentIntentParameters(amount: 1000, currency: .eur)
        let terms = PaymentTerms(
            intentID: "offline_1", amount: parameters.amount, captureMethod: .automatic, baseKey: "1", order: nil)
        let stored = JournalEntry(
            intentID: "offline_1", attempt: 1, terms: terms,
            event: .offline(.stored(OfflineSale(parameters: parameters, limits: .none))))
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
        let history = PaymentHistory(folding: [RecordedEntry(sequence: 1, stamp: stamp, entry: stored)])
        return try #require(history.flatMap { OfflineWork($0) })
    }

    /// Takes the payment to the sending of its create.
    private func create(_ machine: inout ForwarderMachine) throws -> Serial {
        for case .readPayload(let reading, _) in machine.handle(.stored(try work())) {
            for case .record(let leaving, _) in machine.handle(.payloadRead(reading, .ready)) {
                for case .create(let serial, _, _) in machine.handle(.recorded(leaving)) { return serial }
            }
        }
        throw NotReached()
    }

    private struct NotReached: Error {}

    @Test func anIntentOverAnotherAmountIsSetAside() throws {
        var machine = ForwarderMachine()
        let facts = IntentFacts(
            id: "pi_1", amount: Amount(minorUnits: 999, currency: .eur), status: .requiresPaymentMethod)
        let actions = machine.handle(.created(try create(&machine), .intent(facts), .none))
        #expect(quarantineRecord(actions) != nil)
    }

    @Test func aLostCreateIsLookedForUnderItsOwnKey() throws {
        var machine = ForwarderMachine()
        var bases: [String] = []
        for case .startTimer(let timer, _) in machine.handle(.created(try create(&machine), .noAnswer, .none)) {
            for case .readPayload(let reading, _) in machine.handle(.timerFired(timer)) {
                for case .find(_, let base, _) in machine.handle(.payloadRead(reading, .ready)) { bases.append(base) }
            }
        }
        #expect(bases == ["1"])
    }

    /// What an issuer may have approved is not thrown away, though a person holds it in hand (money rule 6).
    @Test func aPaymentWhoseOutcomeIsUnknownIsNotDeleted() throws {
        var machine = ForwarderMachine()
        let unknown = machine.handle(.concluded(try confirm(&machine), .unknown(.answerMismatch), .none))
        _ = machine.handle(.recorded(try #require(quarantineRecord(unknown))))
        let answer = machine.handle(.deleteRequested("offline_1", by: "a person"))
        #expect(answer == [.finish("offline_1", .refused(.outcomeUnknown))])
        #expect(machine.has("offline_1"))
    }

    /// Takes the payment to its confirmation.
    private func confirm(_ machine: inout ForwarderMachine) throws -> Serial {
        let facts = IntentFacts(
            id: "pi_1", amount: Amount(minorUnits: 1000, currency: .eur), status: .requiresPaymentMethod)
        for case .record(let noting, _) in machine.handle(.created(try create(&machine), .intent(facts), .none)) {
            for case .record(let opening, _) in machine.handle(.recorded(noting)) {
                for case .confirm(let serial, _) in machine.handle(.recorded(opening)) { return serial }
            }
        }
        throw NotReached()
    }

    private func quarantineRecord(_ actions: [ForwarderAction]) -> Serial? {
        for case .record(let serial, let entry) in actions {
            if case .offline(.quarantined) = entry.event { return serial }
        }
        return nil
    }
}
