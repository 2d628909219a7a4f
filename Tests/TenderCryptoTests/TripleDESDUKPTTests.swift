import TenderBytes
import TenderCrypto
import Testing

@Suite struct TripleDESDUKPTTests {
    private let data = Array("4012345678909D987".utf8)
    private let initialKey = "6AC292FAA1315B4D858AB3A3D7D5933A"

    private func initialKey(_ serialNumber: TripleDESKeySerialNumber) throws -> SecretBytes {
        try TripleDESDUKPT.initialKey(
            baseKey: secret("0123456789ABCDEFFEDCBA9876543210"), serialNumber: serialNumber)
    }

    private func key(_ usage: TripleDESDUKPT.Usage?, _ serialNumber: TripleDESKeySerialNumber) throws -> SecretBytes {
        try TripleDESDUKPT.key(for: usage, initialKey: initialKey(serialNumber), serialNumber: serialNumber)
    }

    private func encrypt(_ usage: TripleDESDUKPT.Usage, _ number: TripleDESKeySerialNumber) throws -> String {
        let padded = SecretBytes(data + [UInt8](repeating: 0, count: 7))
        return try Hex.encode(BlockCipher.tripleDES.encrypt(padded, key: key(usage, number), mode: .cbc()))
            .uppercased()
    }

    private func authenticate(_ usage: TripleDESDUKPT.Usage, _ number: TripleDESKeySerialNumber) throws -> String {
        let code = try MessageAuthentication.retailMAC(padding: .zeros).authenticate(data, key: key(usage, number))
        return Hex.encode(code.prefix(4)).uppercased()
    }

    @Test func keysAndWhatTheyEncryptMatchThePublishedSequences() throws {
        var wrong: [String] = []
        for row in try VectorFile.rows("dukpt-tdes.tsv") {
            let number = try TripleDESKeySerialNumber(bytes(row[0]))
            let pinKey = try key(.pin, number)
            let account = SecretBytes(utf8: "4012345678909")
            let block = try PINBlock.Format0.encrypt(SecretBytes(utf8: "1234"), accountNumber: account, key: pinKey)
            let pin = try PINBlock.Format0.decrypt(block, accountNumber: account, key: pinKey)
            let found = try [
                hex(key(nil, number)), Hex.encode(block).uppercased(), authenticate(.requestMAC, number),
                authenticate(.responseMAC, number), encrypt(.requestData, number),
            ]
            if try hex(initialKey(number)) != initialKey { wrong.append("\(row[0]): initial key") }
            if found != Array(row.dropFirst()) { wrong.append("\(row[0]): \(found)") }
            if pin != SecretBytes(utf8: "1234") { wrong.append("\(row[0]): PIN") }
        }
        #expect(wrong == [])
    }

    /// The standard prints no data of a response; these are in the tests of moov-io/dukpt.
    @Test func dataOfAResponseMatchAnotherImplementation() throws {
        let rows = [
            ("FFFF9876543210E00001", "1FCC89AF66222F27B903898BB2BC8589CDBFDE5EC6AFCC25"),
            ("FFFF9876543210E00005", "7D4C109E49E83355A556AE949EED359F4404E7A2F0167C00"),
        ]
        let wrong = try rows.filter { try encrypt(.responseData, TripleDESKeySerialNumber(bytes($0.0))) != $0.1 }
        #expect(wrong.map(\.0) == [])
    }

    @Test func theNextCounterIsTheSmallestLargerOneWithFewOneBits() throws {
        // ANSI X9.24-1:2009, annex A: 21 bits, of which at most ten are ones.
        let starts: [UInt32] = [0, 0x3F0, 0x7FE00, 0xFF000, 0x1FF800 - 2000]
        var wrong: [String] = []
        for start in starts {
            let counter = [start >> 16 | 0xE0, start >> 8, start].map { UInt8(truncatingIfNeeded: $0) }
            var current = try TripleDESKeySerialNumber(bytes("FFFF9876543210") + counter)
            var expected = start
            for _ in 0..<2000 {
                guard let next = current.next else {
                    if current.counter != 0x1FF800 { wrong.append("nothing after \(current.counter)") }
                    break
                }
                repeat { expected += 1 } while expected.nonzeroBitCount > 10
                if next.counter != expected || next.bytes.prefix(7) != current.bytes.prefix(7) {
                    wrong.append("\(start): \(expected)")
                }
                current = next
            }
        }
        #expect(wrong == [])
        #expect(try TripleDESKeySerialNumber(bytes("FFFF9876543210FFF800")).next == nil)
    }

    @Test func countersThatNoDeviceReachesAndOtherSizesAreErrors() throws {
        var wrong: [String] = []
        for (counter, error) in [
            ("E00000", CryptoError.invalidCounter), ("E007FF", .invalidCounter), ("FFFFFF", .invalidCounter),
            ("E003FF", nil), ("FFF800", nil),
        ] {
            let number = try TripleDESKeySerialNumber(bytes("FFFF9876543210" + counter))
            let key = try initialKey(number)
            let thrown = refusal { () throws(CryptoError) in
                _ = try TripleDESDUKPT.key(for: .pin, initialKey: key, serialNumber: number)
            }
            if thrown != error { wrong.append(counter) }
        }
        let number = try TripleDESKeySerialNumber(bytes("FFFF9876543210E00001"))
        for size in 0...33 where size != 16 {
            let key = SecretBytes([UInt8](repeating: 1, count: size))
            let loaded = refusal { () throws(CryptoError) in
                _ = try TripleDESDUKPT.initialKey(baseKey: key, serialNumber: number)
            }
            let used = refusal { () throws(CryptoError) in
                _ = try TripleDESDUKPT.key(for: nil, initialKey: key, serialNumber: number)
            }
            if [loaded, used] != [.unsupportedKeySize(actual: size), .unsupportedKeySize(actual: size)] {
                wrong.append("key of \(size)")
            }
        }
        for size in 0...12 where size != 10 {
            let thrown = refusal { () throws(CryptoError) in
                _ = try TripleDESKeySerialNumber([UInt8](repeating: 0, count: size))
            }
            if thrown != .wrongSize(.keySerialNumber, expected: 10, actual: size) { wrong.append("number of \(size)") }
        }
        #expect(wrong == [])
    }
}
