import TenderBytes
import TenderCrypto
import Testing

@Suite struct RSARecoveryTests {
    private static let exponents: [(bytes: [UInt8], squares: Int)] = [([3], 1), ([1, 0, 1], 16)]

    private static func encode(_ number: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The power by squares and a product of machine words.
    private static func power(_ base: UInt64, squares: Int, _ modulus: UInt64) -> UInt64 {
        func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
            modulus.dividingFullWidth(left.multipliedFullWidth(by: right)).remainder
        }
        return product((0..<squares).reduce(base) { power, _ in product(power, power) }, base)
    }

    @Test func everyNumberModuloEveryOddByteIsRaisedAsByHand() throws {
        var recovery = try RSARecovery()
        var wrong: [String] = []
        var tried = 0
        for modulus in stride(from: UInt8(3), through: 255, by: 2) {
            for exponent in Self.exponents {
                let key = try RSAPublicKey(modulus: [modulus], exponent: exponent.bytes)
                for base in 0..<modulus {
                    let expected = Self.power(UInt64(base), squares: exponent.squares, UInt64(modulus))
                    tried += 1
                    if try recovery.recover(SecretBytes([base]), with: key) != SecretBytes([UInt8(expected)]) {
                        wrong.append("\(base) mod \(modulus)")
                    }
                }
            }
        }
        #expect(wrong == [])
        #expect(tried == 2 * stride(from: 3, through: 255, by: 2).reduce(0, +))
    }

    @Test func everyNumberModuloAWordIsRaisedAsByHand() throws {
        var recovery = try RSARecovery()
        var random = SplitMix(state: 9)
        var wrong: [String] = []
        for _ in 0..<2000 {
            // Of every length, so that the top bytes are often zero.
            let modulus = max(3, (random.next() >> (random.next() % 62)) | 1)
            let base = random.next() % modulus
            for exponent in Self.exponents {
                let key = try RSAPublicKey(modulus: Self.encode(modulus), exponent: exponent.bytes)
                let expected = Self.power(base, squares: exponent.squares, modulus)
                if try recovery.recover(SecretBytes(Self.encode(base)), with: key) != SecretBytes(Self.encode(expected))
                {
                    wrong.append("\(base) mod \(modulus)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func powersMatchThoseOfAnotherLibrary() throws {
        var recovery = try RSARecovery()
        var wrong: [String] = []
        var sizes: Set<Int> = []
        for row in try VectorFile.rows("rsa-powers.tsv") {
            let key = try RSAPublicKey(modulus: bytes(row[0]), exponent: bytes(row[1]))
            sizes.insert(key.modulus.count)
            let kept = try recovery.recover(secret(row[2]), with: key).withUnsafeBytes { Array($0) }
            let wiped = try RSARecovery.encrypt(secret(row[2]), with: key)
            if Hex.encode(kept) != row[3] { wrong.append("\(row[1]) mod \(row[0])") }
            if wiped != kept { wrong.append("\(row[1]) mod \(row[0]), secret") }
        }
        #expect(wrong == [])
        #expect(sizes.isSuperset(of: [1, 8, 128, 144, 176, 248]))
    }

    @Test func aKeyThatEMVDoesNotAllowIsRefused() throws {
        let modulus = [UInt8](repeating: 0xFF, count: 248)
        let even = modulus.dropLast() + [0xFE]
        let keys: [([UInt8], [UInt8])] =
            [
                ([], [3]), ([0], [3]), ([1], [3]), ([0, 0, 1], [3]), ([2], [3]), (Array(even), [3]),
                ([1] + modulus, [3]), ([0] + modulus, [3]), (modulus, []), (modulus, [0, 0, 0, 3]),
            ] + [[0], [1], [2], [4], [5], [1, 0, 0], [1, 0, 2], [0xFF, 0xFF, 0xFF]].map { (modulus, $0) }
        let wrong = keys.filter { key in
            refusal { () throws(CryptoError) in _ = try RSAPublicKey(modulus: key.0, exponent: key.1) }
                != .invalidPublicKey
        }
        #expect(wrong.map(\.1) == [])
        #expect(try RSAPublicKey(modulus: modulus, exponent: [0, 0, 3]).exponent == .three)
    }

    @Test func whatIsNotBelowTheModulusOrNotAsLongIsRefused() throws {
        let key = try RSAPublicKey(modulus: [0, 0xC0, 0x01], exponent: [3])
        var recovery = try RSARecovery()
        var wrong: [String] = []
        let numbers: [([UInt8], CryptoError)] = [
            ([0, 0xC0, 0x01], .notBelowModulus), ([0, 0xC0, 0x02], .notBelowModulus),
            ([0xFF, 0xFF, 0xFF], .notBelowModulus), ([], .wrongSize(.signature, expected: 3, actual: 0)),
            ([0, 1], .wrongSize(.signature, expected: 3, actual: 2)),
            ([0, 0, 0, 1], .wrongSize(.signature, expected: 3, actual: 4)),
        ]
        for (number, error) in numbers {
            let thrown = refusal { () throws(CryptoError) in
                _ = try recovery.recover(SecretBytes(number), with: key)
            }
            let secret = refusal { () throws(CryptoError) in
                _ = try RSARecovery.encrypt(SecretBytes(number), with: key)
            }
            if thrown != error { wrong.append("\(number): \(String(describing: thrown))") }
            if secret != error { wrong.append("\(number), secret: \(String(describing: secret))") }
        }
        #expect(wrong == [])
        let largest = SecretBytes([0, 0xC0, 0])
        #expect(try recovery.recover(largest, with: key) == largest)
    }
}

/// A generator of reproducible numbers (SplitMix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
