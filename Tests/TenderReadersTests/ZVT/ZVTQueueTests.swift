import TenderReaders
import Testing

@Suite struct ZVTQueueTests {
    @Test func anAnswerBeforeTheRequestLeftIsAnothers() {
        var core = ZVTCore(ZVTConfiguration(.serial))
        _ = core.handle(.opened)
        func block(_ control: ZVTControl, _ data: [UInt8] = []) -> [UInt8] {
            ZVTBlock.encode(ZVTAPDU(control, data).bytes)
        }
        // Four messages, whose answers the terminal does not acknowledge: the request waits behind them.
        _ = core.handle(.received((1...4).flatMap { block(.intermediateStatus, [$0]) }))
        let request = ZVTRequest.authorize(amount: 1199)
        _ = core.handle(.command(.run(request)))
        _ = core.handle(.command(.recorded))
        var actions = core.handle(.received(block(.accepted)))
        actions += core.handle(.received(block(.completion)))
        #expect(actions.contains(.output(.ended(request, .unknown(.protocolViolation, nil)))))
        #expect(!actions.contains(.output(.ended(request, .completed(nil)))))
        #expect(!actions.contains(.send(ZVTBlock.encode(request.message(ZVTConfiguration(.serial)).bytes))))
    }

    /// Each sign of life begins T4 anew, and a terminal may give them without an end.
    @Test func aTerminalThatIsNeverDoneIsGivenUp() {
        let configuration = ZVTConfiguration(.stream, longest: .seconds(1000))
        var core = ZVTCore(configuration)
        let request = ZVTRequest.authorize(amount: 1199)
        var actions = core.handle(.opened) + core.handle(.command(.run(request))) + core.handle(.command(.recorded))
        actions += core.handle(.received(ZVTAPDU(.accepted).bytes))
        for _ in 0..<500 { actions += core.handle(.received(ZVTAPDU(.intermediateStatus, [0x0A]).bytes)) }
        let limits = actions.compactMap { if case .startTimer(let timer, .seconds(1000)) = $0 { timer } else { nil } }
        #expect(limits.count == 1)
        #expect(!actions.contains { limits.map { .stopTimer($0) }.contains($0) })
        let last = core.handle(.timerFired(limits.first ?? 0))
        #expect(last.contains(.output(.ended(request, .unknown(.noAnswer, nil)))))
        #expect(last.contains(.hangUp))
    }

    @Test func theLimitOfARequestEndsWithIt() {
        var core = ZVTCore(ZVTConfiguration(.stream, longest: .seconds(1000)))
        var actions = core.handle(.opened) + core.handle(.command(.run(.register)))
        actions += core.handle(.received(ZVTAPDU(.accepted).bytes)) + core.handle(.received(ZVTAPDU(.completion).bytes))
        let limits = actions.compactMap { if case .startTimer(let timer, .seconds(1000)) = $0 { timer } else { nil } }
        #expect(limits.count == 1)
        #expect(limits.allSatisfy { actions.contains(.stopTimer($0)) })
        #expect(core.handle(.timerFired(limits.first ?? 0)) == [])
    }

    /// A message after the one that ended the connection is answered by nobody, nor is one that broke off waited for.
    @Test func nothingFollowsTheEnd() {
        let end = ZVTBlock.encode(ZVTAPDU(.completion).bytes)
        let next = ZVTBlock.encode(ZVTAPDU(.intermediateStatus, [0x0A]).bytes)
        for rest in [next, Array(next.dropLast()), [ZVTBlock.notAcknowledge], end + next] {
            var core = ZVTCore(ZVTConfiguration(.serial))
            let actions = core.handle(.opened) + core.handle(.received(end + rest))
            #expect(actions.last == .hangUp)
            #expect(actions.count { $0 == .hangUp } == 1)
        }
    }
}
