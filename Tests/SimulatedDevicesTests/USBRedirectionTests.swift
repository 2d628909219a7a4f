import SimulatedDevices
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct USBRedirectionTests {
    private typealias Core = USBRedirection<EchoUSBDevice>
    private typealias Action = ProtocolAction<Core.Output>

    /// What a virtual machine greets with that can everything this side can: bits 1, 3, 4, 5 and 6.
    private static let greeting = message(0, id: nil, [UInt8](repeating: 0, count: 64) + [0x7A, 0, 0, 0])

    @Test func theDeviceIsDescribed() throws {
        var core = Core(EchoUSBDevice())
        let hello = Self.sent(core.handle(.opened)).flatMap { $0 }
        try #require(hello.count == 12 + 68)
        #expect([hello[0], hello[4]] == [0, 68])
        #expect(hello.suffix(4) == [0x7A, 0, 0, 0])
        let actions = core.handle(.received(Self.greeting))
        #expect(actions.last == .output(.connected))
        let messages = Self.sent(actions)
        #expect(messages.map { $0[0] } == [4, 5, 1])
        let (interfaces, endpoints, device) = (
            messages[0].dropFirst(16), messages[1].dropFirst(16), messages[2].dropFirst(16)
        )
        try #require(interfaces.count == 132)
        #expect(interfaces.prefix(4) == [1, 0, 0, 0])
        #expect(interfaces[16 + 36] == 0xFF)
        // Endpoint 0x01 is at place 1, 0x82 at 18 and 0x83 at 19: bulk, bulk and interrupt, with 64, 64 and 8 bytes.
        let table = [UInt8](endpoints)
        try #require(table.count == 160)
        #expect([table[0], table[1], table[2], table[18], table[19]] == [0, 2, 0xFF, 2, 3])
        #expect(table[32 + 19] == 16)
        #expect(table[96 + 2] == 64)
        #expect(table[96 + 38] == 8)
        #expect([UInt8](device) == [1, 0, 0, 0, 0x09, 0x12, 1, 0, 0x34, 0x12])
    }

    @Test func transfersAreAnswered() {
        var core = Self.connected()
        // Device descriptor.
        let descriptor = core.handle(.received(Self.message(100, id: 7, [0x80, 6, 0x80, 0, 0, 1, 0, 0, 18, 0])))
        #expect(
            Self.sent(descriptor) == [
                Self.message(100, id: 7, [0x80, 6, 0x80, 0, 0, 1, 0, 0, 18, 0] + EchoUSBDevice().descriptors.device)
            ])
        // A refused request.
        let refused = core.handle(.received(Self.message(100, id: 8, [0x80, 9, 0xC0, 0, 0, 0, 0, 0, 4, 0])))
        #expect(Self.sent(refused) == [Self.message(100, id: 8, [0x80, 9, 0xC0, 4, 0, 0, 0, 0, 0, 0])])
        // Bulk to and fro, the second in two pieces.
        let out = core.handle(.received(Self.bulk(9, 0x01, 2, [5, 6])))
        #expect(Self.sent(out) == [Self.bulk(9, 0x01, 0, [])])
        let ask = Self.bulk(10, 0x82, 64, [])
        #expect(core.handle(.received([UInt8](ask.prefix(20)))) == [])
        #expect(Self.sent(core.handle(.received([UInt8](ask.dropFirst(20))))) == [Self.bulk(10, 0x82, 2, [5, 6])])
        // The configuration.
        #expect(Self.sent(core.handle(.received(Self.message(6, id: 11, [1])))) == [Self.message(8, id: 11, [0, 1])])
        #expect(Self.sent(core.handle(.received(Self.message(7, id: 12, [])))) == [Self.message(8, id: 12, [0, 1])])
    }

    @Test func transfersAreTakenBackAndRefused() {
        var core = Self.connected()
        #expect(core.handle(.received(Self.bulk(1, 0x82, 64, []))) == [])
        #expect(
            Self.sent(core.handle(.received(Self.message(21, id: 1, [])))) == [Self.bulk(1, 0x82, 0, [], status: 1)])
        #expect(core.handle(.received(Self.message(21, id: 1, []))) == [])
        let halt = core.handle(.received(Self.bulk(2, 0x01, 1, [EchoUSBDevice.Order.haltOut.rawValue])))
        #expect(Self.sent(halt) == [Self.bulk(2, 0x01, 0, [], status: 4)])
        // Clearing the halt.
        let clear = core.handle(.received(Self.message(100, id: 3, [0, 1, 2, 0, 0, 0, 1, 0, 0, 0])))
        #expect(Self.sent(clear) == [Self.message(100, id: 3, [0, 1, 2, 0, 0, 0, 1, 0, 0, 0])])
        #expect(Self.sent(core.handle(.received(Self.bulk(4, 0x01, 1, [9])))) == [Self.bulk(4, 0x01, 0, [])])
    }

    @Test func interruptsComeWhileTheyAreWantedFor() {
        var core = Self.connected()
        // Those from before are kept.
        #expect(core.handle(.command(.counter(.presentCard))) == [])
        let start = core.handle(.received(Self.message(15, id: 5, [0x83])))
        #expect(
            Self.sent(start) == [
                Self.message(17, id: 5, [0, 0x83]), Self.message(103, id: 1, [0x83, 0, 2, 0, 0x50, 3]),
            ])
        let next = core.handle(.command(.counter(.presentCard)))
        #expect(Self.sent(next) == [Self.message(103, id: 2, [0x83, 0, 2, 0, 0x50, 3])])
        #expect(
            Self.sent(core.handle(.received(Self.message(16, id: 6, [0x83])))) == [Self.message(17, id: 6, [0, 0x83])])
        #expect(core.handle(.command(.counter(.presentCard))) == [])
    }

    @Test func unpluggingAndPluggingInAreTold() {
        var core = Self.connected()
        let gone = core.handle(.command(.counter(.unplug)))
        #expect(gone == [.send(Self.message(2, id: 0, [])), .output(.unplugged)])
        #expect(Self.sent(core.handle(.received(Self.bulk(4, 0x01, 1, [9])))) == [Self.bulk(4, 0x01, 0, [], status: 3)])
        #expect(core.handle(.received(Self.message(24, id: 0, []))) == [])
        #expect(Self.sent(core.handle(.command(.plugIn))).map { $0[0] } == [4, 5, 1])
        #expect(core.handle(.lost(.disconnected)) == [.output(.disconnected)])
        #expect(Self.sent(core.handle(.opened)).count == 1)
    }

    @Test func anythingElseEndsTheConnectionAtMost() {
        var wrong: [UInt64] = []
        for seed in 0..<3000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var core = random.chance(80) ? Self.connected() : Core(EchoUSBDevice())
            var sent = 0
            for _ in 0..<30 {
                let kind = random.pick([0, 1, 3, 6, 7, 9, 10, 15, 16, 21, 24, 100, 101, 103, 77] as [UInt8])
                var bytes = Self.message(
                    kind, id: random.next() % 8,
                    (0..<random.next() % 20).map { _ in
                        random.chance(50)
                            ? random.pick([0, 1, 0x82, 0x83, 2]) : UInt8(truncatingIfNeeded: random.next())
                    })
                if random.chance(20), let index = bytes.indices.randomElement(using: &random) {
                    bytes[index] ^= UInt8(truncatingIfNeeded: random.next())
                }
                let actions = core.handle(random.chance(5) ? .command(.counter(.presentCard)) : .received(bytes))
                sent += Self.sent(actions).reduce(0) { $0 + $1.count }
                if actions.contains(.hangUp) { break }
            }
            if sent > 1_000_000 { wrong.append(seed) }
        }
        #expect(wrong == [])
    }

    @Test func aMessageThatIsTooLongIsNotWaitedFor() {
        var core = Self.connected()
        #expect(
            core.handle(.received([101, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F] + [UInt8](repeating: 0, count: 8))).contains(
                .hangUp))
    }

    // MARK: - Help

    private static func connected() -> Core {
        var core = Core(EchoUSBDevice())
        _ = core.handle(.opened)
        _ = core.handle(.received(greeting))
        return core
    }

    private static func sent(_ actions: [Action]) -> [[UInt8]] {
        actions.compactMap { action in
            guard case .send(let bytes) = action else { return nil }
            return bytes
        }
    }

    /// A message with a long id, or with a short one that is zero for the greeting.
    private static func message(_ kind: UInt8, id: UInt64?, _ bytes: [UInt8]) -> [UInt8] {
        let number = id.map { id in (0..<8).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) } } ?? [0, 0, 0, 0]
        return [kind, 0, 0, 0, UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8), 0, 0] + number + bytes
    }

    private static func bulk(
        _ id: UInt64, _ endpoint: UInt8, _ length: UInt8, _ data: [UInt8], status: UInt8 = 0
    ) -> [UInt8] {
        message(101, id: id, [endpoint, status, length, 0, 0, 0, 0, 0, 0, 0] + data)
    }
}
