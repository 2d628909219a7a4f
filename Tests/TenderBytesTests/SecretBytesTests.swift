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
}
