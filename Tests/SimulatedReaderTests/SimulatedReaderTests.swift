import SimulatedCard
import SimulatedReader
import TenderBytes
import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SimulatedReaderTests {
    private typealias Answer = Result<CollectedCard, ReaderError>
    private let clock = TestClock()

    private func answer(_ reader: some CardReader, _ request: CollectRequest = .tenEuros) async -> Answer {
        do throws(ReaderError) {
            return .success(try await reader.collect(request))
        } catch {
            return .failure(error)
        }
    }

    private func last4(_ answer: Answer) -> String? { try? answer.get().card.last4 }

    @Test func theDefaultScriptTakesItsTimeOnTheGivenClock() async throws {
        let reader = SimulatedReader(clock: clock)
        let collecting = Task { await answer(reader) }
        var times: [Duration] = []
        for _ in 0..<3 {
            await clock.advanceToNextDeadline()
            times.append(clock.now.sinceStart)
        }
        #expect(last4(await collecting.value) == "4242")
        #expect(times == [.milliseconds(300), .milliseconds(500), .milliseconds(800)])
        await reader.disconnect()
        var events: [ReaderEvent] = []
        for await event in reader.events { events.append(event) }
        #expect(
            events == [
                .inputOptions([.swipeCard, .insertCard, .tapCard]), .cardInserted, .displayMessage(.removeCard),
                .cardRemoved, .inputOptions([]), .disconnected(.disconnectRequested),
            ])
    }

    @Test func cardsComeInTheirOrderAndTheLastOneComesAgain() async throws {
        let declined = try SimulatedCard.named("chargeDeclined")
        let reader = SimulatedReader(script: .cards([declined, .visa]), clock: clock)
        let seen = await clock.running {
            [last4(await answer(reader)), last4(await answer(reader)), last4(await answer(reader))]
        }
        #expect(seen == ["0002", "4242", "4242"])
    }

    @Test func withoutRepetitionNoCardComesAfterTheLast() async {
        let reader = SimulatedReader(script: .cards([.visa], afterLast: .noCard), clock: clock)
        #expect(last4(await clock.running { await answer(reader) }) == "4242")
        let collecting = Task { await answer(reader) }
        #expect(clock.sleeperCount == 0)
        collecting.cancel()
        #expect(await collecting.value == .failure(.canceled(by: .application)))
    }

    @Test func aSecondCollectionIsRefusedAndStopsNothing() async {
        let reader = SimulatedReader(clock: clock)
        let first = Task { await answer(reader) }
        await clock.waitForSleepers(1)
        let second = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await answer(reader)
        }
        #expect(await second.value == .failure(.busy))
        #expect(last4(await clock.running { await first.value }) == "4242")
    }

    @Test func cancelingTheTaskStopsTheReaderAndTheNextCollectionWorks() async {
        let reader = SimulatedReader(clock: clock)
        let collecting = Task { await answer(reader) }
        await clock.waitForSleepers(1)
        collecting.cancel()
        #expect(await collecting.value == .failure(.canceled(by: .application)))
        #expect(last4(await clock.running { await answer(reader) }) == "4242")
    }

    @Test func aTaskThatIsCanceledAlreadyCollectsNothing() async {
        let reader = SimulatedReader(clock: clock)
        let collecting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await answer(reader)
        }
        #expect(await collecting.value == .failure(.canceled(by: .application)))
    }

    @Test func aStopIsAnsweredWhenTheReaderHasStopped() async {
        let reader = SimulatedReader(script: ReaderScript(stopDuration: .seconds(2)), clock: clock)
        let isAnswered = Guarded(false)
        let collecting = Task {
            let result = await answer(reader)
            isAnswered.withLock { $0 = true }
            return result
        }
        collecting.cancel()
        await clock.waitForSleepers(1)
        #expect(!isAnswered.withLock { $0 })
        clock.advance(by: .seconds(2))
        #expect(await collecting.value == .failure(.canceled(by: .application)))
    }

    @Test func aMutedReaderAnswersOnlyWhenItIsDisconnected() async {
        let second = Duration.seconds(1)
        let steps = [ReaderStep(.mute, after: second), ReaderStep(.battery(50), after: second)]
        let reader = SimulatedReader(script: ReaderScript(collections: [steps]), clock: clock)
        let collecting = Task { await answer(reader) }
        await clock.advanceToNextDeadline()
        // The second step is timed when the first has been played.
        await clock.waitForSleepers(1)
        collecting.cancel()
        #expect(await answer(reader) == .failure(.busy))
        await reader.disconnect()
        #expect(await collecting.value == .failure(.disconnected(.disconnectRequested)))
    }

    @Test func aStopThatRacesWithACardHasOneAnswer() async {
        var cards = 0
        var cancels = 0
        var others: [Answer] = []
        for _ in 0..<300 {
            let reader = SimulatedReader(script: ReaderScript(collections: [[.tap(.visa)]]), clock: clock)
            let collecting = Task { await answer(reader) }
            await clock.advanceToNextDeadline()
            await clock.waitForSleepers(1)
            async let canceled: Void = collecting.cancel()
            clock.advance(by: .milliseconds(200))
            await canceled
            let result = await collecting.value
            if last4(result) == "4242" {
                cards += 1
            } else if result == .failure(.canceled(by: .application)) {
                cancels += 1
            } else {
                others.append(result)
            }
        }
        #expect(others == [])
        #expect(cards + cancels == 300)
    }

    @Test func aDisconnectAtAnyMomentEndsTheCollectionAndTheEvents() async {
        let gone = DisconnectReason.usbDisconnected
        let scripts: [String: [ReaderStep]] = [
            "before the card": [.disconnect(gone, after: .seconds(1))],
            "during the read": [.insert(.visa), .disconnect(gone, after: .milliseconds(50), duringRead: true)],
            "after the read": [.insert(.visa), .disconnect(gone, after: .milliseconds(50))],
        ]
        var wrong: [String] = []
        for (moment, steps) in scripts {
            let clock = TestClock()
            let reader = SimulatedReader(script: ReaderScript(collections: [steps]), clock: clock)
            let collecting = Task { await answer(reader) }
            await clock.advanceToNextDeadline()
            if moment == "during the read" { await clock.waitForSleepers(2) }
            let result = await clock.running { await collecting.value }
            if result != .failure(.disconnected(gone)) { wrong.append("\(moment): \(result)") }
            if await reader.events.last != .disconnected(gone) { wrong.append("\(moment): events") }
            if await answer(reader) != .failure(.disconnected(gone)) { wrong.append("\(moment): later") }
        }
        #expect(wrong == [])
    }

    @Test func anIdleReaderCanGoAway() async {
        let steps: [ReaderStep] = [.tap(.visa), .disconnect(.idlePowerDown, after: .seconds(3600))]
        let reader = SimulatedReader(script: ReaderScript(collections: [steps]), clock: clock)
        let result = await clock.running {
            let result = await answer(reader)
            _ = await reader.events.last
            return result
        }
        #expect(last4(result) == "4242")
        #expect(clock.now.sinceStart == .milliseconds(500) + .seconds(3600))
    }

    @Test func theHostsTextIsKept() async {
        let reader = SimulatedReader(clock: clock)
        await reader.show("Total 10.00 EUR")
        #expect(reader.shownText == "Total 10.00 EUR")
        await reader.show(nil)
        #expect(reader.shownText == nil)
    }

    @Test func noTextAboutAReaderShowsACardNumber() async throws {
        var script = ReaderScript.cards(SimulatedCard.all)
        script.collections.append([.insert(.visa, readable: false), ReaderStep(.garble)])
        let reader = SimulatedReader(script: script, clock: clock)
        var dumped = ""
        dump(script, to: &dumped)
        let machine = ReaderScriptMachine(script: script, device: 1, counter: 0)
        dump(machine, to: &dumped)
        dumped += "\(script) \(machine) \(String(reflecting: script)) "
        let answers = await clock.running {
            var answers: [Answer] = []
            for _ in script.collections { answers.append(await answer(reader)) }
            return answers
        }
        await reader.disconnect()
        for await event in reader.events { dump(event, to: &dumped) }
        for answer in answers { dump(answer, to: &dumped) }
        dump(reader, to: &dumped)
        dumped += "\(answers) \(reader)"
        let found = SimulatedCard.all.filter { card in
            dumped.contains(card.number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        }
        #expect(found == [])
        #expect(answers.count == SimulatedCard.all.count + 1)
    }
}

extension AsyncSequence where Element: Sendable, Failure == Never {
    fileprivate var last: Element? {
        get async {
            var last: Element?
            for await element in self { last = element }
            return last
        }
    }
}
