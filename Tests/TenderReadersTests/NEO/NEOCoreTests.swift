import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders
import TenderTestSupport
import Testing

/// A core whose reader is played by the test, frame by frame.
private struct Bench {
    var core = NEOCore(.stream)
    var outputs: [NEOCore.Output] = []
    var sent: [NEOFrame] = []
    var timers: [Serial: Duration] = [:]
    var hasHungUp = false
    private var parser = NEOFrameParser(.leastSignificantFirst)

    init(opened: Bool = true) {
        feed(.opened)
        guard opened else { return }
        while let command = sent.popLast() { answer(command.command, .ok) }
        outputs = []
    }

    mutating func feed(_ input: ProtocolInput<NEOCore.Command>) {
        for action in core.handle(input) {
            switch action {
            case .send(let bytes):
                sent += parser.receive(bytes).compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
            case .startTimer(let timer, let duration): timers[timer] = duration
            case .stopTimer(let timer): timers[timer] = nil
            case .output(let output): outputs.append(output)
            case .hangUp: hasHungUp = true
            }
        }
    }

    mutating func answer(_ command: UInt8, _ status: NEOStatus, _ data: [UInt8] = []) {
        feed(.received(NEOFrame(answering: command, status, data).encoded(.mostSignificantFirst)))
    }

    mutating func fireTimers() {
        for timer in timers.keys.sorted() {
            timers[timer] = nil
            feed(.timerFired(timer))
        }
    }

    mutating func collect(_ id: UInt64 = 1) {
        let request = CollectRequest(amount: Amount(minorUnits: 100, currency: .usd))
        feed(.command(.collect(id, NEOTransaction(request, on: NEODate(year: 2026, month: 11, day: 21)))))
    }

    var answers: [Result<CollectedCard, ReaderError>] {
        outputs.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }
    }

    var messages: [ReaderDisplayMessage] {
        outputs.compactMap { if case .event(.displayMessage(let message)) = $0 { message } else { nil } }
    }
}

@Suite struct NEOCoreTests {
    /// A tap as a real reader encrypts it: attributes, then the objects.
    private static let tap = [
        NEODataObject(.keySerialNumber, [0x62, 0x99, 0x49, 0x01, 0x2C, 0, 0, 0, 0, 0x03]),
        NEODataObject(.track2, hex("4761CCCCCCCC0010D2412CCCCCCCCCCCCCCCCC"), .masked),
        NEODataObject(.track2, Array(1...24), .encrypted),
        NEODataObject(.cardNumber, hex("4761CCCCCCCC0010"), .masked),
        NEODataObject(.cardNumber, Array(1...8), .encrypted),
        NEODataObject(.dedicatedFileName, hex("A0000000031010")), NEODataObject(.applicationLabel, Array("VISA".utf8)),
        NEODataObject(.expiry, [0x24, 0x12, 0x31]), NEODataObject(.amount, [0, 0, 0, 0, 1, 0]),
        NEODataObject(.entryMode, [0x07]), NEODataObject(.cryptogram, Array(1...8)),
    ]

    private static func hex(_ text: String) -> [UInt8] { NEOFramingTests.bytes(text) }

    private static func data(_ objects: [NEODataObject], attributes: UInt8 = 0b1100_0001) -> [UInt8] {
        [attributes] + objects.flatMap(\.encoded)
    }

    private func replacing(_ tag: NEOTag, with objects: [NEODataObject]) -> [UInt8] {
        Self.data(Self.tap.filter { $0.tag != tag } + objects)
    }

    @Test func theTransactionIsAskedForWithAllThatTheReaderNeeds() {
        var bench = Bench()
        bench.collect()
        let data = Self.hex("78 9A03261121 9C0100 9F0206000000000100 5F2A020840 5F360102 DFEF370107")
        #expect(bench.sent == [NEOFrame(0x02, 0x40, data)])
        #expect(Array(bench.timers.values) == [.seconds(125)])
    }

