import SimulatedCard
import SimulatedDevices
import TenderFlow
import TenderModel
import TenderReaders
import TenderTestSupport
import Testing

/// The till's core against the simulated terminal: every operation, every fault at every message.
@Suite struct ZVTBackToBackTests {
    /// What the ledger must say when a request ended so.
    ///
    /// - Returns: why it is wrong; nil when it is right.
    static func fault(_ end: ZVTEnd, of amount: Int64, in bench: ZVTBench) -> String? {
        let moved = bench.model.entries.map(\.moved).reduce(0, +)
        let sales = bench.model.taken.filter { $0 == .authorization }.count
        if sales > 1 || moved > amount { return "charged twice: \(bench.model.entries)" }
        switch end {
        case .completed(let status?) where status.result == .success:
            return moved == amount && status.amount == amount ? nil : "told approved: \(bench.model.entries)"
        case .unknown(_, let status?) where status.result == .success:
            return moved == amount && status.amount == amount ? nil : "told approved: \(bench.model.entries)"
        case .aborted(_, nil), .refused, .notSent, .busy: return moved == 0 ? nil : "told not charged, \(end)"
        case .aborted(_, let status?):
            return status.result != .success && moved == 0 ? nil : "told declined after an approval"
        case .completed, .unknown: return nil
        }
    }

    @Test(arguments: ZVTLink.Framing.allCases) func everyOperationWorks(_ framing: ZVTLink.Framing) {
        var bench = ZVTBench(framing)
        func receipt(_ end: ZVTEnd) -> Int? {
            guard case .completed(let status?) = end, status.result == .success else { return nil }
            return status.receipt
        }
        guard case .completed(let registered) = bench.run(.register) else {
            Issue.record("not registered")
            return
        }
        #expect(registered?.terminalID == "52500001")
        #expect(receipt(bench.run(.repeatReceipt)) == 41)
        #expect(receipt(bench.run(.authorize(amount: 1199))) == 42)
        #expect(receipt(bench.run(.repeatReceipt)) == 42)
        #expect(receipt(bench.run(.preauthorize(amount: 5000))) == 43)
        #expect(receipt(bench.run(.book(amount: 4000, receipt: 43))) == 44)
        #expect(receipt(bench.run(.preauthorize(amount: 700))) == 45)
        #expect(receipt(bench.run(.cancelPreauthorization(receipt: 45))) == 46)
        #expect(receipt(bench.run(.refund(amount: 300))) == 47)
        #expect(receipt(bench.run(.reverse(receipt: 42))) == 48)
        #expect(bench.model.entries.map(\.moved) == [0, 4000, 0, -300])
        #expect(bench.run(.reverse(receipt: 42)).isAborted(0xB4))
        #expect(bench.run(.status) == .completed(Self.healthy))
        #expect(bench.run(.diagnose) == .completed(nil))
        #expect(bench.run(.endOfDay) == .completed(nil))
        #expect(bench.model.batch == 2)
        #expect(bench.run(.reverse(receipt: 44)).isAborted(0xB5), "another batch")
        #expect(bench.outputs.contains(.display(.insertCard)))
        #expect(bench.outputs.contains(.progress(ZVTProgress(0x04))))
        let receipts = bench.outputs.compactMap { if case .receipt(let receipt) = $0 { receipt.lines } else { nil } }
        #expect(receipts.count == 9)
        #expect(receipts.allSatisfy { $0.count == 3 && $0[0] == "*** SIMULATED ***" })
        #expect(receipts[1] == ["*** SIMULATED ***", "Beleg 42", "Gebühr 1199"])
    }

    private static let healthy: ZVTStatus = {
        var status = ZVTStatus()
        status.result = .success
        return status
    }()

    @Test(arguments: ZVTLink.Framing.allCases) func aRestartEndsTheConnectionAndNothingElse(_ framing: ZVTLink.Framing)
    {
        var bench = ZVTBench(framing)
        _ = bench.run(.register)
        _ = bench.run(.authorize(amount: 1199))
        #expect(bench.run(.reset) == .completed(nil))
        #expect(bench.outputs.contains(.lost(.disconnected)), "the till closed the line, not the terminal")
        #expect(bench.run(.status) == .notSent)
        #expect(bench.model.entries.map(\.moved) == [1199])
    }

