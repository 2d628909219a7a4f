import TenderBytes
import TenderCrypto
import Testing

/// The signatures of RFC 8032, section 7.1.
struct Ed25519Tests {
    private static let vectors: [(seed: String, key: String, message: String, signature: String)] = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ]

    @Test func signaturesAreThoseOfTheStandard() throws {
        var wrong: [String] = []
        for vector in Self.vectors {
            let message = try #require(Hex.decode(vector.message))
            let key = try Ed25519PrivateKey(seed: SecretBytes(#require(Hex.decode(vector.seed))))
            let signature = try key.sign(message)
            if Hex.encode(key.publicKey.bytes).lowercased() != vector.key { wrong.append("key \(vector.key)") }
            if Hex.encode(signature).lowercased() != vector.signature { wrong.append("signature \(vector.key)") }
            if !key.publicKey.verifies(signature, of: message) { wrong.append("not verified \(vector.key)") }
        }
        #expect(wrong == [])
    }

    @Test func nothingElseVerifies() throws {
        let key = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 7, count: 32)))
        let other = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 8, count: 32)))
        let message = Array("bundle".utf8)
        let signature = try key.sign(message)
        var taken: [String] = []
        for place in 0..<(signature.count * 8) {
            var changed = signature
            changed[place / 8] ^= 1 << (place % 8)
            if key.publicKey.verifies(changed, of: message) { taken.append("bit \(place)") }
        }
        for wrong in [[], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: 64)]
        where key.publicKey.verifies(wrong, of: message) { taken.append("\(wrong.count) bytes") }
        if key.publicKey.verifies(signature, of: message + [0]) { taken.append("another message") }
        if other.publicKey.verifies(signature, of: message) { taken.append("another key") }
        #expect(taken == [])
        #expect(Ed25519PublicKey([UInt8](repeating: 0, count: 31)) == nil)
        #expect(throws: CryptoError.wrongSize(.key, expected: 32, actual: 31)) {
            try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 0, count: 31)))
        }
    }
}
