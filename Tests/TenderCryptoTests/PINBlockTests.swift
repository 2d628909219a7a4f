import TenderBytes
import TenderCrypto
import Testing

@Suite struct PINBlockTests {
    private let key = SecretBytes([UInt8](1...16))
    private let random = SecretBytes([UInt8](100..<108))
    private let account = "4012345678909"

    private func digits(_ count: Int) -> SecretBytes {
        SecretBytes((0..<count).map { UInt8(ascii: "0") + UInt8($0 % 10) })
    }

    private func clear0(_ pin: String, _ account: String) throws -> String {
        let block = try PINBlock.Format0.encrypt(
            SecretBytes(utf8: pin), accountNumber: SecretBytes(utf8: account), key: key)
        return try hex(BlockCipher.tripleDES.decrypt(block, key: key))
    }

    @Test func formatZeroIsAsDescribed() throws {
        // ANSI X9.24-1:2009, annex A.4; the others by hand from ISO 9564-1, 9.3.
        #expect(try clear0("1234", account) == "041274EDCBA9876F")
        #expect(try clear0("123456789012", "9999999999999999999") == "0C12ADCFE1098B66")
        #expect(try clear0("00000", "12345678") == "0500000FFEDCBA98")
    }

    @Test func formatTwoIsThePINAndNothingElse() throws {
        #expect(try hex(PINBlock.Format2.block(SecretBytes(utf8: "1234"))) == "241234FFFFFFFFFF")
        #expect(try hex(PINBlock.Format2.block(SecretBytes(utf8: "123456789012"))) == "2C123456789012FF")
    }

    @Test func formatFourMatchesThePublishedBlocks() throws {
        var wrong: [String] = []
        let initialKey = try secret("1273671EA26AC29AFA4D1084127652A1")
        let account = SecretBytes(utf8: "4111111111111111")
        for row in try VectorFile.rows("pin-block-4.tsv") {
            let key = try AESDUKPT.key(
                for: .pin, type: .aes128, initialKey: initialKey, serialNumber: AESKeySerialNumber(bytes(row[0])))
            let block = try PINBlock.Format4.encrypt(
                SecretBytes(utf8: "1234"), accountNumber: account, key: key, random: secret("2F69ADDE2E9E7ACE"))
            if Hex.encode(block).uppercased() != row[1] { wrong.append(row[0]) }
            if try PINBlock.Format4.decrypt(block, accountNumber: account, key: key) != SecretBytes(utf8: "1234") {
                wrong.append("\(row[0]): back")
            }
        }
        #expect(wrong == [])
    }

    @Test func theAccountFieldOfFormatFourHasTheLengthAndTheDigits() throws {
        // ISO 9564-1, 9.4.2.3, by hand: what is decrypted once, without the PIN field that was encrypted once.
        let fields = [
            ("12345678", "00000123456780000000000000000000"),
            ("123456789012", "01234567890120000000000000000000"),
            ("1234567890123", "11234567890123000000000000000000"),
            ("1234567890123456789", "71234567890123456789000000000000"),
        ]
        let pinField = try SecretBytes(bytes("441234AAAAAAAAAA") + Array(100..<108))
        let inner = try BlockCipher.aes.encrypt(pinField, key: key)
        var wrong: [String] = []
        for (account, field) in fields {
            let block = try PINBlock.Format4.encrypt(
                SecretBytes(utf8: "1234"), accountNumber: SecretBytes(utf8: account), key: key, random: random)
            let mixed = try BlockCipher.aes.decrypt(block, key: key).withUnsafeBytes { zip($0, inner).map { $0 ^ $1 } }
            if Hex.encode(mixed) != field { wrong.append("\(account): \(Hex.encode(mixed))") }
        }
        #expect(wrong == [])
    }