    @Test func aTerminalThatRestartsServesNobodyWhoComesBeforeItGoesDown() {
        var bench = ZVTBench(.stream)
        _ = bench.run(.register)
        bench.settle()
        bench.send(.run(.reset))
        _ = bench.step()
        bench.cut()
        bench.connect()
        let busy = ZVTEnd.refused(ZVTResult(0xA0))
        #expect(bench.run(.register) == busy)
        bench.settle()
        #expect(!bench.isConnected)
        bench.connect()
        #expect(bench.run(.register) != busy)
    }

    @Test func aTerminalThatKeepsTheLineOpenIsLeftAfterAWhile() {
        var core = ZVTCore(ZVTConfiguration(.stream, restart: .seconds(7)))
        _ = core.handle(.opened)
        _ = core.handle(.command(.run(.reset)))
        let accepted = core.handle(.received(ZVTAPDU(.accepted).bytes))
        let timers = accepted.compactMap {
            if case .startTimer(let timer, let time) = $0, time == .seconds(7) { timer } else { nil }
        }
        #expect(timers.count == 1)
        let left = core.handle(.timerFired(timers.first ?? 0))
        #expect(left.contains { if case .output(.ended(.reset, .completed(nil))) = $0 { true } else { false } })
        #expect(left.contains { if case .hangUp = $0 { true } else { false } })
    }

    @Test(arguments: ZVTLink.Framing.allCases) func aDeclineHasItsCode(_ framing: ZVTLink.Framing) throws {
        var bench = ZVTBench(framing)
        bench.model.card = try SimulatedCard.named("chargeDeclined")
        _ = bench.run(.register)
        let end = bench.run(.authorize(amount: 1000))
        #expect(end.isAborted(0x05))
        #expect(Self.fault(end, of: 1000, in: bench) == nil)
        #expect(bench.model.entries.isEmpty)
    }

    @Test(arguments: ZVTLink.Framing.allCases) func nothingLeavesWithoutItsRecord(_ framing: ZVTLink.Framing) {
        let requests: [ZVTRequest] = [
            .authorize(amount: 1), .preauthorize(amount: 1), .refund(amount: 1), .reverse(receipt: 1),
            .book(amount: 1, receipt: 1), .cancelPreauthorization(receipt: 1),
        ]
        for request in requests {
            var bench = ZVTBench(framing)
            _ = bench.run(.register)
            bench.records.send = false
            let before = bench.sentToTerminal
            #expect(bench.run(request) == .notSent)
            #expect(bench.sentToTerminal == before)
            #expect(bench.model.taken.isEmpty)
        }
    }

    @Test(arguments: ZVTLink.Framing.allCases) func withoutARecordThePaymentIsTakenBack(_ framing: ZVTLink.Framing) {
        for request in [ZVTRequest.authorize(amount: 1000), .preauthorize(amount: 1000), .refund(amount: 1000)] {
            var bench = ZVTBench(framing)
            _ = bench.run(.register)
            bench.records.acknowledge = false
            let end = bench.run(request)
            #expect(end.isAborted(0x6C))
            #expect(bench.model.entries.map(\.isReversed) == [true])
            #expect(Self.fault(end, of: 1000, in: bench) == nil)
        }
        for (request, moved) in [(ZVTRequest.reverse(receipt: 42), Int64(1000)), (.book(amount: 5, receipt: 42), 0)] {
            var bench = ZVTBench(framing)
            _ = bench.run(.register)
            _ = bench.run(moved > 0 ? .authorize(amount: 1000) : .preauthorize(amount: 1000))
            bench.records.acknowledge = false
            #expect(bench.run(request).isAborted(0x6C))
            #expect(bench.model.entries.map(\.moved) == [moved])
        }
    }

