import Foundation
import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

@Suite struct ReaderScriptMachineTests {
    /// Scripts of two steps of every kind, and longer ones: `tender-explore`.
    @Test func everyOrderOfEventsIsAnsweredOnce() {
        let results = ReaderScenario.short.worlds.map { world in
            var explorer = Explorer<ReaderScriptWorld>()
            return explorer.explore(world)
        }
        #expect(results.filter { !$0.isClean } == [])
        #expect(results.map(\.states).reduce(0, +) > 1_500)
    }

    /// Plays a script with no hurry: each timer fires before anything else happens.
    private func play(
        _ script: ReaderScript, request: CollectRequest = .tenEuros
    ) -> (events: [ReaderEvent], result: Result<CollectedCard, ReaderError>?) {
        var machine = ReaderScriptMachine(script: script, device: 1, counter: 0)
        var actions = machine.handle(.connected) + machine.handle(.collect(1, request))
        var events: [ReaderEvent] = []
        var timers: [(ReaderScriptMachine.TimerID, Duration)] = []
        while true {
            for action in actions {
                switch action {
                case .emit(let event): events.append(event)
                case .answer(_, let result): return (events, result)
                case .answerData: return (events, nil)
                case .startTimer(let timer, let duration): timers.append((timer, duration))
                case .cancelTimer(let timer): timers.removeAll { $0.0 == timer }
                }
            }
            guard let index = timers.indices.min(by: { timers[$0].1 < timers[$1].1 }) else { return (events, nil) }
            let (timer, passed) = timers.remove(at: index)
            timers = timers.map { ($0.0, $0.1 - passed) }
            actions = machine.handle(.timerFired(timer))
        }
    }

    private let armed = ReaderEvent.inputOptions([.swipeCard, .insertCard, .tapCard])
    private let done = ReaderEvent.inputOptions([])

    @Test func aCardIsInsertedReadAndTakenOut() throws {
        let (events, result) = play(.default)
        #expect(events == [armed, .cardInserted, .displayMessage(.removeCard), .cardRemoved, done])
        let card = try #require(try result?.get())
        #expect(card.card.brand == .visa)
        #expect(card.card.last4 == "4242")
        #expect(card.card.readMethod == .contactEmv)
        let payload = try CardPayload.open(card.payload)
        #expect(SimulatedCard.numbered(payload.number) == .visa)
        #expect(payload.amount == CollectRequest.tenEuros.amount)
    }

    @Test func aTapAndASwipeEndWithTheRead() throws {
        let tap = play(ReaderScript(collections: [[.tap(.visa)]]))
        #expect(tap.events == [armed, done])
        #expect(try tap.result?.get().card.readMethod == .contactlessEmv)
        let swipe = play(ReaderScript(collections: [[.swipe(.visa)]]))
        #expect(swipe.events == [armed, done])
        #expect(try swipe.result?.get().card.readMethod == .magneticStripeTrack2)
        #expect(try swipe.result?.get().card.receipt?.cardholderVerificationMethod == "signature")
    }

    @Test func threeUnreadableInsertsLeadToTheStripe() throws {
        let (events, result) = play(.fallback(.visa))
        let attempt: [ReaderEvent] = [.cardInserted, .displayMessage(.retryCard), armed, .cardRemoved]
        let last: [ReaderEvent] = [
            .cardInserted, .displayMessage(.swipeCard), .inputOptions(.swipeCard), .cardRemoved, done,
        ]
        #expect(events == [armed] + attempt + attempt + last)
        #expect(try result?.get().card.readMethod == .magneticStripeFallback)
    }

    @Test func threeUnreadableSwipesEndTheCollection() {
        let (events, result) = play(
            ReaderScript(collections: [[ReaderStep](repeating: .swipe(.visa, readable: false), count: 3)])
        )
        let retry: [ReaderEvent] = [.displayMessage(.retryCard), armed]
        #expect(events == [armed] + retry + retry + [done])
        #expect(result == .failure(.cardNotRead(.swipe)))
    }

