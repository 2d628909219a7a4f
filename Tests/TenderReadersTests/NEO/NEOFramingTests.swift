import TenderBytes
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct NEOFramingTests {
    /// Commands with their checksum, as the guide prints them.
    static let commands: [(frame: NEOFrame, text: String)] = [
        (NEOFrame(0x18, 0x01), "5669564F746563683200180100 00B3CD"),
        (NEOFrame(0x29, 0x00), "5669564F746563683200290000 00DEA0"),
        (NEOFrame(0x05, 0x01), "5669564F746563683200050100 0092EF"),
        (
            NEOFrame(0x02, 0x40, bytes("1e9c01009f02060000000001009f0306000000000000dfef370107dfef3c03010060")),
            "5669564F7465636832000240 0022 1e9c01009f02060000000001009f0306000000000000dfef370107dfef3c03010060 18D1"
        ),
        (
            NEOFrame(
                0x61, 0x07, bytes("53637265656E31004D656469756D20427574746F6E31000202000000004D656469756D3100")),
            """
            5669564F7465636832006107 0025 53637265656E31004D656469756D20427574746F6E3100020200000000\
            4D656469756D3100 236C
            """
        ),
    ]
    static let answers: [(frame: NEOFrame, text: String)] = [
        (NEOFrame(answering: 0x18, .ok), "5669564F7465636832001800 0000 FA83")
    ]

    static func bytes(_ text: String) -> [UInt8] {
        Hex.decode(text.filter { !$0.isWhitespace }) ?? []
    }

    private static var golden: [(frame: NEOFrame, bytes: [UInt8], order: NEOChecksum.Order)] {
        commands.map { ($0.frame, bytes($0.text), .leastSignificantFirst) }
            + answers.map { ($0.frame, bytes($0.text), .mostSignificantFirst) }
    }

    private func frames(_ elements: [NEOFrameParser.Element]) -> [NEOFrame] {
        elements.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    }

    @Test func encodesAsPrinted() {
        let wrong = Self.golden.filter { $0.frame.encoded($0.order) != $0.bytes }
        #expect(wrong.map(\.frame).isEmpty)
    }

    @Test func parsesAtEverySplit() {
        var wrong: [String] = []
        for golden in Self.golden {
            for first in 0...golden.bytes.count {
                for second in first...golden.bytes.count {
                    var parser = NEOFrameParser(golden.order)
                    let pieces = [
                        golden.bytes[..<first], golden.bytes[first..<second], golden.bytes[second...],
                    ]
                    let elements = pieces.flatMap { parser.receive(Array($0)) }
                    if elements != [.frame(golden.frame)] || parser.isPartial { wrong.append("\(first) \(second)") }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func findsFramesBehindRubbishAndWithinATruncatedOne() {
        let ping = NEOFrame(answering: 0x18, .ok)
        let bytes = ping.encoded(.mostSignificantFirst)
        let burst: [UInt8] = [0x45, 0x00, 0x55, 0x10, 0x56, 0x69, 0x56, 0x69]
        var parser = NEOFrameParser(.mostSignificantFirst)
        #expect(parser.receive(burst + bytes + burst + bytes) == [.frame(ping), .frame(ping)])
        let truncated = Array(
            NEOFrame(2, 0x23, Array(repeating: 7, count: 90)).encoded(.mostSignificantFirst).prefix(30))
        #expect(parser.receive(truncated + bytes) == [])
        #expect(parser.isPartial)
        #expect(parser.endBurst() == [.damaged(command: 2), .frame(ping)])
        #expect(!parser.isPartial)
    }

    @Test func everyFlippedBitIsNoticed() {
        var wrong: [String] = []
        for golden in Self.golden {
            for bit in 0..<golden.bytes.count * 8 {
                var bytes = golden.bytes
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                var parser = NEOFrameParser(golden.order)
                let elements = parser.receive(bytes) + parser.endBurst()
                if !frames(elements).isEmpty { wrong.append("\(golden.frame) bit \(bit)") }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func onlyPassThroughTakesBothOrders() {
        var taken: [UInt8] = []
        for command: UInt8 in [0x02, 0x18, 0x2C] {
            var parser = NEOFrameParser(.mostSignificantFirst)
            let bytes = NEOFrame(command, 0, [1, 2, 3]).encoded(.leastSignificantFirst)
            if !frames(parser.receive(bytes)).isEmpty { taken.append(command) }
        }
        #expect(taken == [0x2C])
    }

    @Test func aLengthBeyondTheLimitIsNotWaitedFor() {
        let ping = NEOFrame(answering: 0x18, .ok)
        var parser = NEOFrameParser(.mostSignificantFirst)
        let lie = NEOFrame.header + [2, 0x23, 0xFF, 0xFF]
        #expect(parser.receive(lie + ping.encoded(.mostSignificantFirst)) == [.damaged(command: 2), .frame(ping)])
    }

    @Test func reportsCarryFramesOfEverySize() {
        var wrong: [Int] = []
        for count in Array(0...400) + [4000, NEOFrame.maximumDataByteCount] {
            let frame = NEOFrame(2, 0x23, (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            var link = NEOLink(.hid, receiving: .mostSignificantFirst)
            let reports = link.pieces(frame.encoded(.mostSignificantFirst))
            let elements = reports.flatMap { link.receive($0) }
            let sizes = Set(reports.map(\.count))
            if elements != [.frame(frame)] || sizes != [64] || link.isPartial { wrong.append(count) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func reportsAreNumberedByTheirPlace() {
        let link = NEOLink(.hid, receiving: .mostSignificantFirst)
        let numbers = [47, 48, 110, 111, 174].map { count in
            link.pieces(NEOFrame(2, 0, Array(repeating: 1, count: count)).encoded(.mostSignificantFirst)).map { $0[0] }
        }
        #expect(numbers == [[1], [2, 4], [2, 4], [2, 3, 4], [2, 3, 3, 4]])
    }

    @Test func piecesWithoutABeginningAreIgnoredAndGapsEndABeginning() {
        let frame = NEOFrame(2, 0x23, Array(repeating: 9, count: 150))
        let ping = NEOFrame(answering: 0x18, .ok)
        var link = NEOLink(.hid, receiving: .mostSignificantFirst)
        let reports = link.pieces(frame.encoded(.mostSignificantFirst))
        #expect(reports.dropFirst().flatMap { link.receive($0) } == [])
        _ = link.receive(reports[0])
        #expect(link.isPartial)
        #expect(link.endBurst() == [.damaged(command: 2)])
        #expect(link.receive(link.pieces(ping.encoded(.mostSignificantFirst))[0]) == [.frame(ping)])
        let endless =
            [link.receive(reports[0])] + (0..<70).map { _ in link.receive([3] + Array(repeating: 0, count: 63)) }
        #expect(endless.flatMap(\.self) == [.damaged(command: nil)])
        #expect(!link.isPartial)
    }

    @Test func anyBytesAreSurvived() {
        var random = SplitMix64(seed: 41)
        var found = 0
        for _ in 0..<3000 {
            let golden = random.pick(Self.golden)
            let framing = random.pick(NEOLink.Framing.allCases)
            var link = NEOLink(framing, receiving: golden.order)
            for _ in 0..<6 {
                for piece in mutated(link.pieces(golden.bytes), &random) {
                    found += frames(link.receive(piece)).count
                }
                if random.chance(20) { found += frames(link.endBurst()).count }
            }
            _ = link.endBurst()
            if link.isPartial { found = .min }
        }
        #expect(found > 1000)
    }

    private func mutated(_ pieces: [[UInt8]], _ random: inout SplitMix64) -> [[UInt8]] {
        pieces.flatMap { piece -> [[UInt8]] in
            var piece = piece
            switch random.next() % 8 {
            case 0: return []
            case 1: return [piece, piece]
            case 2: piece[Int(random.next() % UInt64(piece.count))] = UInt8(truncatingIfNeeded: random.next())
            case 3: piece.removeLast(Int(random.next() % UInt64(piece.count)))
            case 4: piece = (0..<random.next() % 100).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            default: break
            }
            return [piece]
        }
    }
}
