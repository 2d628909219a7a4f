import TenderBytes
import TenderEMV
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct CCIDMachineTests {
    private static let short: UInt32 = 0x2_0040 | 0x08
    private static var read: CCIDRequest {
        // A constant that is a command.
        CommandAPDU(cla: 0, ins: 0xB0, p1: 0, p2: 0, expectedCount: 4).map { .transmit($0) } ?? .status
    }

    private func ready(_ interface: USBInterface = ccidInterface(features: Self.short)) throws -> CCIDTestReader {
        var reader = try CCIDTestReader(interface)
        reader.start()
        let id = reader.powerOn()
        guard case .success(.card)? = reader.answers[id] else { throw CCIDError.noCard }
        return reader
    }

    private let good: [UInt8] = [1, 2, 3, 4, 0x90, 0]
    private let done = Result<CCIDReply, CCIDError>.success(
        .answer(ResponseAPDU(data: [1, 2, 3, 4], statusWord: 0x9000)))

    /// Bytes without a meaning are no card; one small thing that is wrong with a real card's answer is let pass.
    @Test func anAnswerToResetThatMakesNoSenseIsRefused() throws {
        func isTaken(_ atr: [UInt8]) throws -> Bool {
            var reader = try CCIDTestReader(ccidInterface(features: Self.short))
            reader.start()
            let id = reader.powerOn(atr)
            if case .success(.card)? = reader.answers[id] { return true }
            return false
        }
        var random = SplitMix64(seed: 17)
        var taken: [[UInt8]] = []
        for _ in 0..<2000 {
            let atr = (0..<20).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if atr[0] != 0x3B, atr[0] != 0x3F, try isTaken(atr) { taken.append(atr) }
        }
        #expect(taken == [])
        let broken: [[UInt8]] = [[0x3B, 0x65, 0], [0x3B, 0x80, 0x01, 0x82, 0xFF], [0x3C, 0x00]]
        #expect(try broken.filter { try isTaken($0) } == [])
        let lenient: [[UInt8]] = [[0x3B, 0x60, 0, 0], [0x3B, 0x60, 0, 0, 0xFF], [0x3B, 0x80, 0x01, 0x82]]
        #expect(try lenient.filter { try !isTaken($0) } == [])
    }

    @Test func answersOfOthersArePassedOver() throws {
        var reader = try ready()
        let id = reader.ask(Self.read)
        let message = reader.next()
        for (slot, sequence, kind) in [(1, message[6], 0x80), (0, message[6] &+ 1, 0x80), (0, message[6], 0x81)]
            as [(UInt8, UInt8, UInt8)]
        {
            reader.receive([kind, 0, 0, 0, 0, slot, sequence, 0, 0, 0])
        }
        #expect(reader.answers[id] == nil)
        #expect(reader.others == [])
        reader.answer(message, good)
        #expect(reader.answers[id] == done)
    }

    @Test func tooManyAnswersOfOthersEndInAnAbort() throws {
        var reader = try ready()
        let id = reader.ask(Self.read)
        let message = reader.next()
        for _ in 0..<11 { reader.receive([0x80, 0, 0, 0, 0, 0, message[6] &+ 1, 0, 0, 0]) }
        let value = UInt16(message[6]) << 8
        #expect(reader.others == [.control(request: 1, value: value, byteCount: 0, timeout: .seconds(3))])
        reader.feed(.controlled(.success([])))
        #expect(reader.next() == [0x72, 0, 0, 0, 0, 0, message[6], 0, 0, 0])
        reader.receive([0x81, 0, 0, 0, 0, 0, message[6], 0, 0, 0])
        #expect(reader.answers[id] == .failure(.unknownOutcome(.garbled)))
        // The card is looked at before anything else happens.
        #expect(reader.next().first == 0x65)
    }

    @Test func moreTimeIsGivenButNotForever() throws {
        var reader = try ready()
        let usual = try #require(
            reader.machine.handle(.request(77, slot: 0, Self.read)).compactMap { action in
                if case .startTimer(_, let duration) = action { duration } else { nil }
            }.first)
        reader = try ready()
        let id = reader.ask(Self.read)
        let message = reader.next()
        reader.answer(message, status: 0x80, error: 3)
        #expect(reader.timers.map(\.duration) == [usual * 3, .seconds(1200)])
        var count = 1
        while reader.others.isEmpty, count < 1000 {
            reader.answer(message, status: 0x80, error: 1)
            count += 1
        }
        #expect(count == 251)
        #expect(reader.answers[id] == nil)
        reader.feed(.controlled(.failure(.stalled)))
        // For a second what comes is dropped; an answer would still count.
        reader.expire()
        #expect(reader.answers[id] == .failure(.unknownOutcome(.endlessExtensions)))
    }

    @Test func longExtensionsAreBoundedInAll() throws {
        var reader = try ready()
        let id = reader.ask(Self.read)
        let message = reader.next()
        for _ in 0..<100 { reader.answer(message, status: 0x80, error: 1) }
        let limits = reader.timers.filter { $0.duration == .seconds(1200) }
        let limit = try #require(limits.first)
        #expect(limits.count == 1)
        #expect(reader.timers.count == 2)
        reader.timers.removeAll { $0.timer == limit.timer }
        reader.feed(.timerFired(limit.timer))
        #expect(reader.timers.isEmpty)
        #expect(reader.answers[id] == nil)
        reader.feed(.controlled(.failure(.stalled)))
        reader.expire()
        #expect(reader.answers[id] == .failure(.unknownOutcome(.endlessExtensions)))
    }

    @Test func anAnswerEndsTheLimitOfItsExtensions() throws {
        var reader = try ready()
        let id = reader.ask(Self.read)
        let message = reader.next()
        reader.answer(message, status: 0x80, error: 2)
        reader.answer(message, good)
        #expect(reader.answers[id] == done)
        #expect(reader.timers.isEmpty)
    }

    @Test func theLadderEndsInAReconnect() throws {
        var reader = try ready()
        let id = reader.ask(Self.read)
        _ = reader.next()
        reader.expire()
        reader.feed(.controlled(.success([])))
        #expect(reader.next().first == 0x72)
        // The reader agreed to abort, and does not.
        reader.expire()
        #expect(reader.answers[id] == .failure(.unknownOutcome(.readerReset)))
        #expect(reader.others.last == .reset)
        #expect(reader.outputs.contains(.cardReset(slot: 0)))
        reader.isReading = false
        reader.feed(.wasReset(.success(NoData())))
        #expect(reader.next().first == 0x65)
        reader.expire()
        #expect(reader.others.last == .reset)
        reader.feed(.wasReset(.success(NoData())))
        let waiting = reader.ask(.status)
        _ = reader.next()
        reader.expire()
        #expect(reader.others.last == .close)
        #expect(reader.outputs.last == .ended(.dead))
        #expect(reader.answers[waiting] == .failure(.dead))
        let late = reader.ask(.status)
        #expect(reader.answers[late] == .failure(.dead))
    }

    @Test func messagesComeInPieces() throws {
        var reader = try ready()
        let id = reader.ask(Self.read)
        let message = reader.next()
        let answer: [UInt8] = [0x80, 6, 0, 0, 0, 0, message[6], 0, 0, 0] + good
        reader.receive([])
        reader.receive([UInt8](answer.prefix(12)))
        reader.receive([])
        reader.receive([UInt8](answer.dropFirst(12)))
        #expect(reader.answers[id] == done)
    }

    @Test func messagesThatLieAboutTheirSizeEndInAnAbort() throws {
        for lie in [
            [0x80, 6, 0, 0], [0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0], [0x80, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2],
        ]
            as [[UInt8]]
        {
            var reader = try ready()
            _ = reader.ask(Self.read)
            _ = reader.next()
            reader.receive(lie)
            #expect(reader.others.count == 1)
        }
    }

    @Test func aStalledMessageIsSentOnceMore() throws {
        var machine = try CCIDMachine(ccidInterface(features: Self.short))
        func out(_ actions: [CCIDAction]) -> [UInt8]? {
            actions.compactMap { if case .bulkOut(let bytes, _) = $0 { bytes } else { nil } }.first
        }
        let first = out(machine.handle(.opened))
        #expect(machine.handle(.sent(.failure(.stalled))) == [.clearHalt(.bulkOut)])
        #expect(out(machine.handle(.cleared(.bulkOut, .success(NoData())))) == first)
        #expect(machine.handle(.sent(.failure(.stalled))).contains(.reset))
    }

    @Test func voltagesAreTriedInTheirOrder() throws {
        var reader = try CCIDTestReader(ccidInterface(features: 0x2_0040, voltages: 0b110))
        reader.start()
        let id = reader.ask(.powerOn)
        var tried: [UInt8] = []
        while reader.answers[id] == nil {
            let message = reader.next()
            tried.append(message[7])
            reader.answer(message, status: 0x41, error: 0xFE)
        }
        #expect(tried == [2, 3])
        #expect(reader.answers[id] == .failure(.cardMute))
    }

    @Test func aReaderThatInsistsOnEMVIsToldOnce() throws {
        let interface = ccidInterface(features: Self.short, vendorID: 0x08E6, productID: 0x4433)
        var reader = try CCIDTestReader(interface)
        reader.start()
        let id = reader.ask(.powerOn)
        reader.answer(reader.next(), status: 0x41, error: 0xBB)
        let escape = reader.next()
        #expect(escape.first == 0x6B)
        #expect(escape.suffix(2) == [0x1F, 0x01])
        reader.answer(escape)
        reader.answer(reader.next(), status: 0x41, error: 0xBB)
        #expect(reader.answers[id] == .failure(.failed(.fault(CCIDFault(rawValue: 0xBB)))))
    }

    @Test func aCardThatRefusesASpeedIsUsedAsItIs() throws {
        var reader = try CCIDTestReader(ccidInterface(features: 0x1_0008, protocols: 1))
        reader.start()
        let id = reader.ask(.powerOn)
        reader.answer(reader.next(), [0x3B, 0x10, 0x94])
        #expect(reader.next().suffix(4) == [0xFF, 0x10, 0x94, 0x7B])
        reader.receive([0x80, 0, 0, 0, 0, 0, 2, 0x40, 0xFE, 0])
        reader.answer(reader.next(), [0x3B, 0x10, 0x94])
        let parameters = reader.next()
        #expect(parameters.first == 0x61)
        #expect(parameters.dropFirst(10).first == 0x11)
        reader.answer(parameters, [UInt8](parameters[10...]))
        guard case .success(.card(_, let card))? = reader.answers[id] else {
            Issue.record("no card")
            return
        }
        #expect(card.speed == 0x11)
    }

    @Test func interruptsAreHintsAndPollingIsTheirSubstitute() throws {
        var reader = try CCIDTestReader(ccidInterface(features: Self.short, slots: 5, hasInterrupt: true))
        reader.start(status: 2)
        #expect(reader.timers.isEmpty)
        reader.feed(.interrupted(.success([0x50, 0x00, 0x03])))
        let message = reader.next()
        #expect(message.prefix(6) == [0x65, 0, 0, 0, 0, 4])
        #expect(reader.sent.isEmpty)
        reader.answer(message, status: 1)
        #expect(reader.outputs.last == .presence(slot: 4, .present(insertion: 1)))
        reader.feed(.interrupted(.success([0x51, 4, 9, 1])))
        #expect(reader.outputs.last == .hardwareError(slot: 4, code: 1))
        reader.feed(.interrupted(.failure(.failed("broken"))))
        #expect(reader.timers.count == 1)
    }

    @Test func whatIsRunningHasAnUnknownFateWhenTheReaderGoes() throws {
        var reader = try ready()
        let running = reader.ask(Self.read)
        let waiting = reader.ask(Self.read)
        reader.feed(.received(.failure(.disconnected)))
        #expect(reader.answers[running] == .failure(.unknownOutcome(.readerRemoved)))
        #expect(reader.answers[waiting] == .failure(.removed))
        #expect(reader.outputs.last == .ended(.removed))
        #expect(reader.others == [.close])
    }

    @Test func refusalsOfTheReaderAreNoUnknowns() throws {
        let vectors: [(UInt8, UInt8, CCIDError)] = [
            (0x40, 0xE0, .failed(.fault(.slotBusy))), (0x40, 0x05, .failed(.fault(CCIDFault(rawValue: 5)))),
            (0x40, 0xFE, .unknownOutcome(.cardMute)), (0x42, 0xFE, .unknownOutcome(.cardRemoved)),
            (0x40, 0xFB, .unknownOutcome(.fault(CCIDFault(rawValue: 0xFB)))),
        ]
        var failures: [String] = []
        for (status, error, expected) in vectors {
            var reader = try ready()
            let id = reader.ask(Self.read)
            reader.answer(reader.next(), status: status, error: error)
            if reader.answers[id] != .failure(expected) { failures.append("\(error): \(reader.answers)") }
        }
        #expect(failures == [])
    }

    @Test func aReaderThatReportsWithoutAnEndKeepsNobodyFromTheirTurn() throws {
        var reader = try ready()
        reader.feed(.interrupted(.success([0x50, 0x03])))
        let status = reader.next()
        #expect(status.first == 0x65)
        _ = reader.ask(Self.read)
        reader.feed(.interrupted(.success([0x50, 0x03])))
        reader.answer(status)
        #expect(reader.next().first == 0x6F)
    }

    @Test func usersDoNotKeepAReportFromItsTurn() throws {
        var reader = try ready()
        reader.feed(.interrupted(.success([0x50, 0x03])))
        reader.answer(reader.next())
        for _ in 0..<3 { _ = reader.ask(Self.read) }
        let message = reader.next()
        reader.feed(.interrupted(.success([0x50, 0x03])))
        reader.answer(message, good)
        let status = reader.next()
        #expect(status.first == 0x65)
        reader.answer(status)
        #expect(reader.next().first == 0x6F)
    }

    @Test func afterAResetTheSlotIsLookedAtBeforeUsersHaveTheirTurn() throws {
        var reader = try ready()
        reader.feed(.interrupted(.success([0x50, 0x03])))
        #expect(reader.next().first == 0x65)
        _ = reader.ask(Self.read)
        while reader.others.last != .reset, !reader.timers.isEmpty {
            reader.expire()
            if case .control = reader.others.last { reader.feed(.controlled(.success([]))) }
        }
        reader.sent = []
        reader.isReading = false
        reader.feed(.wasReset(.success(NoData())))
        #expect(reader.next().first == 0x65)
    }

    @Test func aCardThatIsNotReadyTakesNoCommands() throws {
        var reader = try CCIDTestReader(ccidInterface(features: 0x2_0088))
        reader.start()
        let id = reader.ask(.powerOn)
        reader.answer(reader.next(), [0x3B, 0x60, 0, 0])
        reader.answer(reader.next(), status: 0x40, error: 0xFB)
        #expect(reader.answers[id] == .failure(.failed(.fault(CCIDFault(rawValue: 0xFB)))))
        let command = reader.ask(Self.read)
        #expect(reader.answers[command] == .failure(.notPowered))
    }

    @Test func sequenceNumbersWrap() throws {
        var reader = try ready()
        for _ in 0..<600 {
            let id = reader.ask(Self.read)
            reader.answer(reader.next(), good)
            if reader.answers[id] != done {
                Issue.record("\(reader.answers)")
                return
            }
        }
    }

    @Test func anyInputInAnyOrderIsSurvivedAndEveryRequestAnsweredOnce() throws {
        var failures: [String] = []
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let features = random.pick([Self.short, 0x4_0008, 0x1_0008, 0x1_0440, 0x1_0088] as [UInt32])
            let interface = ccidInterface(
                features: features, maximumMessage: 80, slots: random.pick([1, 3]), busySlots: 2, pin: 3,
                hasInterrupt: random.chance(50))
            var machine = try CCIDMachine(interface)
            var asked: Set<Int> = []
            var answered: [Int] = []
            var lastOut: [UInt8] = []
            var timers: [Int] = []
            func look(_ actions: [CCIDAction]) {
                for action in actions {
                    switch action {
                    case .output(.answer(let id, _)): answered.append(id)
                    case .bulkOut(let bytes, _): lastOut = bytes
                    case .startTimer(let timer, _): timers.append(timer)
                    default: break
                    }
                }
                if actions.count > 100 { failures.append("\(seed): \(actions.count) actions at once") }
            }
            look(machine.handle(.opened))
            for id in 1...300 {
                var input = Self.input(&random, id, lastOut)
                if case .timerFired = input, let timer = timers.last { input = .timerFired(timer) }
                if case .request(let id, _, _) = input { asked.insert(id) }
                look(machine.handle(input))
            }
            look(machine.handle(.closed))
            if answered.count != asked.count || Set(answered) != asked { failures.append("\(seed): answers") }
        }
        #expect(failures == [])
    }

    private static func input(_ random: inout SplitMix64, _ id: Int, _ lastOut: [UInt8]) -> CCIDInput {
        let slot = random.pick([0, 0, 1, 2, 300])
        let error = random.pick([.stalled, .timedOut, .overflow, .failed("x"), .disconnected] as [TransportError])
        let isBad = random.chance(3)
        switch random.next() % 12 {
        case 0: return .request(id, slot: slot, .powerOn)
        case 1: return .request(id, slot: slot, random.pick([.status, .powerOff, .escape([1]), .stopClock(true)]))
        case 2: return .request(id, slot: slot, Self.read)
        case 3: return .sent(isBad ? .failure(error) : .success(NoData()))
        case 4:
            return .interrupted(isBad ? .failure(error) : .success([0x50, UInt8(truncatingIfNeeded: random.next())]))
        case 5: return .controlled(isBad ? .failure(error) : .success([]))
        case 6: return random.chance(20) ? .cleared(.bulkIn, .success(NoData())) : .wasReset(.success(NoData()))
        case 7 where random.chance(30): return .timerFired(0)
        case 8 where random.chance(20): return .cancel(id - 1)
        default:
            if isBad { return .received(.failure(error)) }
            return .received(.success(Self.message(&random, lastOut)))
        }
    }

    /// Mostly an answer that fits, with whatever in it.
    private static func message(_ random: inout SplitMix64, _ lastOut: [UInt8]) -> [UInt8] {
        guard lastOut.count >= 10, !random.chance(10), let command = CCIDCode.Command(rawValue: lastOut[0]) else {
            return (0..<Int(random.next() % 30)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
        let data: [UInt8] = random.pick([
            [], [0x3B, 0x80, 0x01, 0x81], [0x3B, 0x60, 0, 0], [0x90, 0], [UInt8](lastOut[10...]), [0x61, 0x10],
            [0, 0, 2, 0x90, 0, 0x92], [0, 0xE1, 1, 0xFE, 0x1E], [0, 0xC3, 1, 2, 0xC0], [0, 0xE0, 0, 0xE0],
            [0, 0x81, 0, 0x81], [0, 0x90, 0, 0x90], [0, 0xC1, 1, 5, 0xC5], [0, 0xC2, 0, 0xC2],
        ])
        let status = random.pick([0, 0, 0, 0, 1, 2, 0x40, 0x41, 0x42, 0x80] as [UInt8])
        let fault = random.pick([0, 1, 7, 0xE0, 0xFE, 0xFD, 0xFF, 0xEF] as [UInt8])
        let chain = random.pick([0, 0, 1, 2, 3, 0x10] as [UInt8])
        return [command.answer.rawValue, UInt8(data.count), 0, 0, 0, lastOut[5], lastOut[6], status, fault, chain]
            + data
    }
}
