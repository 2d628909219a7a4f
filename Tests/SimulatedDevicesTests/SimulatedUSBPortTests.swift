import SimulatedDevices
import TenderTestSupport
import Testing

@Suite struct SimulatedUSBPortTests {
    private typealias Port = SimulatedUSBPort<EchoUSBDevice>

    @Test func transfersMeetInEitherOrder() {
        var port = Port(EchoUSBDevice())
        #expect(port.handle(.submit(1, .in(endpoint: 0x82, byteCount: 64))) == [])
        #expect(
            port.handle(.submit(2, .out(endpoint: 1, [1, 2]))) == [
                .end(2, .completed([])), .end(1, .completed([1, 2])),
            ])
        #expect(port.handle(.submit(3, .out(endpoint: 1, [3, 4]))) == [.end(3, .completed([]))])
        #expect(port.handle(.submit(4, .in(endpoint: 0x82, byteCount: 64))) == [.end(4, .completed([3, 4]))])
    }

    @Test func aLongMessageIsCutBetweenPackets() {
        var port = Port(EchoUSBDevice())
        _ = port.handle(.submit(1, .out(endpoint: 1, [EchoUSBDevice.Order.sendMuch.rawValue])))
        let first = port.handle(.submit(2, .in(endpoint: 0x82, byteCount: 128)))
        #expect(first == [.end(2, .completed([UInt8](repeating: 7, count: 128)))])
        #expect(
            port.handle(.submit(3, .in(endpoint: 0x82, byteCount: 128)))
                == [.end(3, .completed([UInt8](repeating: 7, count: 72)))])
        _ = port.handle(.submit(4, .out(endpoint: 1, [EchoUSBDevice.Order.sendMuch.rawValue])))
        #expect(port.handle(.submit(5, .in(endpoint: 0x82, byteCount: 100))) == [.end(5, .overflow)])
    }

    @Test func aHaltLastsUntilItIsCleared() {
        var port = Port(EchoUSBDevice())
        _ = port.handle(.submit(1, .in(endpoint: 0x82, byteCount: 64)))
        let halt = port.handle(.submit(2, .out(endpoint: 1, [EchoUSBDevice.Order.haltIn.rawValue])))
        #expect(halt == [.end(2, .completed([])), .end(1, .stalled)])
        #expect(port.handle(.submit(3, .in(endpoint: 0x82, byteCount: 64))) == [.end(3, .stalled)])
        let clear = USBSetup(requestType: 0x02, request: 1, value: 0, index: 0x82, length: 0)
        #expect(port.handle(.submit(4, .control(clear, []))) == [.end(4, .completed([]))])
        #expect(port.device.haltsCleared == 1)
        #expect(port.handle(.submit(5, .in(endpoint: 0x82, byteCount: 64))) == [])
        #expect(
            port.handle(.submit(6, .out(endpoint: 1, [EchoUSBDevice.Order.haltOut.rawValue]))) == [.end(6, .stalled)])
        #expect(port.handle(.submit(7, .out(endpoint: 1, [1]))) == [.end(7, .stalled)])
        #expect(port.handle(.reset) == [.end(5, .canceled)])
        #expect(port.handle(.submit(8, .out(endpoint: 1, [1]))) == [.end(8, .completed([]))])
    }

    @Test func anUnpluggedDeviceEndsEverything() {
        for input in [
            Port.Input.submit(9, .out(endpoint: 1, [EchoUSBDevice.Order.unplug.rawValue])), .counter(.unplug),
        ] {
            var port = Port(EchoUSBDevice())
            _ = port.handle(.submit(1, .in(endpoint: 0x83, byteCount: 8)))
            let actions = port.handle(input)
            #expect(actions.contains(.end(1, .noDevice)))
            #expect(actions.contains(.unplugged))
            #expect(port.handle(.submit(2, .in(endpoint: 0x83, byteCount: 8))) == [.end(2, .noDevice)])
            #expect(port.handle(.counter(.presentCard)) == [])
        }
    }

    @Test func standardRequestsAreAnsweredFromTheDescriptors() {
        let descriptors = EchoUSBDevice().descriptors
        var requests = USBStandardRequests(descriptors)
        func ask(_ type: UInt8, _ request: UInt8, _ value: UInt16, _ index: UInt16 = 0, _ length: UInt16 = 255)
            -> USBStandardRequests.Answer
        {
            requests.answer(USBSetup(requestType: type, request: request, value: value, index: index, length: length))
        }
        #expect(ask(0x80, 6, 0x0100) == .bytes(descriptors.device))
        #expect(ask(0x80, 6, 0x0100, 0, 8) == .bytes([UInt8](descriptors.device.prefix(8))))
        #expect(ask(0x80, 6, 0x0200) == .bytes(descriptors.configuration))
        #expect(ask(0x80, 6, 0x0300) == .bytes([4, 3, 9, 4]))
        #expect(ask(0x80, 6, 0x0303) == .bytes([10, 3, 83, 0, 73, 0, 77, 0, 49, 0]))
        #expect(ask(0x80, 6, 0x0304) == .stalled)
        #expect(ask(0x81, 6, 0x2100) == .bytes(EchoUSBDevice.classDescriptor))
        #expect(ask(0x81, 6, 0x2200) == .stalled)
        #expect(ask(0x80, 8, 0) == .bytes([0]))
        #expect(ask(0x00, 9, 7) == .stalled)
        #expect(ask(0x00, 9, 1) == .bytes([]))
        #expect(ask(0x80, 8, 0) == .bytes([1]))
        #expect(ask(0x01, 11, 3, 1) == .bytes([]))
        #expect(ask(0x81, 10, 0, 1) == .bytes([3]))
        #expect(ask(0x80, 7, 0) == .stalled)
    }

    /// Every transfer ends exactly once, whatever happens in whatever order.
    @Test func everyTransferEndsOnce() {
        var wrong: [UInt64] = []
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var port = Port(EchoUSBDevice())
            var ends: [UInt64: Int] = [:]
            var count: UInt64 = 0
            for _ in 0..<60 {
                let input = Self.input(&random, &count)
                for case .end(let id, _) in port.handle(input) { ends[id, default: 0] += 1 }
            }
            for case .end(let id, _) in port.handle(.counter(.unplug)) { ends[id, default: 0] += 1 }
            if ends.count != Int(count) || ends.values.contains(where: { $0 != 1 }) { wrong.append(seed) }
        }
        #expect(wrong == [])
    }

    private static func input(_ random: inout SplitMix64, _ count: inout UInt64) -> Port.Input {
        func bytes() -> [UInt8] { (0..<random.next() % 4).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
        switch random.next() % 12 {
        case 0: return .reset
        case 1: return .cancel(random.next() % (count + 1))
        case 2: return .timerFired(1)
        case 3: return .counter(random.chance(2) ? .unplug : .presentCard)
        case 4...6:
            count += 1
            let setup = USBSetup(
                requestType: random.pick([0, 1, 2, 0x80, 0x81, 0x82, 0x21, 0xA1, 0xFF]),
                request: UInt8(random.next() % 12), value: UInt16(truncatingIfNeeded: random.next()),
                index: random.pick([0, 1, 0x82, 0x83, 0xFFFF]), length: UInt16(truncatingIfNeeded: random.next()))
            return .submit(count, .control(setup, bytes()))
        case 7...9:
            count += 1
            let order = UInt8(0xF0 + random.next() % 7)
            return .submit(count, .out(endpoint: 1, random.chance(50) ? [order] : bytes()))
        default:
            count += 1
            let endpoint: UInt8 = random.pick([0x82, 0x83, 0x01])
            return .submit(count, .in(endpoint: endpoint, byteCount: Int(random.next() % 130)))
        }
    }
}