    @Test func theReaderIsOpenedStepByStep() {
        var bench = Bench(opened: false)
        var asked: [NEOFrame] = []
        while let command = bench.sent.popLast() {
            asked.append(command)
            // Whatever a model does not know is passed over, but for the ping.
            bench.answer(command.command, command.command == 0x18 ? .ok : .unknownCommand)
        }
        #expect(
            asked == [
                NEOFrame(0x18, 1), NEOFrame(0x05, 1), NEOFrame(0x2C, 1, [0]), NEOFrame(0x01, 1, [1]), NEOFrame(0x29, 0),
                NEOFrame(0x12, 1),
            ])
        #expect(bench.outputs == [.ready(NEOIdentity(firmware: "", serialNumber: ""))])
    }

    @Test func whoeverDoesNotAnswerThePingIsNoReader() {
        var bench = Bench(opened: false)
        for _ in 0..<3 { bench.fireTimers() }
        #expect(bench.sent.map(\.command) == [0x18, 0x18, 0x18])
        #expect(bench.outputs == [.failed(.communication("no NEO reader answers"))])
        #expect(bench.hasHungUp)
        #expect(bench.timers.isEmpty)
    }

    @Test func aReaderThatAnswersOnlyItsPingIsUsableAndOneThatFallsSilentIsNot() {
        for isThere in [true, false] {
            var bench = Bench(opened: false)
            bench.answer(0x18, .ok)
            for _ in 0..<15 { bench.fireTimers() }
            #expect(bench.outputs.isEmpty)
            #expect(bench.sent.last?.command == 0x18)
            if isThere { bench.answer(0x18, .ok) } else { for _ in 0..<3 { bench.fireTimers() } }
            let ready = NEOCore.Output.ready(NEOIdentity(firmware: "", serialNumber: ""))
            #expect(bench.outputs == [isThere ? ready : .failed(.communication("no NEO reader answers"))])
        }
    }

    @Test func passThroughIsAskedForInTheOtherOrderAfterABadChecksum() {
        var core = NEOCore(.stream)
        var sent: [[UInt8]] = []
        func feed(_ input: ProtocolInput<NEOCore.Command>) {
            for case .send(let bytes) in core.handle(input) { sent.append(bytes) }
        }
        feed(.opened)
        for (command, status) in [(UInt8(0x18), NEOStatus.ok), (0x05, .ok), (0x2C, .badChecksum)] {
            feed(.received(NEOFrame(answering: command, status).encoded(.mostSignificantFirst)))
        }
        let off = NEOFrame(0x2C, 1, [0])
        #expect(sent.suffix(2) == [off.encoded(.leastSignificantFirst), off.encoded(.mostSignificantFirst)])
    }

    @Test func aRealReadersCiphertextPassesThroughAsItIs() throws {
        var bench = Bench()
        bench.collect()
        bench.answer(0x02, .requestOnline, Self.data(Self.tap))
        let collected = try #require(try bench.answers.first?.get())
        #expect(
            collected.payload
                == EncryptedPayload(
                    scheme: "tdes-dukpt-idtech", keySerial: "629949012c0000000003",
                    ciphertext: Hex.encode(Self.tap.flatMap(\.encoded)), tag: ""))
        let card = collected.card
        #expect(card.brand == .visa)
        #expect(card.last4 == "0010")
        #expect(card.expMonth == 12)
        #expect(card.expYear == 2024)
        #expect(card.readMethod == .contactlessEmv)
        #expect(card.receipt?.dedicatedFileName == "A0000000031010")
        let schemes = [UInt8(0b1100_0011), 0b1100_0101].map { attributes in
            var bench = Bench()
            bench.collect()
            bench.answer(0x02, .ok, Self.data(Self.tap, attributes: attributes))
            return try? bench.answers.first?.get().payload.scheme
        }
        #expect(schemes == ["aes-dukpt-idtech", "dukpt-idtech"])
    }

    @Test func cardDataInTheClearIsRefused() {
        let results = [
            replacing(.cardNumber, with: [NEODataObject(.cardNumber, Self.hex("4761739001010010"))]),
            replacing(.track2, with: [NEODataObject(.track2, Self.hex("4761739001010010D2412201"))]),
            // Called masked, and nothing is.
            replacing(.cardNumber, with: [NEODataObject(.cardNumber, Self.hex("4761739001010010"), .masked)]),
            replacing(.track2, with: [NEODataObject(.track2, Self.hex("4761739001010010D2412CCC"), .masked)]),
            replacing(.track2, with: [NEODataObject(NEOTag(rawValue: 0x9F6B), Self.hex("4761739001010010D2412201"))]),
            Self.data([NEODataObject(.swipe, [0x00, 0x3F, 0, 37, 0] + Self.clearTrack)]),
        ]
        let clear = ReaderError.failed(
            .missingKeys, "the reader sends card data in the clear: its encryption key is not loaded")
        #expect(outcomes(results) == Array(repeating: clear, count: results.count))
    }

    private static let clearTrack = Array(";4761739001010010=24122010000000000000?".utf8.prefix(37))

    @Test func aSwipeComesWithItsOwnKeySerialNumber() throws {
        let masked = Array(";4761********0010=24122*************?".utf8)
        let ksn = Self.hex("62994901600000000011")
        let head: [UInt8] = [0x80, 0x3F, 0, UInt8(masked.count), 0, 0x12, 0x82]
        let block = head + masked + Array(1...48) + ksn
        let framed = [0x02, UInt8(block.count), 0] + block + [block.reduce(0, ^), block.reduce(0, &+), 0x03]
        for value in [block, framed] {
            var bench = Bench()
            bench.collect()
            let objects = [NEODataObject(.swipe, value), NEODataObject(.entryMode, [0x90])]
            bench.answer(0x02, .ok, Self.data(objects, attributes: 0b1100_1010))
            let collected = try #require(try bench.answers.first?.get())
            let payload = EncryptedPayload(
                scheme: "aes-dukpt-idtech-msr", keySerial: "62994901600000000011", ciphertext: Hex.encode(1...48),
                tag: "")
            #expect(collected.payload == payload)
            let card = collected.card
            #expect(card.last4 == "0010")
            #expect(card.brand == .visa)
            #expect(card.readMethod == .magneticStripeTrack2)
            #expect(card.expMonth == 12)
            #expect(card.expYear == 2024)
        }
    }

    @Test func aResultWithoutCiphertextOrKeySerialNumberIsRefused() {
        let results = [
            replacing(.keySerialNumber, with: []),
            replacing(.keySerialNumber, with: [NEODataObject(.keySerialNumber, [])]),
            Self.data(Self.tap.filter { $0.marking != .encrypted }),
            Self.data(Self.tap + [NEODataObject(.simulatedScheme, Array("scheme".utf8))]),
        ]
        let missing = ReaderError.refused("the reader sent no encrypted card data")
        #expect(outcomes(results) == Array(repeating: missing, count: results.count))
        let nonsense = ReaderError.communication("the reader's result makes no sense")
        #expect(
            outcomes([[], [0, 0x5A, 0x10], Self.data([NEODataObject(.swipe, [1, 2])])]) == [
                nonsense, nonsense, nonsense,
            ])
    }

    private func outcomes(_ results: [[UInt8]]) -> [ReaderError?] {
        results.map { data in
            var bench = Bench()
            bench.collect()
            bench.answer(0x02, .requestOnline, data)
            guard case .failure(let error) = bench.answers.first else { return nil }
            return error
        }
    }

    @Test func theResultOfAnEarlierTransactionPaysForNothing() {
        var bench = Bench()
        bench.collect()
        bench.answer(0x02, .requestOnline, replacing(.amount, with: [NEODataObject(.amount, [0, 0, 0, 0, 9, 0])]))
        #expect(bench.answers.isEmpty)
        bench.answer(0x02, .requestOnline, Self.data(Self.tap))
        #expect(bench.answers.count == 1)
        // And after the cancel, too.
        bench.collect(2)
        bench.feed(.command(.stop(2)))
        bench.answer(0x02, .requestOnline, replacing(.amount, with: [NEODataObject(.amount, [0, 0, 0, 0, 9, 0])]))
        bench.answer(0x05, .ok)
        bench.fireTimers()
        #expect(bench.answers.last == .failure(.canceled(by: .application)))
    }

    @Test func aResultThatComesBeforeOrAfterTheAnswerOfTheCancelIsReturned() {
        for resultIsFirst in [true, false] {
            var bench = Bench()
            bench.collect()
            bench.feed(.command(.stop(1)))
            if resultIsFirst { bench.answer(0x02, .requestOnline, Self.data(Self.tap)) }
            #expect(bench.answers.isEmpty)
            bench.answer(0x05, .ok)
            if !resultIsFirst { bench.answer(0x02, .requestOnline, Self.data(Self.tap)) }
            #expect((try? bench.answers.first?.get().card.last4) == "0010")
            #expect(bench.timers.isEmpty)
        }
    }

    @Test func failuresLeadToWhatTheyCallFor() {
        // Code, the answer when it stays so, what the customer is told first, and how often the card is asked for.
        let table: [(UInt8, ReaderError, ReaderDisplayMessage?, Int)] = [
            (0x02, .refused("the card must be inserted"), .insertOrSwipeCard, 2),
            (0x22, .refused("the amount is too large for contactless"), .insertOrSwipeCard, 2),
            (0x21, .refused("there is more than one card"), .multipleContactlessCardsDetected, 3),
            (0x24, .refused("the card left too early"), .cardRemovedTooEarly, 3),
            (0x30, .refused("the card left too early"), .cardRemovedTooEarly, 3),
            (0x20, .refused("the card refused with 6985"), nil, 1),
            (0x25, .refused("the reader does not take cards of this kind"), nil, 1),
            (0x26, .refused("the card has expired"), nil, 1),
            (0x27, .cardNotRead(.notSupported), nil, 1),
            (0x77, .refused("the transaction failed in the reader with error 119 in state 5"), nil, 1),
        ]
        for (code, error, message, count) in table {
            for isBare in [false, true] {
                var bench = Bench()
                bench.collect()
                for _ in 0..<4 {
                    let failure = NEOFailure(code: code, statusWord: 0x6985, state: 5)
                    bench.answer(0x02, .failed, isBare ? [code, 0x69, 0x85, 5] : failure.data)
                }
                #expect(bench.answers == [.failure(error)])
                #expect(bench.messages.first == message)
                #expect(bench.sent.count == count)
            }
        }
    }

    @Test func aContactlessRefusalAsksForTheOtherWaysOnly() {
        var bench = Bench()
        bench.collect()
        bench.answer(0x02, .failed, NEOFailure(code: 0x02).data)
        #expect(bench.outputs.last == .event(.inputOptions([.insertCard, .swipeCard])))
        #expect(bench.sent.last?.data.suffix(5) == [0xDF, 0xEF, 0x37, 0x01, 0x05])
    }

    @Test func everyStatusHasAnAnswer() {
        var answers: [UInt8: ReaderError] = [:]
        for code in UInt8.min...UInt8.max {
            var bench = Bench()
            bench.collect()
            bench.answer(0x02, NEOStatus(rawValue: code))
            for _ in 0..<3 { bench.answer(0x02, NEOStatus(rawValue: code)) }
            if case .failure(let error) = bench.answers.first { answers[code] = error }
        }
        #expect(answers.count == 255)
        #expect(answers[0x0E] == nil)
        #expect(answers[0x04] == .communication("the reader does not understand"))
        #expect(answers[0x08] == .timedOut)
        #expect(answers[0x0B] == .refused("the reader does not allow the command now"))
    }

    @Test func whatTheReaderShowsIsToldAndTheRestPassedOver() {
        var bench = Bench()
        bench.collect()
        for data: [UInt8] in [[1], [3, 8], [1, 0x11, 2, 0x11, 3, 9], [3, 10], [3], [], [3, 1, 3]] {
            bench.answer(0x02, .userInterfaceEvent, data)
        }
        #expect(bench.messages == [.insertOrSwipeCard, .retryCard, .multipleContactlessCardsDetected])
        bench.answer(0x62, .ok)
        bench.feed(.received([0x45, 0x00, 0x55, 1, 2, 3]))
        #expect(bench.answers.isEmpty)
    }

    @Test func whatComesUnaskedIsPassedOver() {
        var bench = Bench()
        bench.answer(0x02, .requestOnline, Self.data(Self.tap))
        bench.answer(0x02, .userInterfaceEvent, [3, 8])
        bench.feed(.timerFired(1))
        bench.feed(.command(.stop(1)))
        #expect(bench.outputs.isEmpty)
        #expect(bench.sent.isEmpty)
    }

    @Test func aSilentReaderIsAskedToStopAndIsIdleThen() {
        var bench = Bench()
        bench.collect()
        bench.fireTimers()
        #expect(bench.sent.last == NEOFrame(0x05, 0x01))
        bench.answer(0x05, .ok)
        bench.fireTimers()
        #expect(bench.answers == [.failure(.timedOut)])
        bench.collect(2)
        #expect(bench.sent.last?.command == 0x02)
    }

    @Test func damageAsksForTheCardAgainButNotForEver() {
        var bench = Bench()
        bench.collect()
        var damaged = NEOFrame(answering: 0x02, .requestOnline, Self.data(Self.tap)).encoded(.mostSignificantFirst)
        damaged[20] ^= 1
        for _ in 0..<3 {
            bench.feed(.received(damaged))
            bench.answer(0x05, .ok)
            bench.fireTimers()
        }
        #expect(bench.messages == [.retryCard, .retryCard])
        #expect(bench.answers == [.failure(.communication("the reader's answers arrive damaged"))])
        #expect(bench.sent.map(\.command) == [2, 5, 2, 5, 2, 5])
    }

    @Test func aPauseWithinAFrameEndsIt() {
        var bench = Bench()
        bench.collect()
        let bytes = NEOFrame(answering: 0x02, .timedOut).encoded(.mostSignificantFirst)
        bench.feed(.received(Array(bytes.prefix(12))))
        #expect(bench.timers.values.contains(.milliseconds(200)))
        let gap = bench.timers.first { $0.value == .milliseconds(200) }?.key ?? 0
        bench.feed(.timerFired(gap))
        #expect(bench.sent.last == NEOFrame(0x05, 0x01))
    }
}
