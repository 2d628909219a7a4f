import TenderBytes
import Testing

@Suite struct ControlsTests {
    @Test func noControlCharacterIsLeft() {
        let hostile = "no\u{1B}]0;title\u{07}\u{1B}[2J\nApproved\r\u{9B}1m\u{202E}\u{2028}é•"
        let clean = hostile.withoutControls
        #expect(clean == "no ]0;title  [2J Approved  1m  é•")
        #expect(clean.unicodeScalars.count == hostile.unicodeScalars.count)
    }
}
