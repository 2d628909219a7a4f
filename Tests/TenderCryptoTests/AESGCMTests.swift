import TenderBytes
import TenderCrypto
import Testing

@Suite struct AESGCMTests {
    private struct Sealed {
        var key: [UInt8]
        var nonce: [UInt8]
        var associatedData: [UInt8]
        var ciphertext: [UInt8]
        var tag: [UInt8]

        init(_ vector: GCMVector) throws {
            key = try #require(Hex.decode(vector.key))
            nonce = try #require(Hex.decode(vector.nonce))
            associatedData = try #require(Hex.decode(vector.associatedData))
            ciphertext = try #require(Hex.decode(vector.ciphertext))
            tag = try #require(Hex.decode(vector.tag))
        }

        func open() throws(CryptoError) -> SecretBytes {
            try AESGCM.open(
                ciphertext, tag: tag, key: SecretBytes(key), nonce: nonce, authenticating: associatedData
            )
        }
    }

    @Test func sealingAndOpeningMatchThePublishedCases() throws {
        var wrong: [String] = []
        for vector in GCMVector.all {
            let sample = try Sealed(vector)
            let plaintext = SecretBytes(try #require(Hex.decode(vector.plaintext)))
            let sealed = try AESGCM.seal(
                plaintext, key: SecretBytes(sample.key), nonce: sample.nonce, authenticating: sample.associatedData
            )
            if sealed.ciphertext != sample.ciphertext { wrong.append("\(vector.name) ciphertext") }
            if sealed.tag != sample.tag { wrong.append("\(vector.name) tag") }
            if try sample.open() != plaintext { wrong.append("\(vector.name) plaintext") }
        }
        #expect(wrong == [])
    }

    @Test func everyFlippedBitIsRefused() throws {
        let parts: [(String, WritableKeyPath<Sealed, [UInt8]>)] = [
            ("key", \.key), ("nonce", \.nonce), ("associated data", \.associatedData), ("ciphertext", \.ciphertext),
            ("tag", \.tag),
        ]
        let original = try Sealed(GCMVector.all[3])
        var accepted: [String] = []
        var tried = 0
        for (name, part) in parts {
            for bit in 0..<(original[keyPath: part].count * 8) {
                var changed = original
                changed[keyPath: part][bit / 8] ^= 1 << (bit % 8)
                tried += 1
                do throws(CryptoError) {
                    _ = try changed.open()
                    accepted.append("\(name) bit \(bit)")
                } catch {
                    if error != .authenticationFailed { accepted.append("\(name) bit \(bit): \(error)") }
                }
            }
        }
        #expect(accepted == [])
        #expect(tried == (32 + 12 + 20 + 60 + 16) * 8)
    }

    @Test func whatIsMissingOrAddedIsRefused() throws {
        let original = try Sealed(GCMVector.all[3])
        var variants = [original, original, original]
        variants[0].ciphertext.removeLast()
        variants[1].ciphertext.append(0)
        variants[2].associatedData = []
        let opened = variants.filter { (try? $0.open()) != nil }
        #expect(opened.isEmpty)
    }

    @Test func wrongSizesAreErrors() throws {
        let key = SecretBytes([UInt8](repeating: 1, count: 32))
        let nonce = [UInt8](repeating: 2, count: 12)
        let tag = [UInt8](repeating: 3, count: 16)
        var wrong: [String] = []
        func expect(_ error: CryptoError, _ body: () throws(CryptoError) -> Void) {
            do throws(CryptoError) {
                try body()
                wrong.append("no \(error)")
            } catch let thrown {
                if thrown != error { wrong.append("\(thrown) for \(error)") }
            }
        }
        for size in [0, 16, 31, 33] {
            let short = SecretBytes([UInt8](repeating: 1, count: size))
            let error = CryptoError.wrongSize(.key, expected: 32, actual: size)
            expect(error) { () throws(CryptoError) in _ = try AESGCM.seal(short, key: short, nonce: nonce) }
            expect(error) { () throws(CryptoError) in _ = try AESGCM.open([], tag: tag, key: short, nonce: nonce) }
        }
        for size in [0, 11, 13, 16] {
            let other = [UInt8](repeating: 2, count: size)
            let error = CryptoError.wrongSize(.nonce, expected: 12, actual: size)
            expect(error) { () throws(CryptoError) in _ = try AESGCM.seal(key, key: key, nonce: other) }
            expect(error) { () throws(CryptoError) in _ = try AESGCM.open([], tag: tag, key: key, nonce: other) }
        }
        for size in [0, 4, 15, 17] {
            let other = [UInt8](repeating: 3, count: size)
            expect(.wrongSize(.tag, expected: 16, actual: size)) { () throws(CryptoError) in
                _ = try AESGCM.open([], tag: other, key: key, nonce: nonce)
            }
        }
        #expect(wrong == [])
    }
}
