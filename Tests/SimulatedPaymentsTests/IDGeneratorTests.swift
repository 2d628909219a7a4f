import Testing

@testable import SimulatedPayments

@Suite struct IDGeneratorTests {
    /// Key of zeros, nonce of zeros, counter 0: RFC 8439, appendix A.1, test vector 1; the second block is vector 2.
    @Test func theStreamIsThatOfTheRFC() {
        var stream = ChaChaBytes(key: [])
        let blocks = (0..<128).map { _ in stream.next() }
        #expect(
            blocks.prefix(16) == [
                0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28,
            ])
        #expect(
            blocks.dropFirst(64).prefix(16) == [
                0x9f, 0x07, 0xe7, 0xbe, 0x55, 0x51, 0x38, 0x7a, 0x98, 0xba, 0x97, 0x7c, 0x73, 0x2d, 0x08, 0x0d,
            ])
    }

    @Test func theKeyCounts() {
        var streams = [[0x00, 0x01], [0x01], []].map { ChaChaBytes(key: $0) }
        let beginnings = streams.indices.map { index in (0..<8).map { _ in streams[index].next() } }
        #expect(Set(beginnings).count == 3)
    }

    @Test func idsUseTheWholeAlphabetEvenly() {
        var ids = IDGenerator(seed: [3])
        var counts: [Character: Int] = [:]
        for _ in 0..<2000 { for character in ids.make("x").dropFirst(2) { counts[character, default: 0] += 1 } }
        // 774 each on average; six standard deviations are 167.
        #expect(counts.count == 62)
        #expect(counts.values.allSatisfy { (600...950).contains($0) })
        #expect(ids.digits(40).allSatisfy { "0"..."9" ~= $0 })
        #expect(ids.digits(5).count == 5)
        #expect(ids.hexadecimal(40).allSatisfy { "0123456789ABCDEF".contains($0) })
    }
}
