import TenderBytes
import TenderCrypto
import Testing

@Suite struct RSAPrivateKeyTests {
    @Test func everyNumberIsRecoveredFromItsSignature() throws {
        // The primes are 5 and 23; 3 times 15 is 1 modulo 44, the least common multiple of 4 and 22.
        let key = RSAPrivateKey(
            publicKey: try RSAPublicKey(modulus: [115], exponent: [3]), exponent: SecretBytes([15]))
        var recovery = try RSARecovery()
        var wrong: [UInt8] = []
        for number in UInt8(0)..<115 {
            let signature = try key.apply(to: [number])
            if try recovery.recover(signature, with: key.publicKey) != SecretBytes([number]) { wrong.append(number) }
        }
        #expect(wrong == [])
    }

    @Test func whatIsNotBelowTheModulusOrNotAsLongIsRefused() throws {
        let key = RSAPrivateKey(
            publicKey: try RSAPublicKey(modulus: [115], exponent: [3]), exponent: SecretBytes([15]))
        #expect(throws: CryptoError.notBelowModulus) { try key.apply(to: [115]) }
        #expect(throws: CryptoError.wrongSize(.signature, expected: 1, actual: 2)) { try key.apply(to: [0, 1]) }
    }
}
