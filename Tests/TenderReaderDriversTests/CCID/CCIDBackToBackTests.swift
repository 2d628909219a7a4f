import SimulatedDevices
import TenderEMV
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct CCIDBackToBackTests {
    static func command(
        _ ins: UInt8, _ p1: UInt8 = 0, _ p2: UInt8 = 0, data: [UInt8] = [], expected: Int? = nil
    ) throws -> CommandAPDU {
        try #require(CommandAPDU(cla: 0, ins: ins, p1: p1, p2: p2, data: data, expectedCount: expected))
    }

    static func answer(_ result: Result<CCIDReply, CCIDError>?) -> ResponseAPDU? {
        if case .success(.answer(let answer))? = result { answer } else { nil }
    }

    private static func models() -> [SimulatedCCIDModel] {
        var models = SimulatedCCIDModel.Kind.allCases.map { SimulatedCCIDModel($0) }
        var small = SimulatedCCIDModel(.extended)
        small.maximumMessage = 74
        small.sendsEmptyPackets = true
        models.append(small)
        // Negotiated speed, IFSC 64, CRC.
        var fast = SimulatedCCIDModel(.t1)
        fast.atr = [0x3B, 0x90, 0x95, 0x81, 0x71, 0x40, 0x45, 0x01]
        fast.atr.append(fast.atr.dropFirst().reduce(0, ^))
        models.append(fast)
        var byParameters = SimulatedCCIDModel(.t0)
        byParameters.features = 0xB0
        byParameters.atr = [0x3B, 0x10, 0x95]
        models.append(byParameters)
        return models
    }

    /// What a command must come to; nil when the driver has to refuse it.
    private func expectation(_ command: CommandAPDU, _ model: SimulatedCCIDModel) -> ResponseAPDU? {
        if model.kind == .short && !command.fitsShort { return nil }
        if model.kind == .t0 && command.data.count > 255 { return nil }
        var count = command.expectedCount ?? 0
        // A card that speaks T=0 is asked for 256 bytes at most.
        if model.kind == .t0 { count = min(count, 256) }
        switch command.ins {
        case 0xB0: return ResponseAPDU(data: (0..<count).map { UInt8($0 % 251) }, statusWord: 0x9000)
        case 0xEE: return ResponseAPDU(data: command.data, statusWord: 0x9000)
        default: return ResponseAPDU(statusWord: 0x9000)
        }
    }

    @Test(arguments: Self.models()) func allSizes(_ model: SimulatedCCIDModel) throws {
        var bench = try CCIDBench(model)
        guard case .success(.card)? = bench.run(.powerOn) else {
            Issue.record("no card: \(bench.answers)")
            return
        }
        var failures: [String] = []
        for size in 0...600 {
            let data = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            var commands = [try Self.command(0xD6, 0x40, 0, data: data)]
            if size > 0 {
                commands.append(try Self.command(0xB0, expected: size))
                commands.append(try Self.command(0xEE, data: data, expected: size))
                commands.append(try Self.command(0xEE, data: data, expected: max(256, size)))
            }
            for command in commands {
                let result = bench.run(.transmit(command))
                guard let expected = expectation(command, model) else {
                    guard case .failure(.refused)? = result else {
                        failures.append("\(command): \(String(describing: result))")
                        continue
                    }
                    continue
                }
                if Self.answer(result) != expected { failures.append("\(command): \(String(describing: result))") }
            }
            if failures.count > 5 { break }
        }
        #expect(failures == [])
        #expect(bench.resets == 0)
    }

    @Test func theSpeedIsNegotiatedByWhoMust() throws {
        var host = SimulatedCCIDModel(.t1)
        host.atr = [0x3B, 0x90, 0x95, 0x81, 0x31, 0x40, 0x45, 0xB0]
        var bench = try CCIDBench(host)
        guard case .success(.card(_, let parameters))? = bench.run(.powerOn) else {
            Issue.record("no card")
            return
        }
        #expect(parameters.speed == 0x94)
        #expect(bench.sent.map { $0[0] } == [0x65, 0x62, 0x6F, 0x61, 0x6F])
        var reader = SimulatedCCIDModel(.t1)
        reader.features = 0x470
        bench = try CCIDBench(reader)
        _ = bench.run(.powerOn)
        #expect(bench.sent.map { $0[0] } == [0x65, 0x62])
    }

    @Test func extremesOfExtendedCommands() throws {
        var model = SimulatedCCIDModel(.extended)
        model.maximumMessage = 271
        for kind in [SimulatedCCIDModel.Kind.extended, .t1] {
            model.kind = kind
            var bench = try CCIDBench(model)
            _ = bench.run(.powerOn)
            let read = Self.answer(bench.run(.transmit(try Self.command(0xB0, expected: 65_536))))
            #expect(read?.data.count == 65_536)
            #expect(read?.isSuccess == true)
            let data = [UInt8](repeating: 0x5A, count: 65_535)
            let echo = Self.answer(bench.run(.transmit(try Self.command(0xEE, data: data, expected: 65_536))))
            #expect(echo?.data == data)
        }
    }

    @Test func whatT0NeedsIsDone() throws {
        var bench = try CCIDBench(SimulatedCCIDModel(.t0))
        _ = bench.run(.powerOn)
        // 6C: the card has exactly eight bytes.
        let challenge = Self.answer(bench.run(.transmit(try Self.command(0x84, expected: 256))))
        #expect(challenge == ResponseAPDU(data: [1, 2, 3, 4, 5, 6, 7, 8], statusWord: 0x9000))
        #expect(bench.sent.suffix(2).map { Array($0.dropFirst(10)) } == [[0, 0x84, 0, 0, 0], [0, 0x84, 0, 0, 8]])
        // A warning in case 4: the data are fetched, and the warning is told.
        let warned = Self.answer(
            bench.run(.transmit(try Self.command(0xEE, 0x62, 0x83, data: [7, 8, 9], expected: 256))))
        #expect(warned == ResponseAPDU(data: [7, 8, 9], statusWord: 0x6283))
        // Raw: nothing is fetched.
        let raw = bench.run(.exchange([0, 0xEE, 0, 0, 2, 1, 2]))
        #expect(raw == .success(.bytes([0x61, 2])))
    }

    @Test func pinPadsOfAllKinds() throws {
        let gap = [UInt8](repeating: 0xFF, count: 8)
        for kind in SimulatedCCIDModel.Kind.allCases {
            var model = SimulatedCCIDModel(kind)
            let verify = CCIDPinRequest(.verify, command: try Self.command(0x20, 0, 0x80, data: gap))
            let change = CCIDPinRequest(
                .modify(oldOffset: 0, newOffset: 8, confirms: true, asksOld: true),
                command: try Self.command(0x24, 0, 0x80, data: gap + gap))
            for (customer, expected) in [
                (SimulatedCCIDModel.Customer.enters("1234"), UInt16(0x9000)), (.enters("9999"), 0x63C2),
                (.cancels, 0x6401), (.leaves, 0x6400),
            ] {
                model.customer = customer
                var bench = try CCIDBench(model)
                _ = bench.run(.powerOn)
                #expect(Self.answer(bench.run(.enterPIN(verify)))?.statusWord == expected)
                // The link is in step afterwards.
                #expect(Self.answer(bench.run(.transmit(try Self.command(0x84, expected: 8))))?.isSuccess == true)
                guard expected == 0x9000 else { continue }
                #expect(Self.answer(bench.run(.enterPIN(change)))?.statusWord == 0x9000)
            }
            model.customer = nil
            var bench = try CCIDBench(model)
            _ = bench.run(.powerOn)
            guard case .failure(.refused)? = bench.run(.enterPIN(verify)) else {
                Issue.record("a reader without a pad took a PIN")
                continue
            }
        }
    }
}
