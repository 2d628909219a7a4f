import TenderReaders
import TenderTestSupport
import Testing

@Suite struct HIDReportLengthsTests {
    @Test func aReportIsAsLongAsItsFields() {
        // A magnetic stripe reader: 337 bytes in, a feature of 24 bytes.
        let lengths = HIDReportLengths([
            0x06, 0x00, 0xFF, 0x09, 0x01, 0xA1, 0x01, 0x75, 0x08, 0x96, 0x51, 0x01, 0x09, 0x20, 0x81, 0x02, 0x95, 0x18,
            0xB1, 0x02, 0xC0,
        ])
        #expect(!lengths.areNumbered)
        #expect(lengths.longest(.input) == 337)
        #expect(lengths.byteCount(.feature) == 24)
        #expect(lengths.longest(.output) == nil)
    }

    @Test func numberedReportsHaveTheirNumber() {
        // Report 1: 63 bytes in; report 4: 3 bits twice, out; what was pushed holds again after the pop.
        let lengths = HIDReportLengths([
            0x85, 0x01, 0x75, 0x08, 0x95, 0x3F, 0x81, 0x02, 0xA4, 0x85, 0x04, 0x75, 0x03, 0x95, 0x01, 0x91, 0x02, 0x91,
            0x02, 0xB4, 0xB1, 0x02,
        ])
        #expect(lengths.areNumbered)
        #expect(lengths.byteCount(.input, id: 1) == 64)
        #expect(lengths.byteCount(.output, id: 4) == 2)
        #expect(lengths.byteCount(.feature, id: 1) == 64)
        #expect(lengths.byteCount(.input, id: 4) == nil)
    }

    @Test func anythingIsReadWithinBounds() {
        var wrong: [UInt64] = []
        for seed in 0..<5000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let keys: [UInt8] = [0x75, 0x77, 0x95, 0x97, 0x81, 0x91, 0xB1, 0x85, 0xA4, 0xB4, 0xFE, 0x96]
            let bytes = (0..<random.next() % 200).map { _ in
                random.chance(60) ? random.pick(keys) : UInt8(truncatingIfNeeded: random.next())
            }
            let lengths = HIDReportLengths(bytes)
            let longest = HIDReportLengths.Kind.allCases.compactMap { lengths.longest($0) }.max() ?? 0
            if !(0...16_385).contains(longest) { wrong.append(seed) }
        }
        #expect(wrong == [])
    }
}
