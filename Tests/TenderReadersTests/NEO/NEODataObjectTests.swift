import TenderBytes
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct NEODataObjectTests {
    @Test func readsMarkedLengths() {
        // As the reader sends a card: label, masked and encrypted track, masked and encrypted number.
        let text =
            "500C564953412054455354203031 57A113 4761CCCCCCCC0010D2012120CCCCCCCCCCCCCC 57C108 0102030405060708"
            + "5AA108 4761CCCCCCCC0010 00 5AC108 1112131415161718 DFEE120A 00112233445566778899"
        let objects = NEODataObject.list(NEOFramingTests.bytes(text)) ?? []
        #expect(objects.map(\.tag.description) == ["50", "57", "57", "5A", "5A", "DFEE12"])
        #expect(objects.map(\.marking) == [.clear, .masked, .encrypted, .masked, .encrypted, .clear])
        #expect(objects.map(\.value.count) == [12, 19, 8, 8, 8, 10])
        #expect(objects.flatMap(\.encoded).count == NEOFramingTests.bytes(text).count - 1)
    }

    @Test func everyObjectComesBack() {
        var wrong: [String] = []
        for marking in NEODataObject.Marking.allCases {
            for tag: NEOTag in [.track2, .amount, .keySerialNumber, .failure, .simulatedScheme] {
                for count in [0, 1, 127, 128, 255, 256, 65535] {
                    let object = NEODataObject(tag, Array(repeating: 0xA1, count: count), marking)
                    if NEODataObject.list(object.encoded) != [object] { wrong.append("\(object) \(marking)") }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func whatIsNoListIsRefused() {
        let texts = ["5A", "9F", "9F02", "5A0212", "5A80", "5A8312", "5AA1", "5AC2FF", "5AB101", "DFFFFFFF01", "DFEE"]
        #expect(texts.filter { NEODataObject.list(NEOFramingTests.bytes($0)) != nil } == [])
    }

    @Test func anyBytesAreSurvived() {
        var random = SplitMix64(seed: 7)
        var lists = 0
        for _ in 0..<50_000 {
            let bytes = (0..<random.next() % 24).map { _ in UInt8(truncatingIfNeeded: random.next() & random.next()) }
            guard let objects = NEODataObject.list(bytes) else { continue }
            lists += 1
            if objects.reduce(0, { $0 + $1.value.count }) > bytes.count { lists = .min }
        }
        #expect(lists > 1000)
    }

    @Test func nothingOfAValueIsPrinted() {
        let object = NEODataObject(.cardNumber, [0x42, 0x42])
        #expect("\(object)" == "NEODataObject(5A, 2 bytes)")
        let frame = NEOFrame(2, 0x23, [0x42, 0x42])
        var dumped = ""
        dump([frame], to: &dumped)
        dump([object], to: &dumped)
        #expect(!dumped.contains("66"))
    }
}