    @Test(arguments: ZVTLink.Framing.allCases) func everyFaultAtEveryMessageIsTold(_ framing: ZVTLink.Framing) {
        var faults: [String] = []
        var ends: [String: Int] = [:]
        for kind in DeviceFault.Kind.allCases {
            for message in 1...9 {
                for delay in [Duration.seconds(3), .seconds(8), .seconds(200)]
                where kind == .late || delay == .seconds(3) {
                    var bench = ZVTBench(framing)
                    _ = bench.run(.register)
                    bench.model.add(DeviceFault(kind, at: message, lasting: delay), fromNow: true)
                    let end = bench.run(.authorize(amount: 1000))
                    bench.settle()
                    ends["\(kind.rawValue) \(end.word)", default: 0] += 1
                    if let fault = Self.fault(end, of: 1000, in: bench) {
                        faults.append("\(kind) \(message): \(fault)")
                    }
                    if let fault = Self.askAgain(&bench) { faults.append("\(kind) \(message): \(fault)") }
                }
            }
        }
        #expect(faults.isEmpty, "\(faults)")
        #expect(ends["lose-completion unknown"] == 1, "\(ends)")
        #expect(ends["lose-completion approved"] == 8, "\(ends)")
        #expect(ends["mute unknown", default: 0] >= 2, "\(ends)")
        #expect(ends["unplug unknown", default: 0] >= 2, "\(ends)")
        if framing == .serial {
            #expect(ends["bad-checksum approved"] == 9, "\(ends)")
            #expect(ends["drop approved", default: 0] >= 7, "\(ends)")
        }
    }

    /// After a new connection the repeated receipt tells what the ledger says.
    static func askAgain(_ bench: inout ZVTBench) -> String? {
        bench.model.removeFaults()
        if bench.isConnected { bench.cut() }
        bench.settle()
        bench.connect()
        guard case .completed = bench.run(.register) else { return "no registration" }
        guard case .completed(let status?) = bench.run(.repeatReceipt) else { return "no receipt" }
        let isCharged = bench.model.entries.map(\.moved) == [1000]
        return (status.receipt == 42 && status.amount == 1000) == isCharged ? nil : "another receipt: \(status)"
    }

    /// A lie is told of one command; the ledger and the newest receipt stay true, also when the till takes it back.
    @Test func aLieIsToldOnceAndTheNewestReceiptStaysTrue() {
        var wrong: [String] = []
        for kind in SimulatedZVTTerminal.Lie.Kind.allCases {
            for (text, moved) in [(kind.rawValue, []), (kind.rawValue + ":done", [1000])] as [(String, [Int64])] {
                for acknowledges in [true, false] {
                    var bench = ZVTBench(.stream)
                    _ = bench.run(.register)
                    if let lie = SimulatedZVTTerminal.Lie(text) { bench.model.add(lie) } else { wrong.append(text) }
                    bench.records.acknowledge = acknowledges
                    let end = bench.run(.authorize(amount: 1000))
                    bench.records.acknowledge = true
                    if acknowledges, end.word != "approved" { wrong.append("\(text): \(end)") }
                    let kept = acknowledges ? moved : moved.map { _ in 0 }
                    if bench.model.entries.map(\.moved) != kept { wrong.append("\(text): \(bench.model.entries)") }
                    guard acknowledges else { continue }
                    let numbers = [bench.run(.repeatReceipt), bench.run(.authorize(amount: 500))].map(\.receipt)
                    let newest = moved.isEmpty ? 41 : 42
                    if numbers != [newest, newest + 1] { wrong.append("\(text): then \(numbers)") }
                }
            }
        }
        #expect(wrong == [])
        let texts = ["", "lie", "no-receipt:", "no-receipt:did", "no-receipt:done:1"]
        #expect(texts.allSatisfy { SimulatedZVTTerminal.Lie($0) == nil })
    }

    @Test func everyFlippedByteOfALineIsRepeated() {
        var faults: [String] = []
        var plain = ZVTBench(.serial)
        _ = plain.run(.register)
        _ = plain.run(.authorize(amount: 1000))
        var approved = 0
        for toTerminal in [true, false] {
            for place in 0..<(toTerminal ? plain.sentToTerminal : plain.sentToTill) {
                var bench = ZVTBench(.serial)
                if toTerminal { bench.toTerminal = .flip(place) } else { bench.toTill = .flip(place) }
                _ = bench.run(.register)
                let end = bench.run(.authorize(amount: 1000))
                bench.settle()
                if end.word == "approved" { approved += 1 }
                if let fault = Self.fault(end, of: 1000, in: bench) { faults.append("\(place): \(fault)") }
            }
        }
        #expect(faults.isEmpty, "\(faults)")
        #expect(approved > (plain.sentToTerminal + plain.sentToTill) * 9 / 10, "\(approved)")
    }

