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
}
