import TenderBytes
import TenderCrypto
import Testing

/// The device's side of DUKPT against the receiver's, whose keys are checked against the published ones.
@Suite struct DUKPTDeviceTests {
    private static let purposes: [(DUKPTTransaction.Purpose, TripleDESDUKPT.Usage, AESDUKPT.Usage)] = [
        (.pin, .pin, .pin), (.requestMAC, .requestMAC, .macGeneration), (.responseMAC, .responseMAC, .macVerification),
        (.requestData, .requestData, .dataEncryption), (.responseData, .responseData, .dataDecryption),
    ]
    private static let types: [Int: AESDUKPT.KeyType] = [16: .aes128, 24: .aes192, 32: .aes256]

    /// Goes on from a number, and says where device and receiver differ.
    private func differences(_ key: SecretBytes, _ start: String, _ count: Int) throws -> [String] {
        var device = try DUKPTDevice(initialKey: key, serialNumber: DUKPTSerialNumber(bytes(start)))
        var wrong: [String] = []
        for _ in 0..<count {
            let expected = device.serialNumber.next
            guard let transaction = try device.advance() else { break }
            let number = transaction.serialNumber
            for (purpose, tripleDES, aes) in Self.purposes {
                let key =
                    switch number {
                    case .tripleDES(let number):
                        try TripleDESDUKPT.key(for: tripleDES, initialKey: key, serialNumber: number)
                    case .aes(let number):
                        try AESDUKPT.key(
                            for: aes, type: #require(Self.types[key.count]), initialKey: key, serialNumber: number)
                    }
                if try transaction.key(for: purpose) != key { wrong.append("\(purpose) \(Hex.encode(number.bytes))") }
            }
            let restored = DUKPTDevice(serialNumber: number, futureKeys: device.futureKeys)
            if expected != number || restored == nil { wrong.append("\(Hex.encode(number.bytes)): state") }
        }
        return wrong
    }

    @Test func eachTransactionHasTheKeysThatItsReceiverDerives() throws {
        let tripleDES = try secret("6AC292FAA1315B4D858AB3A3D7D5933A")
        let aes = try secret("CE9CE0C101D1138F97FB6CAD4DF045A7083D4EAE2D35A31789D01CCF0949550F")
        var wrong: [String] = []
        for start in ["E00000", "E003FE", "E7F000", "EFF000", "FFF000"] {
            wrong += try differences(tripleDES, "FFFF9876543210" + start, 200)
        }
        for size in [16, 24, 32] {
            let key = aes.slice(0..<size)
            for start in ["00000000", "0000FFFE", "7FFF0000", "FFFE8000"] {
                wrong += try differences(key, "1234567890123456" + start, 60)
            }
        }
        #expect(wrong == [])
    }

    @Test func theLastTransactionLeavesNoKey() throws {
        var device = try DUKPTDevice(
            initialKey: secret("6AC292FAA1315B4D858AB3A3D7D5933A"),
            serialNumber: DUKPTSerialNumber(bytes("FFFF9876543210FFF400")))
        #expect(try device.advance()?.serialNumber.counter == 0x1FF800)
        #expect(device.futureKeys.isEmpty)
        #expect(try device.advance()?.serialNumber == nil)
        #expect(device.serialNumber.counter == 0x1FF800)
    }

    @Test func otherKeysThanThoseOfTheNumberMakeNoDevice() throws {
        let number = try DUKPTSerialNumber(bytes("FFFF9876543210E00005"))
        let device = try DUKPTDevice(
            initialKey: secret("6AC292FAA1315B4D858AB3A3D7D5933A"), serialNumber: number)
        var wrong: [String] = []
        for place in -1...22 {
            var keys = device.futureKeys
            if keys.removeValue(forKey: place) == nil { keys[place] = SecretBytes([UInt8](repeating: 1, count: 16)) }
            if DUKPTDevice(serialNumber: number, futureKeys: keys) != nil { wrong.append("\(place)") }
            guard device.futureKeys[place] != nil else { continue }
            keys[place] = SecretBytes([UInt8](repeating: 1, count: 24))
            if DUKPTDevice(serialNumber: number, futureKeys: keys) != nil { wrong.append("\(place): size") }
        }
        #expect(wrong == [])
        #expect(DUKPTDevice(serialNumber: number, futureKeys: device.futureKeys) != nil)
        #expect(DUKPTDevice(spentAt: try DUKPTSerialNumber(bytes("FFFF9876543210FFFFFF"))) == nil)
    }

    /// 08D7B4 is the check value of the base key of ANSI X9.24-1's example, as key managers print it.
    @Test func checkValuesAreThoseOfTheirMethods() throws {
        let tripleDES = try BlockCipher.tripleDES.checkValue(of: secret("0123456789ABCDEFFEDCBA9876543210"))
        #expect(Hex.encode(tripleDES) == "08d7b4")
        let key = try secret("2B7E151628AED2A6ABF7158809CF4F3C")
        let code = try MessageAuthentication.aesCMAC.authenticate([UInt8](repeating: 0, count: 16), key: key)
        #expect(try BlockCipher.aes.checkValue(of: key) == Array(code.prefix(5)))
    }
}