    @Test(arguments: ZVTLink.Framing.allCases) func everyCutIsTold(_ framing: ZVTLink.Framing) {
        var faults: [String] = []
        var words: Set<String> = []
        var plain = ZVTBench(framing)
        _ = plain.run(.register)
        let (before, back) = (plain.sentToTerminal, plain.sentToTill)
        _ = plain.run(.authorize(amount: 1000))
        for toTerminal in [true, false] {
            for count in (toTerminal ? before..<plain.sentToTerminal : back..<plain.sentToTill) {
                var bench = ZVTBench(framing)
                _ = bench.run(.register)
                if toTerminal { bench.toTerminal = .cut(count) } else { bench.toTill = .cut(count) }
                let end = bench.run(.authorize(amount: 1000))
                words.insert(end.word)
                if let fault = Self.fault(end, of: 1000, in: bench) { faults.append("\(count): \(fault)") }
                if let fault = Self.askAgain(&bench) { faults.append("\(count): \(fault)") }
            }
        }
        #expect(faults.isEmpty, "\(faults)")
        #expect(words.isSuperset(of: ["unknown", "approved"]), "\(words)")
    }

    @Test(arguments: ZVTLink.Framing.allCases) func singleBytesAreAsGood(_ framing: ZVTLink.Framing) {
        var bench = ZVTBench(framing)
        bench.toTerminal = .single
        bench.toTill = .single
        _ = bench.run(.register)
        #expect(bench.run(.authorize(amount: 1010)).word == "approved")
        #expect(bench.model.entries.map(\.moved) == [1010])
    }

    @Test(arguments: ZVTLink.Framing.allCases) func aStopEndsTheWaitForACard(_ framing: ZVTLink.Framing) {
        var bench = ZVTBench(framing, presentsCard: false)
        _ = bench.run(.register)
        bench.send(.run(.authorize(amount: 1000)))
        for _ in 0..<50 where !bench.outputs.contains(.display(.insertCard)) { _ = bench.step() }
        bench.send(.run(.status))
        #expect(bench.outputs.contains(.ended(.status, .busy)))
        bench.send(.abort)
        bench.settle()
        let end = bench.outputs.compactMap { if case .ended(.authorize, let end) = $0 { end } else { nil } }.first
        #expect(end?.isAborted(0x6C) == true)
        #expect(bench.model.entries.isEmpty)
    }

