import TenderBytes
import TenderCrypto
import Testing

@Suite struct MessageAuthenticationTests {
    private struct Example {
        let algorithm: MessageAuthentication
        let key: String
        let message: [UInt8]
        let code: String
    }

    /// The examples of SP 800-38B, appendix D: the first 0, 16, 40 and 64 bytes of the blocks of SP 800-38A.
    private static let cmac: [(key: String, codes: [String])] = [
        (
            "2b7e151628aed2a6abf7158809cf4f3c",
            [
                "bb1d6929e95937287fa37d129b756746", "070a16b46b4d4144f79bdd9dd04a287c",
                "dfa66747de9ae63030ca32611497c827", "51f0bebf7e3b9d92fc49741779363cfe",
            ]
        ),
        (
            "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
            [
                "d17ddf46adaacde531cac483de7a9367", "9e99a7bf31e710900662f65e617c5184",
                "8a1de5be2eb31aad089a82e6ee908b0e", "a1d5df0eed790f794d77589659f39a11",
            ]
        ),
        (
            "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            [
                "028962f61b7bf89efc6b551f4667d983", "28a7023f452e8f82bd4bf28d8c37c35c",
                "aaf3d8f1de5640c232f5b169b9c911e6", "e1992190549f6ed5696a2c056c315410",
            ]
        ),
    ]

    private static let blocks = """
        6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
        30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
        """

    /// ISO/IEC 9797-1:1999, annex B: algorithm 3 with K = 0123456789ABCDEF and K' = FEDCBA9876543210.
    private static let retail: [(MessageAuthentication.Padding, String, String)] = [
        (.zeros, "Now is the time for all ", "a1c72e74ea3fa9b6"),
        (.oneAndZeros, "Now is the time for all ", "e9086230ca3be796"),
        (.zeros, "Now is the time for it", "2e2b1428cc78254f"),
        (.oneAndZeros, "Now is the time for it", "5a692ce64f404145"),
    ]

    private static func examples() throws -> [Example] {
        let message = try bytes(blocks)
        return cmac.flatMap { key, codes in
            zip([0, 16, 40, 64], codes).map {
                Example(algorithm: .aesCMAC, key: key, message: Array(message.prefix($0)), code: $1)
            }
        }
            + retail.map {
                Example(
                    algorithm: .retailMAC(padding: $0), key: "0123456789abcdeffedcba9876543210",
                    message: Array($1.utf8), code: $2)
            }
    }

    @Test func codesMatchThePublishedExamples() throws {
        let wrong = try Self.examples().filter {
            try Hex.encode($0.algorithm.authenticate($0.message, key: secret($0.key))) != $0.code
        }
        #expect(wrong.map(\.code) == [])
    }

    @Test func aCodeIsValidFromFourBytesOnAndWithNoBitFlipped() throws {
        var wrong: [String] = []
        for example in try Self.examples() {
            let key = try secret(example.key)
            let code = try bytes(example.code)
            for size in 0...code.count + 1 {
                let cut = Array((code + [0]).prefix(size))
                let isValid = try example.algorithm.isValid(cut, for: example.message, key: key)
                if isValid != (4...code.count).contains(size) { wrong.append("\(example.code): \(size) bytes") }
            }
            for bit in 0..<8 * code.count {
                var changed = code
                changed[bit / 8] ^= 1 << (bit % 8)
                if try example.algorithm.isValid(changed, for: example.message, key: key) {
                    wrong.append("\(example.code): bit \(bit)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func paddingWithZerosHidesZerosAndTheOneBitDoesNot() throws {
        let key = try secret("0123456789abcdeffedcba9876543210")
        func code(_ count: Int, _ padding: MessageAuthentication.Padding) throws -> [UInt8] {
            try MessageAuthentication.retailMAC(padding: padding)
                .authenticate([UInt8](repeating: 0, count: count), key: key)
        }
        let hidden = Set(try (0...8).map { try code($0, .zeros) })
        let told = Set(try (0...8).map { try code($0, .oneAndZeros) })
        #expect(hidden.count == 1)
        #expect(told.count == 9)
    }

    @Test func everyOtherKeySizeIsAnError() {
        let algorithms: [(MessageAuthentication, Set<Int>)] = [
            (.aesCMAC, [16, 24, 32]), (.retailMAC(padding: .zeros), [16]), (.retailMAC(padding: .oneAndZeros), [16]),
        ]
        var wrong: [String] = []
        for (algorithm, sizes) in algorithms {
            for size in 0...40 {
                let key = SecretBytes([UInt8](repeating: 1, count: size))
                let thrown = refusal { () throws(CryptoError) in _ = try algorithm.authenticate([1], key: key) }
                if thrown != (sizes.contains(size) ? nil : .unsupportedKeySize(actual: size)) {
                    wrong.append("\(algorithm): \(size)")
                }
            }
        }
        #expect(wrong == [])
    }
}
