import TenderFlow
import TenderModel
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct SecureMagTests {
    private static func frame(_ data: [UInt8]) -> [UInt8] {
        [0x02, UInt8(truncatingIfNeeded: data.count), UInt8(data.count >> 8)] + data
            + [data.reduce(0, ^), data.reduce(0, &+), 0x03]
    }

    private static let data = Array("card data of a frame".utf8)

    @Test func framesAreFoundAtEverySplitAndBehindRubbish() {
        let frame = Self.frame(Self.data)
        // A false beginning swallows nothing: it gives way to the frame behind it.
        let bytes = [0x55, 0x02, 0x00, 0x00] + frame + frame
        var wrong: [Int] = []
        for split in 0...bytes.count {
            var parser = SecureMagParser()
            let found = parser.receive(Array(bytes[..<split])) + parser.receive(Array(bytes[split...]))
            if found != [.cardData(Self.data), .cardData(Self.data)] || parser.isPartial { wrong.append(split) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func everyFlippedBitIsNoticed() {
        let frame = Self.frame(Self.data)
        var taken: [Int] = []
        for bit in 0..<frame.count * 8 {
            var bytes = frame
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            var parser = SecureMagParser()
            let found = parser.receive(bytes) + parser.endBurst()
            if found.contains(.cardData(Self.data)) { taken.append(bit) }
        }
        #expect(taken.isEmpty)
    }

    @Test func aPauseEndsABeginning() {
        let frame = Self.frame(Self.data)
        var parser = SecureMagParser()
        #expect(parser.receive([0x02, 0x50, 0x00] + frame) == [])
        #expect(parser.isPartial)
        #expect(parser.endBurst() == [.cardData(Self.data)])
        #expect(!parser.isPartial)
    }

    @Test func everyCombinationOfPiecesIsFoundAndNothingElse() {
        let lengths = [79, 37, 0]
        var wrong: [String] = []
        // Bits 3, 5 and 6 mean nothing.
        for shown in UInt8.min...UInt8.max where shown & 0x68 == 0 {
            for encrypted in UInt8.min...UInt8.max {
                for optional in [nil, 0, 3] as [Int?] {
                    let block = shown & 0x10 == 0 ? 8 : 16
                    let expected = Self.expected(lengths, shown, encrypted, block)
                    let total = expected.reduce(0) { $0 + ($1.1 ?? 0) }
                    let status: UInt8 = optional == nil ? 0x3F : 0x7F
                    let head =
                        [0x80, status] + lengths.map(UInt8.init) + [shown, encrypted]
                        + (optional.map { [UInt8($0)] + Array(repeating: 0xEE, count: $0) } ?? [])
                    let body = head + Array(repeating: 0x41, count: total)
                    let data = SecureMagData(body)
                    let isRight =
                        data.map { data in expected.allSatisfy { data.byteCount($0.0) == $0.1 } } ?? false
                    let takesWrongLength = SecureMagData(body + [0]) != nil || SecureMagData(body.dropLast()) != nil
                    if !isRight || takesWrongLength { wrong.append("\(shown) \(encrypted) \(optional as Any)") }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    private static func expected(
        _ lengths: [Int], _ shown: UInt8, _ encrypted: UInt8, _ block: Int
    ) -> [(SecureMagData.Field, Int?)] {
        func rounded(_ count: Int) -> Int { count == 0 ? 0 : ((count - 1) / block + 1) * block }
        func piece(_ field: SecureMagData.Field, _ byte: UInt8, _ bit: UInt8, _ count: Int) -> (
            SecureMagData.Field, Int?
        ) {
            (field, byte >> bit & 1 == 1 ? count : nil)
        }
        return [
            piece(.shown1, shown, 0, lengths[0]), piece(.shown2, shown, 1, lengths[1]),
            piece(.shown3, shown, 2, lengths[2]), piece(.encrypted1, encrypted, 0, rounded(lengths[0])),
            piece(.encrypted2, encrypted, 1, rounded(lengths[1])),
            piece(.encrypted3, encrypted, 2, rounded(lengths[2])),
            piece(.hash1, encrypted, 3, 20), piece(.hash2, encrypted, 4, 20), piece(.hash3, encrypted, 5, 20),
            piece(.sessionID, encrypted, 6, 8), piece(.keySerialNumber, encrypted, 7, 10),
            piece(.serialNumber, shown, 7, 10),
        ]
    }

    @Test func anyBytesAreSurvived() {
        var random = SplitMix64(seed: 99)
        var found = 0
        for _ in 0..<3000 {
            var parser = SecureMagParser()
            var core = MagneticCore(random.pick(MagneticDevice.allCases))
            let request = CollectRequest(amount: Amount(minorUnits: 1, currency: .eur))
            _ = core.handle(.command(.collect(1, request)))
            for _ in 0..<4 {
                var bytes = Self.frame(
                    (0..<random.next() % 60 + 1).map { _ in UInt8(truncatingIfNeeded: random.next()) })
                if random.chance(50) { bytes[Int(random.next() % UInt64(bytes.count))] ^= 0x40 }
                if random.chance(30) { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
                found += parser.receive(bytes).count
                _ = core.handle(.received(bytes))
                let size = Int(random.pick([0, 8, 337, 504, 505, 509, 537, 700, 856, 900] as [UInt64]))
                _ = core.handle(.received((0..<size).map { _ in UInt8(truncatingIfNeeded: random.next() % 120) }))
            }
            _ = parser.endBurst()
        }
        #expect(found > 3000)
    }
}