    /// A stop that comes too late has an answer of its own, which must not be taken for that of the next request.
    @Test(arguments: ZVTLink.Framing.allCases) func aLateStopDoesNotRefuseTheNextRequest(_ framing: ZVTLink.Framing) {
        var faults: [String] = []
        for steps in 0..<60 {
            var bench = ZVTBench(framing)
            _ = bench.run(.register)
            bench.send(.run(.authorize(amount: 1000)))
            for _ in 0..<steps { _ = bench.step() }
            bench.send(.abort)
            for _ in 0..<100
            where !bench.outputs.contains(where: { if case .ended(.authorize, _) = $0 { true } else { false } }) {
                _ = bench.step()
            }
            let first = bench.outputs.compactMap { if case .ended(.authorize, let end) = $0 { end } else { nil } }.first
            guard let first else {
                faults.append("\(steps): no end")
                continue
            }
            if let fault = Self.fault(first, of: 1000, in: bench) { faults.append("\(steps): \(fault)") }
            let charged = bench.model.entries.count
            bench.outputs = []
            let second = bench.run(.authorize(amount: 500))
            bench.settle()
            let isCharged = bench.model.entries.count > charged
            switch second {
            case .refused, .aborted, .notSent: if isCharged { faults.append("\(steps): told not charged, \(second)") }
            default: break
            }
        }
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test func whatIsLeftOfAnEarlierRequestIsNotTakenForTheNext() {
        for control in [ZVTControl.statusInformation, .completion, .aborted] {
            var core = ZVTCore(ZVTConfiguration(.stream))
            _ = core.handle(.opened)
            _ = core.handle(.command(.run(.authorize(amount: 100))))
            _ = core.handle(.command(.recorded))
            let actions = core.handle(.received(ZVTAPDU(control, [0x27, 0x00]).bytes))
            let isGivenUp = actions.contains(
                .output(.ended(.authorize(amount: 100), .unknown(.protocolViolation, nil))))
            #expect(isGivenUp)
            #expect(actions.last == .hangUp)
        }
    }

    @Test func aStatusThatCannotBeReadIsNotAcknowledged() {
        var core = ZVTCore(ZVTConfiguration(.stream))
        _ = core.handle(.command(.run(.authorize(amount: 100))))
        _ = core.handle(.command(.recorded))
        _ = core.handle(.received(ZVTAPDU(.accepted).bytes))
        let actions = core.handle(.received(ZVTAPDU(.statusInformation, [0x27, 0x00, 0x99]).bytes))
        #expect(actions.contains(.send(ZVTAPDU(.goodsNotIssued).bytes)))
        #expect(!actions.contains(.send(ZVTAPDU(.accepted).bytes)))
        let ended = core.handle(.received(ZVTAPDU(.completion).bytes))
        #expect(ended.contains(.output(.ended(.authorize(amount: 100), .completed(nil)))))
    }

    /// Whatever comes, neither side traps, and each request has one end at most.
    @Test func anyMessagesAreTaken() {
        var random = SplitMix64(seed: 0x5A56_5403)
        var wrong = 0
        let controls: [ZVTControl] = [
            .accepted, .moreTime, .goodsNotIssued, .statusInformation, .intermediateStatus, .completion, .aborted,
            .printLine, .printTextBlock, .authorization, .reversal, .registration, .repeatReceipt, .abort, .endOfDay,
        ]
        for _ in 0..<3000 {
            var core = ZVTCore(ZVTConfiguration(.stream))
            var model = SimulatedZVTTerminal(.init(.stream))
            _ = model.handle(.opened)
            var ends = core.handle(.opened) + core.handle(.command(.run(.authorize(amount: 100))))
            for _ in 0..<12 {
                let data: [UInt8] = (0..<random.next() % 24).map { _ in
                    random.pick([0x00, 0x04, 0x06, 0x10, 0x22, 0x27, 0x87, 0xF0, 0xF1, 0xFF])
                }
                let bytes = ZVTAPDU(random.pick(controls), random.chance(50) ? [] : data).bytes
                ends += core.handle(.received(bytes))
                _ = model.handle(.received(bytes))
                if random.chance(40) { ends += core.handle(.command(random.pick([.recorded, .recordFailed, .abort]))) }
            }
            ends += core.handle(.lost(.disconnected))
            let count = ends.filter { if case .output(.ended) = $0 { true } else { false } }.count
            if count != 1 { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test func moreTimeIsGiven() {
        var bench = ZVTBench(.stream, faults: [DeviceFault(.timeExtension, at: 4)])
        _ = bench.run(.register)
        #expect(bench.run(.authorize(amount: 100)).word == "approved")
        var core = ZVTCore(ZVTConfiguration(.stream))
        _ = core.handle(.command(.run(.diagnose)))
        let actions = core.handle(.received(ZVTAPDU(.moreTime).bytes))
        #expect(actions.contains { if case .startTimer(_, .seconds(180)) = $0 { true } else { false } })
    }
}

extension ZVTEnd {
    var receipt: Int? {
        if case .completed(let status?) = self { status.receipt } else { nil }
    }

    func isAborted(_ code: UInt8) -> Bool {
        if case .aborted(let result, _) = self { result.code == code } else { false }
    }

    var word: String {
        switch self {
        case .completed(let status?) where status.result == .success: "approved"
        case .unknown(_, let status?) where status.result == .success: "approved"
        case .completed, .unknown: "unknown"
        case .aborted: "aborted"
        case .refused: "refused"
        case .notSent: "not sent"
        case .busy: "busy"
        }
    }
}
