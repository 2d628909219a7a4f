import TenderBytes
import TenderCrypto
import Testing

@Suite struct BlockCipherTests {
    private struct Example {
        let cipher: BlockCipher
        var mode = BlockCipher.Mode.ecb
        let key: String
        let plaintext: String
        let ciphertext: String
    }

    /// The blocks of SP 800-38A, appendix F.
    private static let blocks = """
        6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
        30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
        """

    private static func aes(_ key: String, _ ciphertext: String, _ mode: BlockCipher.Mode = .ecb) -> Example {
        Example(
            cipher: .aes, mode: mode, key: key, plaintext: String(blocks.prefix(ciphertext.count)),
            ciphertext: ciphertext)
    }

    /// The example of SP 800-67 with three keys; with three that are one, the DES example of the textbooks; SP 800-38A,
    /// F.1 and F.2.
    private static let examples = [
        Example(
            cipher: .tripleDES, key: "0123456789abcdef23456789abcdef01456789abcdef0123",
            plaintext: "54686520717566636b2062726f776e20666f78206a756d70",
            ciphertext: "a826fd8ce53b855fcce21c8112256fe668d5c05dd9b6b900"),
        Example(
            cipher: .tripleDES, key: "133457799bbcdff1133457799bbcdff1133457799bbcdff1",
            plaintext: "0123456789abcdef", ciphertext: "85e813540f0ab405"),
        aes(
            "2b7e151628aed2a6abf7158809cf4f3c",
            "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf"),
        aes("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", "bd334f1d6e45f25ff712a214571fa5cc"),
        aes(
            "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            "f3eed1bdb5d2a03c064b5a7e3db181f8"),
        aes(
            "2b7e151628aed2a6abf7158809cf4f3c", "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2",
            .cbc(initializationVector: [UInt8](0..<16))),
    ]

    @Test func encryptingAndDecryptingMatchThePublishedExamples() throws {
        var wrong: [String] = []
        for example in Self.examples {
            let key = try secret(example.key)
            let plaintext = try secret(example.plaintext)
            let ciphertext = try example.cipher.encrypt(plaintext, key: key, mode: example.mode)
            if Hex.encode(ciphertext) != example.ciphertext { wrong.append("encrypting \(example.ciphertext)") }
            if try example.cipher.decrypt(ciphertext, key: key, mode: example.mode) != plaintext {
                wrong.append("decrypting \(example.ciphertext)")
            }
        }
        #expect(wrong == [])
    }

    @Test func twoKeysAreThreeWithTheFirstAgain() throws {
        let two = try secret("0123456789abcdeffedcba9876543210")
        let three = try secret("0123456789abcdeffedcba98765432100123456789abcdef")
        let plaintext = SecretBytes(Array("eight by".utf8))
        let ciphertext = try BlockCipher.tripleDES.encrypt(plaintext, key: two)
        #expect(try ciphertext == BlockCipher.tripleDES.encrypt(plaintext, key: three))
    }

    @Test func aChainWithoutAVectorStartsWithZerosAndLinksItsBlocks() throws {
        var wrong: [String] = []
        for cipher in BlockCipher.allCases {
            let key = SecretBytes([UInt8](0..<16))
            let size = cipher.blockByteCount
            let zeros = [UInt8](repeating: 0, count: size)
            let plaintext = SecretBytes([UInt8](repeating: 7, count: 3 * size))
            let chained = try cipher.encrypt(plaintext, key: key, mode: .cbc())
            let single = try cipher.encrypt(plaintext, key: key)
            if chained != (try cipher.encrypt(plaintext, key: key, mode: .cbc(initializationVector: zeros))) {
                wrong.append("\(cipher): another vector")
            }
            if chained.prefix(size) != single.prefix(size) { wrong.append("\(cipher): first block") }
            if chained.suffix(size) == single.suffix(size) { wrong.append("\(cipher): not linked") }
            if try cipher.decrypt(chained, key: key, mode: .cbc()) != plaintext { wrong.append("\(cipher): back") }
        }
        #expect(wrong == [])
    }

    @Test func everyOtherSizeIsAnError() throws {
        var wrong: [String] = []
        for cipher in BlockCipher.allCases {
            let key = SecretBytes([UInt8](0..<16))
            let block = [UInt8](repeating: 0, count: cipher.blockByteCount)
            for size in 0...65 {
                let text = [UInt8](repeating: 1, count: size)
                let keyFits = cipher.keyByteCounts.contains(size)
                if refusal({ () throws(CryptoError) in _ = try cipher.decrypt(block, key: SecretBytes(text)) })
                    != (keyFits ? nil : .unsupportedKeySize(actual: size))
                {
                    wrong.append("\(cipher): key of \(size)")
                }
                let isWhole = size.isMultiple(of: block.count)
                if refusal({ () throws(CryptoError) in _ = try cipher.encrypt(SecretBytes(text), key: key) })
                    != (isWhole ? nil : .notWholeBlocks(blockByteCount: block.count, actual: size))
                {
                    wrong.append("\(cipher): message of \(size)")
                }
                let mode = BlockCipher.Mode.cbc(initializationVector: text)
                if refusal({ () throws(CryptoError) in _ = try cipher.decrypt(block, key: key, mode: mode) })
                    != (size == block.count
                        ? nil : .wrongSize(.initializationVector, expected: block.count, actual: size))
                {
                    wrong.append("\(cipher): vector of \(size)")
                }
            }
        }
        #expect(wrong == [])
    }
}

/// The error that `body` throws.
func refusal(_ body: () throws(CryptoError) -> Void) -> CryptoError? {
    do throws(CryptoError) {
        try body()
        return nil
    } catch {
        return error
    }
}