    @Test func everyLengthOfPINAndAccountComesBackOrIsRefused() throws {
        var wrong: [String] = []
        for pinCount in 0...14 {
            for accountCount in 0...21 {
                let (pin, account) = (digits(pinCount), digits(accountCount))
                let error: CryptoError? =
                    !(4...12).contains(pinCount)
                    ? .pinMalformed : (8...19).contains(accountCount) ? nil : .accountNumberMalformed
                let found0 = outcome { () throws(CryptoError) in
                    try PINBlock.Format0.decrypt(
                        PINBlock.Format0.encrypt(pin, accountNumber: account, key: key), accountNumber: account,
                        key: key)
                }
                let found4 = outcome { () throws(CryptoError) in
                    try PINBlock.Format4.decrypt(
                        PINBlock.Format4.encrypt(pin, accountNumber: account, key: key, random: random),
                        accountNumber: account, key: key)
                }
                let expected = error.map { Result.failure($0) } ?? .success(pin)
                if found0 != expected { wrong.append("format 0: \(pinCount), \(accountCount)") }
                if found4 != expected { wrong.append("format 4: \(pinCount), \(accountCount)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func whatIsNotADigitIsRefused() throws {
        let strangers = (UInt8.min...UInt8.max).filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let wrong = strangers.filter { stranger in
            let pin = SecretBytes(Array("123".utf8) + [stranger])
            let account = SecretBytes([stranger] + Array("01234567890".utf8))
            let ofPIN = refusal { () throws(CryptoError) in _ = try PINBlock.Format2.block(pin) }
            let ofAccount = refusal { () throws(CryptoError) in
                _ = try PINBlock.Format0.encrypt(digits(4), accountNumber: account, key: key)
            }
            return ofPIN != .pinMalformed || ofAccount != .accountNumberMalformed
        }
        #expect(wrong == [])
    }

    @Test func anyClearBlockIsReadAsItsPINOrRefused() throws {
        // Each byte of a right block takes each value; what is read must be made into the same block again.
        let account = SecretBytes(utf8: account)
        let right = try bytes("041274EDCBA9876F")
        var read = 0
        var wrong: [String] = []
        for place in right.indices {
            for value in UInt8.min...UInt8.max {
                var clear = right
                clear[place] = value
                let block = try BlockCipher.tripleDES.encrypt(SecretBytes(clear), key: key)
                do throws(CryptoError) {
                    let pin = try PINBlock.Format0.decrypt(block, accountNumber: account, key: key)
                    read += 1
                    if try PINBlock.Format0.encrypt(pin, accountNumber: account, key: key) != block {
                        wrong.append(Hex.encode(clear))
                    }
                } catch {
                    if error != .pinBlockMalformed { wrong.append("\(Hex.encode(clear)): \(error)") }
                }
            }
        }
        #expect(wrong == [])
        #expect(read > 0)
    }

    @Test func blocksAndRandomPartsOfAnotherSizeAreErrors() throws {
        var wrong: [String] = []
        let account = SecretBytes(utf8: account)
        for size in 0...33 {
            let block = [UInt8](repeating: 7, count: size)
            let of0 = refusal { () throws(CryptoError) in
                _ = try PINBlock.Format0.decrypt(block, accountNumber: account, key: key)
            }
            let of4 = refusal { () throws(CryptoError) in
                _ = try PINBlock.Format4.decrypt(block, accountNumber: account, key: key)
            }
            if [of0, of4] != [.pinBlockMalformed, .pinBlockMalformed] { wrong.append("block of \(size)") }
            let ofRandom = refusal { () throws(CryptoError) in
                _ = try PINBlock.Format4.encrypt(
                    digits(4), accountNumber: account, key: key, random: SecretBytes(block))
            }
            if ofRandom != (size == 8 ? nil : .wrongSize(.randomPadding, expected: 8, actual: size)) {
                wrong.append("random part of \(size)")
            }
        }
        #expect(wrong == [])
    }

    private func outcome(_ body: () throws(CryptoError) -> SecretBytes) -> Result<SecretBytes, CryptoError> {
        do throws(CryptoError) { return .success(try body()) } catch { return .failure(error) }
    }
}
