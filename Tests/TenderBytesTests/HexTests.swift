import TenderBytes
import Testing

@Suite struct HexTests {
    @Test func everyByteSurvivesARoundTrip() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
        #expect(Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
    }

    @Test(arguments: ["0", "0g", "zz", " 00", "é"])
    func otherTextIsRefused(text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
