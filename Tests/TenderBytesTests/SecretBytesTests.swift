import TenderBytes
import Testing

@Suite struct SecretBytesTests {
    private let secret = SecretBytes(utf8: "4242424242424242")

    @Test func noDescriptionShowsTheContent() {
        var dumped = ""
        dump(secret, to: &dumped)
        let texts = ["\(secret)", String(reflecting: secret), dumped, "\([secret])"]
        #expect(texts.filter { $0.contains("4242") }.isEmpty)
    }

    @Test func contentIsLentAndCompared() {
        #expect(secret.withUnsafeBytes { Array($0) } == Array("4242424242424242".utf8))
        #expect(secret == SecretBytes(utf8: "4242424242424242"))
        #expect(secret != SecretBytes(utf8: "4242424242424241"))
        #expect(secret != SecretBytes(utf8: ""))
    }

    /// Slices of slices are those of the bytes, whatever else is still there.
    @Test func everySliceHasItsBytes() {
        let bytes = Array("4242".utf8)
        var wrong: [String] = []
        for start in 0...bytes.count {
            for end in start...bytes.count {
                let slice = SecretBytes(bytes).slice(start..<end)
                if slice != SecretBytes(bytes[start..<end]) { wrong.append("\(start)..<\(end)") }
                for inner in 0...slice.count
                where slice.slice(inner..<slice.count) != SecretBytes(bytes[(start + inner)..<end]) {
                    wrong.append("\(start + inner)..<\(end), of a slice")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func aSliceKeepsWhatItIsOfUntilItIsGone() {
        var whole: SecretBytes? = secret
        let slice = whole?.slice(4..<8)
        whole = nil
        #expect(slice?.withUnsafeBytes { Array($0) } == Array("4242".utf8))
    }
}