    @Test func anUnreadableTapLeadsToTheOtherWays() {
        let (events, result) = play(ReaderScript(collections: [[.tap(.visa, readable: false), .tap(.visa)]]))
        #expect(
            events == [armed, .displayMessage(.insertOrSwipeCard), .inputOptions([.insertCard, .swipeCard])]
        )
        #expect(result == nil)
    }

    @Test func aTapThatTheIssuerRefusesLeadsToTheChipAndAPin() throws {
        var wrong: [String] = []
        for (name, verification) in [("onlinePinScaRetry", "online_pin"), ("offlinePinScaRetry", "offline_pin")] {
            let (events, result) = play(.cards([try SimulatedCard.named(name)]))
            let expected: [ReaderEvent] = [
                armed, .displayMessage(.insertCard), .inputOptions(.insertCard), .cardInserted,
                .displayMessage(.removeCard), .cardRemoved, done,
            ]
            if events != expected { wrong.append("\(name): \(events)") }
            let card = try #require(try result?.get()).card
            if card.receipt?.cardholderVerificationMethod != verification { wrong.append(name) }
            if card.readMethod != .contactEmv { wrong.append(name) }
        }
        #expect(wrong == [])
    }

    @Test func aCardTakenAwayTooEarlyIsAskedForAgainTwice() throws {
        let early: [ReaderStep] = [.insert(.visa), .removeTooEarly()]
        let again: [ReaderEvent] = [.cardInserted, .cardRemoved, .displayMessage(.cardRemovedTooEarly), armed]
        let twice = play(ReaderScript(collections: [early + early + [.tap(.visa)]]))
        #expect(twice.events == [armed] + again + again + [done])
        #expect(try twice.result?.get().card.readMethod == .contactlessEmv)
        let thrice = play(ReaderScript(collections: [early + early + early]))
        #expect(thrice.result == .failure(.cardNotRead(.removed)))
    }

    @Test func severalContactlessCardsAreRefused() throws {
        let (events, result) = play(ReaderScript(collections: [[ReaderStep(.presentSeveral), .tap(.visa)]]))
        #expect(events == [armed, .displayMessage(.multipleContactlessCardsDetected), armed, done])
        #expect(try result?.get().card.last4 == "4242")
    }

    @Test func aKindOfCardThatWasNotAskedForIsRefused() throws {
        let refused = play(.cards([.interac]))
        #expect(refused.result == .failure(.cardNotRead(.notSupported)))
        #expect(refused.events.contains(.displayMessage(.tryAnotherCard)))
        let request = CollectRequest(amount: CollectRequest.tenEuros.amount, paymentMethodTypes: [.interacPresent])
        #expect(try play(.cards([.interac]), request: request).result?.get().card.brand == .interac)
        #expect(play(.default, request: request).result == .failure(.cardNotRead(.notSupported)))
    }

    @Test func theCustomerCancelsOnlyWhereThatIsAllowed() throws {
        let script = ReaderScript(collections: [[ReaderStep(.cancelOnReader), .tap(.visa)]])
        #expect(play(script).result == .failure(.canceled(by: .customer)))
        let request = CollectRequest(amount: CollectRequest.tenEuros.amount, customerCancellation: false)
        #expect(try play(script, request: request).result?.get().card.last4 == "4242")
    }

    @Test func onlyAChipTellsLanguages() throws {
        let card = try SimulatedCard.named("onlinePinScaRetry")
        let told = [ReaderStep.insert(card), .swipe(card)].map { step in
            try? play(ReaderScript(collections: [[step, .remove(after: .zero)]])).result?.get().card.preferredLocales
        }
        #expect(told == [["de"], nil])
    }

    @Test func faultsOfTheReaderAreErrors() {
        #expect(play(ReaderScript(collections: [[ReaderStep(.timeOut)]])).result == .failure(.timedOut))
        let garbled = play(ReaderScript(collections: [[.insert(.visa), ReaderStep(.garble)]])).result
        #expect(garbled == .failure(.communication("the answer makes no sense")))
        #expect(play(ReaderScript(collections: [[ReaderStep(.mute), .tap(.visa)]])).result == nil)
        let mutedThenGone = ReaderScript(collections: [[ReaderStep(.mute), .disconnect(.linkLost)]])
        #expect(play(mutedThenGone).result == .failure(.disconnected(.linkLost)))
    }

    @Test func anAmountThatNoCardCanSeeIsRefused() {
        let request = CollectRequest(amount: Amount(minorUnits: -1, currency: .eur))
        #expect(play(.default, request: request).result == .failure(.refused("the card data has an invalid amount")))
    }

    @Test func aStopThatTakesTimeLosesAgainstACardThatIsReadFirst() throws {
        let script = ReaderScript(collections: [[.tap(.visa), .tap(.visa)]], stopDuration: .milliseconds(100))
        var answers: [[Bool]] = []
        for readFirst in [true, false] {
            var machine = ReaderScriptMachine(script: script, device: 1, counter: 0)
            var actions = machine.handle(.connected) + machine.handle(.collect(1, .tenEuros))
            func timer(_ purpose: ReaderScriptMachine.TimerID.Purpose) throws -> ReaderScriptMachine.TimerID {
                let started = actions.compactMap { if case .startTimer(let timer, _) = $0 { timer } else { nil } }
                return try #require(started.last { $0.purpose == purpose })
            }
            actions += machine.handle(.timerFired(try timer(.step)))
            actions += machine.handle(.stop(1))
            let order = [try timer(.read), try timer(.stop)]
            for timer in readFirst ? order : order.reversed() { actions += machine.handle(.timerFired(timer)) }
            answers.append(
                actions.compactMap {
                    if case .answer(_, let result) = $0 { (try? result.get()) != nil } else { nil }
                })
        }
        #expect(answers == [[true], [false]])
    }

    @Test func aScriptSurvivesBeingCoded() throws {
        let script = ReaderScript(
            collections: [ReaderScenario.alphabet], afterLast: .noCard, whenFirstConnected: [ReaderStep(.mute)],
            connections: [.init(delay: .seconds(1), failure: "no power")], stopDuration: .seconds(1)
        )
        #expect(try JSONDecoder().decode(ReaderScript.self, from: JSONEncoder().encode(script)) == script)
    }
}

extension CollectRequest {
    static let tenEuros = CollectRequest(amount: Amount(minorUnits: 1000, currency: .eur))
}
