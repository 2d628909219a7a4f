import TenderBytes
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct ZVTFramingTests {
    /// Blocks that other programs agree on.
    static let vectors: [(message: String, block: String)] = [
        ("800000", "10 02 80 00 00 10 03 F5 1F"),
        ("06010704000000001199", "10 02 06 01 07 04 00 00 00 00 11 99 10 03 FB 05"),
        ("06010704000000001010", "10 02 06 01 07 04 00 00 00 00 10 10 10 10 10 03 F3 04"),
        ("0600060000" + "00BA0978", "10 02 06 00 06 00 00 00 BA 09 78 10 03 D0 D8"),
        ("060F00", "10 02 06 0F 00 10 03 C6 33"), ("06B000", "10 02 06 B0 00 10 03 43 F3"),
    ]

    static func bytes(_ text: String) -> [UInt8] { Hex.decode(text.filter { $0 != " " }) ?? [] }

    @Test func blocksAreThePublishedOnes() {
        let wrong = Self.vectors.filter { ZVTBlock.encode(Self.bytes($0.message)) != Self.bytes($0.block) }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test(arguments: [[0x10], [0x10, 0x10], [0x10, 0x41], [0x41, 0x10]] as [[UInt8]])
    func aStrayEscapeDoesNotCostTheBlockBehindIt(_ noise: [UInt8]) {
        var link = ZVTLink(.serial)
        let actions = link.received(noise + ZVTBlock.encode(ZVTAPDU(.completion).bytes))
        #expect(Self.delivered(actions) == [ZVTAPDU(.completion)])
    }

    @Test func requestsAreThePublishedOnes() {
        let configuration = ZVTConfiguration(.serial)
        let requests: [(ZVTRequest, String)] = [
            (.register, "060006000000BA0978"), (.authorize(amount: 1199), "06010704000000001199"),
            (.reverse(receipt: 42), "063006000000870042"), (.refund(amount: 500), "06310A00000004000000000500"),
            (.preauthorize(amount: 1010), "06220704000000001010"),
            (.book(amount: 900, receipt: 7), "06240D000000870007040000" + "00000900"),
            (.cancelPreauthorization(receipt: 7), "062506000000870007"), (.endOfDay, "065003000000"),
            (.repeatReceipt, "062003000000"), (.status, "050103000000"), (.diagnose, "067000"), (.logOff, "060200"),
            (.reset, "061800"),
        ]
        let wrong = requests.filter { Hex.encode($0.0.message(configuration).bytes).uppercased() != $0.1 }
        #expect(wrong.isEmpty, "\(wrong.map { ($0.0, Hex.encode($0.0.message(configuration).bytes)) })")
    }

    @Test func lengthsHaveOneOrThreeBytes() {
        var wrong: [Int] = []
        for count in [0, 1, 254, 255, 256, 65_535] {
            let apdu = ZVTAPDU(.printTextBlock, Array(repeating: 0x10, count: count))
            let header = apdu.bytes.count - count
            if ZVTAPDU(apdu.bytes) != apdu || header != (count < 255 ? 3 : 5) { wrong.append(count) }
            for cut in 0..<min(apdu.bytes.count, 300) where ZVTAPDU.first(in: Array(apdu.bytes.prefix(cut))) != nil {
                wrong.append(cut)
            }
        }
        #expect(wrong.isEmpty)
        #expect(ZVTAPDU(.completion, Array(repeating: 0, count: 70_000)).data.count == 65_535)
    }

    @Test(arguments: ZVTLink.Framing.allCases) func everySplitGivesTheSameMessages(_ framing: ZVTLink.Framing) {
        let messages = [
            ZVTAPDU(.completion), ZVTAPDU(.printLine, [0x10, 0x10, 0x03, 0x02]),
            ZVTAPDU(.statusInformation, Array(repeating: 0x10, count: 300)),
        ]
        let wire = messages.flatMap { framing == .serial ? ZVTBlock.encode($0.bytes) : $0.bytes }
        var wrong: [Int] = []
        for cut in 0...wire.count {
            var link = ZVTLink(framing)
            let found = Self.delivered(link.received(Array(wire[..<cut])) + link.received(Array(wire[cut...])))
            if found != messages { wrong.append(cut) }
        }
        var link = ZVTLink(framing)
        let single = Self.delivered(wire.flatMap { link.received([$0]) })
        #expect(wrong.isEmpty)
        #expect(single == messages)
    }

    static func delivered(_ actions: [ZVTLink.Action]) -> [ZVTAPDU] {
        actions.compactMap { if case .deliver(let apdu) = $0 { apdu } else { nil } }
    }

    @Test func aBrokenBlockIsAskedForAgain() {
        let block = ZVTBlock.encode(ZVTAPDU(.completion).bytes)
        var wrong: [Int] = []
        for place in 2..<block.count {
            for bit in 0..<8 {
                var broken = block
                broken[place] ^= 1 << bit
                var link = ZVTLink(.serial)
                var actions = link.received(broken)
                actions += actions.compactMap { if case .startTimer(let timer, _) = $0 { timer } else { nil } }
                    .flatMap { link.timerFired($0) }
                let isRefused = actions.contains(.send([ZVTBlock.notAcknowledge]))
                if !Self.delivered(actions).isEmpty || !isRefused { wrong.append(place) }
                if Self.delivered(link.received(block)) != [ZVTAPDU(.completion)] { wrong.append(place) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test func aBlockLeavesThreeTimesAtMost() {
        for answer in [nil, ZVTBlock.notAcknowledge] {
            var link = ZVTLink(.serial)
            var actions = link.send(ZVTAPDU(.abort))
            var sends = 0
            var hasFailed = false
            for _ in 0..<5 {
                sends += actions.filter { if case .send = $0 { true } else { false } }.count
                hasFailed = hasFailed || actions.contains(.failed)
                let timer = actions.compactMap { if case .startTimer(let timer, _) = $0 { timer } else { nil } }.last
                actions = answer.map { link.received([$0]) } ?? timer.map { link.timerFired($0) } ?? []
            }
            #expect(sends == 3)
            #expect(hasFailed)
        }
    }

    @Test func aRepeatedBlockIsAcknowledgedAndNotDelivered() {
        var link = ZVTLink(.serial)
        let block = ZVTBlock.encode(ZVTAPDU(.intermediateStatus, [0x0A]).bytes)
        #expect(Self.delivered(link.received(block)).count == 1)
        #expect(link.received(block) == [.send([ZVTBlock.acknowledge])])
        _ = link.send(ZVTAPDU(.accepted))
        #expect(link.received(block) == [.send([ZVTBlock.acknowledge])], "our answer is not acknowledged yet")
        _ = link.received([ZVTBlock.acknowledge])
        #expect(Self.delivered(link.received(block)).count == 1, "the same bytes after our answer are new")
    }

    @Test func blocksWaitForEachOther() {
        var link = ZVTLink(.serial)
        let first = link.send(ZVTAPDU(.accepted))
        #expect(first.count == 2)
        #expect(link.send(ZVTAPDU(.abort)).isEmpty)
        #expect(link.received([ZVTBlock.acknowledge]).contains(.send(ZVTBlock.encode(ZVTAPDU(.abort).bytes))))
    }

    @Test func anyBytesAreTaken() {
        var random = SplitMix64(seed: 0x5A56_5401)
        var deliveries = 0
        for _ in 0..<3000 {
            for framing in ZVTLink.Framing.allCases {
                var link = ZVTLink(framing)
                for _ in 0..<4 {
                    let bytes: [UInt8] = (0..<random.next() % 40).map { _ in
                        random.chance(50)
                            ? random.pick([0x10, 0x02, 0x03, 0x06, 0x15, 0xFF])
                            : UInt8(truncatingIfNeeded: random.next())
                    }
                    deliveries += Self.delivered(link.received(bytes)).count
                }
            }
        }
        #expect(deliveries > 0)
    }
}
