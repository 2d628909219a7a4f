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
            event: .offline(.stored(OfflineSale(.payment(parameters), limits: .none))))
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

    // MARK: - A card to be saved

    /// A card that was accepted offline to be saved.
    private func setup() throws -> OfflineWork {
        let local = SetupIntent(
            offline: SetupIntentParameters(customer: "cus_1", paymentMethodTypes: [.cardPresent]), base: "1")
        let wish = OfflineSetupWish(local.parameters, allowRedisplay: .always)
        let stored = JournalEntry(
            intentID: local.id, attempt: 1, event: .offline(.stored(OfflineSale(.setup(wish), limits: .none))))
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
        let history = PaymentHistory(folding: [RecordedEntry(sequence: 1, stamp: stamp, entry: stored)])
        return try #require(history.flatMap { OfflineWork($0) })
    }

    /// Takes the card to the sending of its create.
    private func createSetup(_ machine: inout ForwarderMachine) throws -> (Serial, IdempotencyKey) {
        for case .readPayload(let reading, _) in machine.handle(.stored(try setup())) {
            for case .record(let leaving, _) in machine.handle(.payloadRead(reading, .ready)) {
                for case .createSetup(let serial, _, let key) in machine.handle(.recorded(leaving)) {
                    return (serial, key)
                }
            }
        }
        throw NotReached()
    }

    /// Takes the card to its saving.
    private func save(_ machine: inout ForwarderMachine) throws -> (Serial, CardSetup, IdempotencyKey) {
        let facts = SetupFacts(id: "seti_1", status: .requiresPaymentMethod)
        let creating = try createSetup(&machine).0
        for case .record(let noting, _) in machine.handle(.setupCreated(creating, .setup(facts), .none)) {
            for case .save(let serial, let wish, let key) in machine.handle(.recorded(noting)) {
                return (serial, wish, key)
            }
        }
        throw NotReached()
    }

    @Test func aCardIsSavedUnderOneKeyAfterItsIntentWasNoted() throws {
        var machine = ForwarderMachine()
        let (serial, wish, key) = try save(&machine)
        let facts = SetupFacts(id: "seti_1", status: .succeeded, generatedCard: "pm_1")
        var entries: [JournalEntry] = []
        for action in machine.handle(.saved(serial, facts)) {
            switch action {
            case .note(let entry), .record(_, let entry): entries.append(entry)
            default: break
            }
        }
        #expect(wish == CardSetup(setupIntent: "seti_1", customer: "cus_1", allowRedisplay: .always))
        #expect(key == IdempotencyKey("1/1/setup"))
        #expect(entries.map(\.event) == [.requestTold(key), .offline(.forwarded(.saved(facts)))])
    }

    /// A refused credential is not the card's fault; a refusal for good is.
    @Test func onlyWhatIsItsOwnFaultSetsACardAside() throws {
        let refusals: [(GatewayReply.Refusal, Bool)] = [
            (.unauthorized, false), (.rateLimited, false), (.notConnected, false), (.invalid, true),
        ]
        let found = try refusals.map { refusal, _ in
            var machine = ForwarderMachine()
            return quarantineRecord(
                machine.handle(.concluded(try save(&machine).0, .notExecuted(refusal), .none))) != nil
        }
        #expect(found == refusals.map(\.1))
    }

    @Test func aCardWhoseSavingIsUnknownIsNotDeleted() throws {
        var machine = ForwarderMachine()
        _ = machine.handle(.concluded(try save(&machine).0, .unknown(.noAnswer), .none))
        let answer = machine.handle(.deleteRequested("offline_seti_1", by: "a person"))
        #expect(answer == [.finish("offline_seti_1", .refused(.outcomeUnknown))])
    }

    /// The next process acts on what the one before recorded of the saving, whoever sent the card.
    @Test func aRestartGoesOnAfterWhatIsRecordedOfTheSaving() throws {
        let cases: [(RequestMachine.Result?, String, String)] = [
            (.succeeded, "1/1/setup", "told 1/1/setup, saved"), (.succeeded, "own/1/setup", "told own/1/setup, saved"),
            (.notExecuted, "1/1/setup", "read"), (.unknown, "1/1/setup", "follow"), (nil, "own/1/setup", "follow"),
        ]
        let found = try cases.map { result, key, _ in
            var machine = ForwarderMachine()
            return Self.words(machine.handle(.left(try left(result, IdempotencyKey(key)))))
        }
        #expect(found == cases.map(\.2))
    }

    /// What an earlier process left of a card whose SetupIntent was noted.
    private func left(_ result: RequestMachine.Result?, _ key: IdempotencyKey) throws -> OfflineWork {
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
        func history(_ id: String, _ events: [JournalEntry.Event]) -> PaymentHistory? {
            PaymentHistory(
                folding: events.map {
                    RecordedEntry(
                        sequence: 1, stamp: stamp, entry: JournalEntry(intentID: id, attempt: 1, event: $0))
                })
        }
        let offline: [OfflineEvent] = [
            .stored(try setup().offline.sale), .forwarding(IdempotencyKey("1/0/setup"), send: 1),
            .created(intentID: "seti_1"),
        ]
        let wish = CardSetup(setupIntent: "seti_1", customer: "cus_1", allowRedisplay: .always)
        let end = result.map { JournalEntry.Event.requestSettled(key, RequestEnd($0, object: nil)) }
        let events = [JournalEntry.Event.setupLeaving(wish, key, send: 1), end].compactMap(\.self)
        let saving = history("seti_1", events)
        let storing = offline.map { JournalEntry.Event.offline($0) } + [.claimed]
        let stored = try #require(history("offline_seti_1", storing))
        return try #require(OfflineWork(stored, payment: saving))
    }

    private static func words(_ actions: [ForwarderAction]) -> String {
        actions.map { action -> String in
            switch action {
            case .note(let entry):
                if case .requestTold(let key) = entry.event { "told \(key.rawValue)" } else { "note" }
            case .record(_, let entry):
                if case .offline(.forwarded(.saved)) = entry.event { "saved" } else { "record" }
            case .readPayload: "read"
            case .follow: "follow"
            default: "\(action)"
            }
        }.joined(separator: ", ")
    }

    /// Under its key the refusal would come again, whatever a person has changed.
    @Test func aReleasedCardGoesWithAnotherIntent() throws {
        var machine = ForwarderMachine()
        let refused = machine.handle(.concluded(try save(&machine).0, .notExecuted(.invalid), .none))
        _ = machine.handle(.recorded(try #require(quarantineRecord(refused))))
        var keys: [IdempotencyKey] = []
        for case .record(let release, _) in machine.handle(.releaseRequested("offline_seti_1")) {
            for case .readPayload(let reading, _) in machine.handle(.recorded(release)) {
                for case .record(let leaving, _) in machine.handle(.payloadRead(reading, .ready)) {
                    for case .createSetup(_, _, let key) in machine.handle(.recorded(leaving)) { keys.append(key) }
                }
            }
        }
        #expect(keys == [IdempotencyKey("1~2/0/setup")])
    }

    /// The journal may refuse this one and no other.
    @Test func whatCannotBeRecordedHoldsNothingUp() throws {
        var machine = ForwarderMachine()
        let saving = try save(&machine).0
        _ = machine.handle(.stored(try work()))
        var next: [String] = []
        for case .startTimer(let timer, _) in machine.handle(.concluded(saving, .journalUnavailable, .none)) {
            for case .readPayload(_, let id) in machine.handle(.timerFired(timer)) { next.append(id) }
        }
        #expect(next == ["offline_1"])
    }

    private func quarantineRecord(_ actions: [ForwarderAction]) -> Serial? {
        for case .record(let serial, let entry) in actions {
            if case .offline(.quarantined) = entry.event { return serial }
        }
        return nil
    }
}
