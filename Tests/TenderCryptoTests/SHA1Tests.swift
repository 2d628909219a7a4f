import TenderBytes
import TenderCrypto
import Testing

@Suite struct SHA1Tests {
    /// FIPS 180's examples (NIST, "Cryptographic Standards and Guidelines: Examples with Intermediate Values").
    private let examples: [(message: [UInt8], digest: String)] = [
        ([], "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        (Array("abc".utf8), "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (Array(repeating: UInt8(ascii: "a"), count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ]

    @Test func oneHasherMakesThePublishedHashesOneAfterTheOther() {
        var hasher = SHA1()
        var wrong: [String] = []
        for (message, digest) in examples + examples.reversed() {
            hasher.update(message)
            if Hex.encode(hasher.finish()) != digest { wrong.append(digest) }
        }
        #expect(wrong == [])
    }

    @Test func theHashDoesNotDependOnHowTheMessageIsCut() {
        let message = [UInt8](0..<200)
        var hasher = SHA1()
        hasher.update(message)
        let whole = hasher.finish()
        let wrong = message.indices.filter { cut in
            hasher.update(message[..<cut])
            hasher.update(message[cut...].lazy.map { $0 })
            return hasher.finish() != whole
        }
        #expect(wrong == [])
    }
}
