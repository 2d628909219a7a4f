import SimulatedDevices
import TenderEMV
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct CCIDFaultTests {
    private static let faults = DeviceFault.Kind.allCases.filter { $0 != .loseCompletion }

    private func commands() throws -> [CommandAPDU] {
        [
            try CCIDBackToBackTests.command(0xEE, data: [1, 2, 3], expected: 256),
            try CCIDBackToBackTests.command(0xD6, data: [UInt8](repeating: 9, count: 200)),
            try CCIDBackToBackTests.command(0xB0, expected: 256),
        ]
    }

    /// Whether what a user is told agrees with what the card did.
    private func contradiction(_ result: Result<CCIDReply, CCIDError>?, executed: Int) -> String? {
        switch result {
        case .success(.answer(let answer)): executed == 1 && answer.isSuccess ? nil : "executed \(executed), \(answer)"
        case .failure(.unknownOutcome): executed <= 1 ? nil : "executed \(executed) times, unknown"
        case .failure: executed == 0 ? nil : "executed \(executed), told \(String(describing: result))"
        case nil: "not answered"
        case .success: "another answer"
        }
    }

    @Test(arguments: SimulatedCCIDModel.Kind.allCases) func everyFaultAtEveryBlock(
        _ kind: SimulatedCCIDModel.Kind
    ) throws {
        var failures: [String] = []
        for fault in Self.faults {
            for message in 1...12 {
                for refuses in [false, true] {
                    for seconds in [nil, 3600] as [Int64?] {
                        var model = SimulatedCCIDModel(kind)
                        model.refusesAbort = refuses
                        model.faults = [DeviceFault(fault, at: message, lasting: seconds.map { .seconds($0) })]
                        let name = "\(fault):\(message) \(refuses) \(seconds ?? 0)"
                        failures += try trial(model).map { "\(name): \($0)" }
                    }
                }
            }
        }
        #expect(failures == [])
    }

    private func trial(_ model: SimulatedCCIDModel) throws -> [String] {
        var bench = try CCIDBench(model)
        var failures: [String] = []
        if case .success? = bench.run(.powerOn) {} else { _ = bench.run(.powerOn) }
        for command in try commands() {
            let before = bench.device.executedCommands()
            let result = bench.run(.transmit(command))
            let executed = bench.device.executedCommands() - before
            if let wrong = contradiction(result, executed: executed) { failures.append("\(command): \(wrong)") }
            if case .failure? = result { _ = bench.run(.powerOn) }
        }
        if bench.isClosed { return bench.driverIsDead ? failures : failures + ["closed without an end"] }
        // The reader is usable again, unless the fault is still to come.
        if bench.device.pendingFaults > 0 { return failures }
        guard case .success(.card)? = bench.run(.powerOn) else { return failures + ["no card afterwards"] }
        let last = try CCIDBackToBackTests.command(0xEE, data: [5], expected: 1)
        if CCIDBackToBackTests.answer(bench.run(.transmit(last)))?.data != [5] { failures.append("not usable") }
        return failures
    }

    /// What becomes of the first command to the card when something goes wrong with it.
    @Test func faultsOnTheLevelOfCommands() throws {
        let command = try commands()[0]
        var failures: [String] = []
        func check(
            _ fault: DeviceFault, _ expected: Result<[UInt8], CCIDError>, refuses: Bool = false, executed: Int = 1,
            resets: Int = 0, halts: Int = 0
        ) throws {
            var model = SimulatedCCIDModel(.short)
            model.faults = [fault]
            model.refusesAbort = refuses
            var bench = try CCIDBench(model)
            _ = bench.run(.powerOn)
            let reply = bench.run(.transmit(command))
            let result = reply?.map { CCIDBackToBackTests.answer(.success($0))?.data ?? [] }
            let isRight =
                result == expected && bench.device.pendingFaults == 0
                && bench.device.executedCommands() == executed && bench.resets == resets && bench.halts == halts
            if !isRight { failures.append("\(fault): \(String(describing: result)) \(bench.resets) \(bench.halts)") }
        }
        let data: [UInt8] = [1, 2, 3]
        try check(.init(.stall), .success(data), halts: 1)
        try check(.init(.timeExtension), .success(data))
        try check(.init(.waitingTime), .success(data))
        try check(.init(.late), .success(data))
        try check(.init(.mute), .failure(.unknownOutcome(.timedOut)), executed: 0)
        try check(.init(.drop), .failure(.unknownOutcome(.timedOut)))
        // A reader that refuses to abort and stays busy is reset.
        try check(.init(.drop), .failure(.unknownOutcome(.timedOut)), refuses: true, resets: 1)
        try check(.init(.late, lasting: .seconds(3600)), .failure(.unknownOutcome(.timedOut)))
        try check(.init(.badChecksum), .failure(.unknownOutcome(.fault(.parity))))
        try check(.init(.garbage), .failure(.unknownOutcome(.garbled)))
        try check(.init(.unplug), .failure(.unknownOutcome(.readerRemoved)))
        // A late answer that comes while a refused abort drains is an answer.
        let timeout = try #require(try lateTimeout())
        try check(.init(.late, lasting: timeout + .milliseconds(500)), .success(data), refuses: true)
        #expect(failures == [])
    }

    private func lateTimeout() throws -> Duration? {
        var bench = try CCIDBench(SimulatedCCIDModel(.short))
        guard case .success(.card(_, let parameters))? = bench.run(.powerOn) else { return nil }
        return parameters.timeout(clock: 4000)
    }

    @Test func thePlugIsPulledAtEveryTransfer() throws {
        var failures: [String] = []
        for kind in SimulatedCCIDModel.Kind.allCases {
            for transfer in 1...60 {
                var bench = try CCIDBench(SimulatedCCIDModel(kind), unplugsAt: transfer)
                var results = [bench.run(.powerOn)]
                for command in try commands() { results.append(bench.run(.transmit(command))) }
                results.append(bench.run(.powerOff))
                results.append(bench.run(.status))
                if results.contains(nil) { failures.append("\(kind) \(transfer): not answered") }
                let isOver = bench.transfers >= transfer
                let hasEnded = bench.outputs.contains(.ended(.removed)) && bench.isClosed
                if isOver != hasEnded { failures.append("\(kind) \(transfer): over \(isOver), ended \(hasEnded)") }
            }
        }
        #expect(failures == [])
    }

    @Test(arguments: SimulatedCCIDModel.Kind.allCases) func noiseNeverRepeatsACommand(
        _ kind: SimulatedCCIDModel.Kind
    ) throws {
        var failures: [String] = []
        var unknown = 0
        var answered = 0
        for seed in 0..<150 as Range<UInt64> {
            var model = SimulatedCCIDModel(kind)
            model.refusesAbort = seed % 3 == 0
            var bench = try CCIDBench(model)
            bench.noise = (SplitMix64(seed: seed), seed % 2 == 0 ? 5 : 40)
            var isOn = false
            for _ in 0..<6 where !bench.isClosed {
                if !isOn, case .success? = bench.run(.powerOn) { isOn = true }
                for command in try commands() {
                    let before = bench.device.executedCommands()
                    let result = bench.run(.transmit(command))
                    let executed = bench.device.executedCommands() - before
                    if executed > 1 || result == nil { failures.append("\(seed): \(command) executed \(executed)") }
                    if case .failure(.unknownOutcome)? = result { unknown += 1 }
                    if case .success? = result { answered += 1 } else { isOn = false }
                    // A failure that says 'not executed' must be true, whatever the noise says.
                    if case .failure(.failed(let cause))? = result, executed > 0 {
                        // But a reader that says that it refused the command is believed.
                        if case .fault(let fault) = cause, fault.meansNotSent { continue }
                        failures.append("\(seed): \(command) executed, told \(cause)")
                    }
                }
            }
        }
        #expect(failures == [])
        #expect(unknown > 20)
        #expect(answered > 100)
    }

    @Test func whoWaitsForAChangeIsToldOnceAndKeepsNobodyFromTheSlot() throws {
        var bench = try CCIDBench(SimulatedCCIDModel(.short))
        let first = bench.ask(.change(after: .present(insertion: 0)))
        let canceled = bench.ask(.change(after: .present(insertion: 0)))
        guard case .success(.card)? = bench.run(.powerOn) else {
            Issue.record("no card")
            return
        }
        bench.cancel(canceled)
        #expect(bench.answers[canceled] == .failure(.canceled))
        #expect(bench.answers[first] == nil)
        bench.happen(.removeCard)
        #expect(bench.answers[first] == .success(.presence(.absent)))
        let second = bench.ask(.change(after: .absent))
        bench.happen(.presentCard)
        #expect(bench.answers[second] == .success(.presence(.present(insertion: 1))))
        // What is known no more is told at once.
        #expect(bench.run(.change(after: .absent)) == .success(.presence(.present(insertion: 1))))
        let last = bench.ask(.change(after: .present(insertion: 1)))
        bench.happen(.unplug)
        _ = bench.run(.status)
        #expect(bench.answers[last] == .failure(.removed))
    }

    @Test func cardsComeAndGo() throws {
        for hasInterrupt in [true, false] {
            var model = SimulatedCCIDModel(.short)
            model.hasInterrupt = hasInterrupt
            model.hasCard = false
            var bench = try CCIDBench(model)
            #expect(bench.outputs == [.presence(slot: 0, .absent), .ready])
            #expect(bench.run(.powerOn) == .failure(.noCard))
            bench.outputs = []
            bench.happen(.presentCard)
            if !hasInterrupt { bench.passTime() }
            #expect(bench.outputs == [.presence(slot: 0, .present(insertion: 1))])
            guard case .success(.card)? = bench.run(.powerOn) else {
                Issue.record("no card")
                return
            }
            bench.outputs = []
            bench.happen(.removeCard)
            bench.happen(.presentCard)
            if !hasInterrupt { bench.passTime() }
            // Out and in again is told as such, and the card is off.
            #expect(bench.outputs == [.presence(slot: 0, .absent), .presence(slot: 0, .present(insertion: 2))])
            #expect(bench.run(.transmit(try commands()[0])) == .failure(.notPowered))
            bench.happen(.removeCard)
            if !hasInterrupt { bench.passTime() }
            // A card that has left is gone, and not only off.
            #expect(bench.run(.transmit(try commands()[0])) == .failure(.noCard))
            // Nothing polls where the reader tells by itself.
            #expect(bench.passTime() != hasInterrupt)
        }
    }

    @Test func severalSlotsAtOnce() throws {
        for busy in [UInt8(1), 2, 5] {
            var model = SimulatedCCIDModel(.t1)
            model.slotCount = 5
            model.busySlots = busy
            model.faults = [DeviceFault(.late, at: 7)]
            var bench = try CCIDBench(model)
            for slot in 0..<5 { _ = bench.run(.powerOn, slot: slot) }
            let data = { (slot: Int) in [UInt8](repeating: UInt8(slot), count: 40) }
            let ids = try (0..<5).map { slot in
                bench.ask(
                    .transmit(try CCIDBackToBackTests.command(0xEE, data: data(slot), expected: 256)), slot: slot)
            }
            for id in ids { bench.settle(id) }
            let answers = ids.map { CCIDBackToBackTests.answer(bench.answers[$0])?.data }
            #expect(answers == (0..<5).map(data))
            #expect(bench.run(.status, slot: 9) == .failure(.refused("The reader has no slot 9.")))
        }
    }

    @Test func aResetForOneSlotIsToldToTheOther() throws {
        var model = SimulatedCCIDModel(.short)
        model.slotCount = 2
        model.busySlots = 2
        model.refusesAbort = true
        model.faults = [DeviceFault(.drop, at: 1), DeviceFault(.late, at: 2, lasting: .seconds(3600))]
        var bench = try CCIDBench(model)
        for slot in 0...1 { _ = bench.run(.powerOn, slot: slot) }
        let ids = try (0...1).map { bench.ask(.transmit(try commands()[0]), slot: $0) }
        for id in ids { bench.settle(id) }
        for _ in 0..<5 { bench.passTime() }
        #expect(bench.resets == 1)
        #expect(ids.allSatisfy { if case .failure(.unknownOutcome)? = bench.answers[$0] { true } else { false } })
        #expect(bench.outputs.contains(.cardReset(slot: 0)))
        #expect(bench.outputs.contains(.cardReset(slot: 1)))
        for slot in 0...1 {
            #expect(bench.run(.transmit(try commands()[0]), slot: slot) == .failure(.notPowered))
            _ = bench.run(.powerOn, slot: slot)
            #expect(CCIDBackToBackTests.answer(bench.run(.transmit(try commands()[0]), slot: slot))?.isSuccess == true)
        }
        // Cards that stayed in are not told as others, and so stay used.
        let insertions = bench.outputs.count { if case .presence(_, .present) = $0 { true } else { false } }
        #expect(insertions == 2)
    }

    @Test func cancelAbortsWhatRunsAndDropsWhatWaits() throws {
        var model = SimulatedCCIDModel(.short)
        model.faults = [DeviceFault(.drop, at: 1)]
        var bench = try CCIDBench(model)
        _ = bench.run(.powerOn)
        let running = bench.ask(.transmit(try commands()[0]))
        let waiting = bench.ask(.transmit(try commands()[1]))
        bench.cancel(waiting)
        #expect(bench.answers[waiting] == .failure(.canceled))
        bench.cancel(running)
        #expect(bench.answers[running] == .failure(.unknownOutcome(.canceled)))
        // Without a wait: the reader agreed to the abort at once.
        #expect(bench.now == .zero)
        #expect(bench.resets == 0)
    }

    @Test func escapeAndClockAreGuarded() throws {
        var bench = try CCIDBench(SimulatedCCIDModel(.short))
        guard case .failure(.refused)? = bench.run(.escape([1])) else {
            Issue.record("an escape went out")
            return
        }
        var policy = CCIDPolicy()
        policy.allowsEscape = true
        bench = try CCIDBench(SimulatedCCIDModel(.short), policy: policy)
        #expect(bench.run(.escape([1, 2])) == .success(.bytes([1, 2])))
        _ = bench.run(.powerOn)
        guard case .failure(.refused)? = bench.run(.stopClock(true)) else {
            Issue.record("the clock stopped")
            return
        }
        #expect(bench.run(.stopClock(false)) == .success(.done))
    }
}

extension CCIDBench {
    /// Whether the driver said that it is over.
    var driverIsDead: Bool {
        outputs.contains { if case .ended = $0 { true } else { false } }
    }
}
