import TenderBytes
import TenderEMV
import TenderTestSupport
import Testing

@Suite struct TLVTests {
    @Test func flatListHasNestedObjectsAndSkipsPadding() throws {
        let bytes = try #require(Hex.decode("006F0F8407A0000000031010A504500256490000009F02020100"))
        let list = try TLV(bytes)
        #expect(
            list.elements.map { [Int($0.tag.rawValue), $0.depth, $0.range.count] } == [
                [0x6F, 0, 15], [0x84, 1, 7], [0xA5, 1, 4], [0x50, 2, 2], [0x9F02, 0, 2],
            ])
        #expect(list.first(0x50).map(Array.init) == [0x56, 0x49])
        #expect(list.first(0x57) == nil)
        #expect("\(list)" == "6F(15) 84(7) A5(4) 50(2) 9F02(2)")
    }

    @Test func whatIsWrongIsToldWithItsPlace() throws {
        let wrong: [(String, TLVError)] = [
            ("9F", .truncated(at: 0)), ("5A", .truncated(at: 1)), ("5A02FF", .truncated(at: 2)),
            ("5A80", .badLength(at: 1)), ("5A85", .badLength(at: 1)), ("5A81", .truncated(at: 1)),
            ("5A84FFFFFFFF", .badLength(at: 1)), ("9FFFFFFF01", .badTag(at: 0)), ("6F035A0200", .truncated(at: 4)),
        ]
        var failures: [String] = []
        for (text, expected) in wrong {
            do throws(TLVError) {
                _ = try TLV(Hex.decode(text) ?? [])
                failures.append(text)
            } catch {
                if error != expected { failures.append("\(text): \(error)") }
            }
        }
        #expect(failures == [])
    }

    @Test func limitsHold() throws {
        var deep: [UInt8] = []
        for _ in 0..<9 { deep = TLV.encode(0x70, deep) }
        #expect(throws: TLVError.tooDeep(at: 16)) { try TLV(deep) }
        #expect(throws: TLVError.tooLarge) { try TLV([0x50, 0x01, 0x00], limits: .init(byteCount: 2)) }
        #expect(throws: TLVError.tooMany) { try TLV([0x50, 0x00, 0x50, 0x00], limits: .init(elementCount: 1)) }
    }

    @Test func everyLengthComesBack() throws {
        var failures: [Int] = []
        for count in Array(0...300) + [65_000] {
            let value = [UInt8](repeating: 0xAB, count: count)
            let list = try TLV(TLV.encode(0xDF8101, value))
            if list.elements.count != 1 || list.first(0xDF8101).map(Array.init) != value { failures.append(count) }
        }
        #expect(failures == [])
    }

    @Test func randomBytesNeverTrap() {
        var random = SplitMix64(seed: 11)
        var read = 0
        for _ in 0..<20_000 {
            let bytes = (0..<Int(random.next() % 40)).map { _ in
                random.pick([0x6F, 0x70, 0x9F, 0x81, 0x82, 0, 1, 2, 3, UInt8(truncatingIfNeeded: random.next())])
            }
            guard let list = try? TLV(bytes) else { continue }
            read += 1
            for element in list.elements { _ = list.value(element) }
        }
        #expect(read > 500)
    }
}
