import TenderBytes
import TenderCrypto
import Testing

@Suite struct AESDUKPTTests {
    private static let types: [String: AESDUKPT.KeyType] = [
        "TDEA-2": .twoKeyTripleDES, "TDEA-3": .threeKeyTripleDES, "AES-128": .aes128, "AES-192": .aes192,
        "AES-256": .aes256,
    ]
    private static let usages = Dictionary(uniqueKeysWithValues: AESDUKPT.Usage.allCases.map { ("\($0)", $0) })

    private func number(_ counter: String) throws -> AESKeySerialNumber {
        try AESKeySerialNumber(bytes("1234567890123456" + counter))
    }

    private func initialKey(bits: Int) throws -> SecretBytes {
        let base = String(repeating: "FEDCBA9876543210F1F1F1F1F1F1F1F1", count: 2).prefix(bits / 4)
        return try AESDUKPT.initialKey(baseKey: secret(String(base)), serialNumber: number("00000000"))
    }

    @Test func initialKeysMatchThePublishedOnes() throws {
        // ANSI X9.24-3:2017, supplement of test vectors.
        let keys = try [hex(initialKey(bits: 128)), hex(initialKey(bits: 256))]
        #expect(
            keys == [
                "1273671EA26AC29AFA4D1084127652A1", "CE9CE0C101D1138F97FB6CAD4DF045A7083D4EAE2D35A31789D01CCF0949550F",
            ])
    }

    @Test func keysMatchThePublishedOnes() throws {
        var wrong: [String] = []
        for row in try VectorFile.rows("dukpt-aes.tsv") {
            let type = try #require(Self.types[row[3]])
            let usage = Self.usages[row[2]]
            if usage == nil, row[2] != "derivation" { wrong.append("unknown usage \(row[2])") }
            let key = try AESDUKPT.key(
                for: usage, type: type, initialKey: initialKey(bits: #require(Int(row[0]))),
                serialNumber: number(row[1]))
            if hex(key) != row[4] { wrong.append("\(row): \(hex(key))") }
        }
        #expect(wrong == [])
    }

    @Test func aKeyIsNeverStrongerThanItsSource() throws {
        var refused: Set<String> = []
        var wrong: [String] = []
        for source in ["AES-128", "AES-192", "AES-256"] {
            let size = try #require(Self.types[source]).byteCount
            let initialKey = SecretBytes([UInt8](repeating: 1, count: size))
            let number = try number("00000001")
            for (name, type) in Self.types {
                do throws(CryptoError) {
                    let key = try AESDUKPT.key(
                        for: .pin, type: type, initialKey: initialKey, serialNumber: number)
                    if key.count != type.byteCount { wrong.append(name) }
                } catch {
                    refused.insert("\(source): \(name)")
                    if error != .keyTooStrong { wrong.append("\(error)") }
                }
            }
        }
        #expect(wrong == [])
        #expect(refused == ["AES-128: AES-192", "AES-128: AES-256", "AES-192: AES-256"])
    }

    @Test func theNextCounterIsTheSmallestLargerOneWithFewOneBits() throws {
        let starts: [UInt32] = [0, 0xFFF0, 0x1_FFF0, 0x7FFF_7FF0, 0xFFFE_FF00, 0xFFFF_0000 - 3000]
        var wrong: [String] = []
        for start in starts {
            var current = try number(Hex.encode((0..<4).map { UInt8(truncatingIfNeeded: start >> (24 - 8 * $0)) }))
            var expected = start
            for _ in 0..<2000 {
                guard let next = current.next else {
                    if current.counter != 0xFFFF_0000 { wrong.append("nothing after \(current.counter)") }
                    break
                }
                repeat { expected += 1 } while expected.nonzeroBitCount > 16
                if next.counter != expected { wrong.append("\(start): \(expected)") }
                current = next
            }
        }
        #expect(wrong == [])
        #expect(try number("FFFF0000").next == nil)
    }

    @Test func countersThatNoDeviceReachesAndOtherSizesAreErrors() throws {
        var wrong: [String] = []
        let key = SecretBytes([UInt8](repeating: 1, count: 16))
        for (counter, error) in [
            ("00000000", CryptoError.invalidCounter), ("0001FFFF", .invalidCounter), ("FFFFFFFF", .invalidCounter),
            ("0000FFFF", nil), ("FFFF0000", nil),
        ] {
            let number = try number(counter)
            let thrown = refusal { () throws(CryptoError) in
                _ = try AESDUKPT.key(for: nil, type: .aes128, initialKey: key, serialNumber: number)
            }
            if thrown != error { wrong.append(counter) }
        }
        let number = try number("00000001")
        for size in 0...40 where ![16, 24, 32].contains(size) {
            let other = SecretBytes([UInt8](repeating: 1, count: size))
            let loaded = refusal { () throws(CryptoError) in
                _ = try AESDUKPT.initialKey(baseKey: other, serialNumber: number)
            }
            let used = refusal { () throws(CryptoError) in
                _ = try AESDUKPT.key(for: .pin, type: .aes128, initialKey: other, serialNumber: number)
            }
            if [loaded, used] != [.unsupportedKeySize(actual: size), .unsupportedKeySize(actual: size)] {
                wrong.append("key of \(size)")
            }
        }
        for size in 0...14 where size != 12 {
            let thrown = refusal { () throws(CryptoError) in
                _ = try AESKeySerialNumber([UInt8](repeating: 0, count: size))
            }
            if thrown != .wrongSize(.keySerialNumber, expected: 12, actual: size) { wrong.append("number of \(size)") }
        }
        #expect(wrong == [])
    }
}
