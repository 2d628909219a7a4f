import TenderBytes
import TenderCrypto
import Testing

@Suite struct DigestTests {
    @Test func hashesMatchThePublishedExamples() {
        let wrong = HashVector.all.filter { Hex.encode(SHA256.hash($0.message)) != $0.digest }.map(\.digest)
        #expect(wrong == [])
    }

    @Test func codesMatchThePublishedExamples() {
        let wrong = MACVector.all.filter {
            !Hex.encode(HMACSHA256.authenticate($0.message, key: SecretBytes($0.key))).hasPrefix($0.code)
        }
        #expect(wrong.map(\.code) == [])
    }

    @Test func anEmptyKeyAndMessageHaveACode() {
        // HMAC pads a short key with zeros: no key and one zero byte are the same key.
        let code = HMACSHA256.authenticate([], key: SecretBytes([]))
        #expect(code == HMACSHA256.authenticate([], key: SecretBytes([0])))
    }
}
