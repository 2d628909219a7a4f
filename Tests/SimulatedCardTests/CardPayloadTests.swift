import SimulatedCard
import TenderBytes
import TenderCrypto
import TenderModel
import Testing

@Suite struct CardPayloadTests {
    private static func payload(
        _ card: SimulatedCard = .visa, readMethod: ReadMethod = .contactEmv,
        verification: CardholderVerification = .none, units: Int64 = 1099, currency: Currency = .eur
    ) -> CardPayload {
        CardPayload(
            card: card, readMethod: readMethod, verification: verification,
            amount: Amount(minorUnits: units, currency: currency)
        )
    }

    /// Seals any plaintext the way a reader does, to find out what an authentic but odd one does.
    private func seal(_ plaintext: [UInt8]) throws -> EncryptedPayload {
        let keySerial = "000000010000000000000002"
        let sealed = try AESGCM.seal(
            SecretBytes(plaintext), key: CardPayload.publishedKey, nonce: #require(Hex.decode(keySerial)),
            authenticating: Array("\(CardPayload.scheme):\(keySerial)".utf8)
        )
        return EncryptedPayload(
            scheme: CardPayload.scheme, keySerial: keySerial, ciphertext: Hex.encode(sealed.ciphertext),
            tag: Hex.encode(sealed.tag)
        )
    }

    private func failure(_ payload: EncryptedPayload) -> CardPayloadError? {
        do throws(CardPayloadError) {
            _ = try CardPayload.open(payload)
            return nil
        } catch {
            return error
        }
    }

    private let layout: [UInt8] = [
        0x01, 0x05, 0x02, 0x34, 0x12, 0, 0, 0, 0, 0, 0, 0x04, 0x4B, 0x45, 0x55, 0x52,
        0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0xFF, 0xFF,
    ]

    @Test func theLayoutIsTheDocumentedOne() throws {
        #expect(try CardPayload.open(seal(layout)) == Self.payload(verification: .onlinePin))
        let own = try Self.payload(verification: .onlinePin).seal(device: 1, counter: 2)
        #expect(try own == seal(layout))
    }

    /// 5A, 5F24, 9F02, 5F2A and 9F34, and an object with a tag of three bytes.
    private let objects: [UInt8] =
        [0x5A, 8, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x5F, 0x24, 3, 0x34, 0x12, 0x31]
        + [0x9F, 0x02, 6, 0, 0, 0, 0, 0x10, 0x99, 0x5F, 0x2A, 2, 0x09, 0x78, 0x9F, 0x34, 3, 0x42, 3, 0]
        + [0xDF, 0xC5, 0x04, 1, 7]
    private let chipHead: [UInt8] = [0x02, 0, 0, 0, 0, 0, 0, 0x04, 0x4B, 0x45, 0x55, 0x52]

    @Test func theLayoutOfAChipIsTheDocumentedOne() throws {
        let payload = try CardPayload.open(seal(chipHead + objects))
        var expected = Self.payload(verification: .onlinePin)
        #expect(payload != expected)
        expected = try CardPayload(chip: SecretBytes(objects), amount: expected.amount)
        #expect(payload == expected)
        #expect(payload.number == SecretBytes(utf8: "4242424242424242"))
        #expect([payload.expMonth, payload.expYear] == [12, 2034])
        #expect(payload.verification == .onlinePin)
        #expect(try payload.seal(device: 1, counter: 2) == seal(chipHead + objects))
    }

    @Test func aChipsObjectsThatAreNotWholeOrNotOfTheAmountAreRefused() throws {
        var accepted: [Int] = []
        // The last two objects are not asked for.
        for count in 0..<(objects.count - 11) where try failure(seal(chipHead + objects.prefix(count))) == nil {
            accepted.append(count)
        }
        #expect(accepted == [])
        var head = chipHead
        head[8] = 0x4C
        #expect(try failure(seal(head + objects)) == .invalidContent(.amount))
        head = Array(chipHead.prefix(9)) + Array("USD".utf8)
        #expect(try failure(seal(head + objects)) == .invalidContent(.currency))
    }

    @Test func everyCardAndValueSurvivesARoundTrip() throws {
        var payloads = SimulatedCard.all.map { Self.payload($0) }
        payloads += ReadMethod.known.map { Self.payload(readMethod: $0) }
        payloads += CardholderVerification.allCases.map { Self.payload(verification: $0) }
        payloads += Currency.all.map { Self.payload(currency: $0) }
        payloads += [0, 1, .max].map { Self.payload(units: $0) }
        for size in 12...19 {
            var odd = Self.payload()
            odd.number = SecretBytes(utf8: String("9876543210987654321".prefix(size)))
            payloads.append(odd)
        }
        var wrong: [Int] = []
        for (index, payload) in payloads.enumerated() {
            let sealed = try payload.seal(device: 7, counter: UInt64(index))
            if try CardPayload.open(sealed) != payload { wrong.append(index) }
        }
        #expect(wrong == [])
    }

    @Test func everyDeviceAndCounterGivesANonceOfItsOwn() throws {
        var serials: Set<String> = []
        for device in [UInt32(0), 1, 2, .max] {
            for counter in [UInt64(0), 1, 2, 255, 256, 1 << 32, .max] {
                serials.insert(try Self.payload().seal(device: device, counter: counter).keySerial)
            }
        }
        #expect(serials.count == 28)
        #expect(try Self.payload().seal(device: 1, counter: 2).keySerial == "000000010000000000000002")
    }

    @Test func everyChangedDigitIsRefused() throws {
        let sealed = try Self.payload().seal(device: 1, counter: 2)
        let parts: [WritableKeyPath<EncryptedPayload, String>] = [\.keySerial, \.ciphertext, \.tag]
        var accepted: [String] = []
        for part in parts {
            for index in sealed[keyPath: part].indices {
                var changed = sealed
                let digit = changed[keyPath: part].remove(at: index)
                changed[keyPath: part].insert(digit == "0" ? "1" : "0", at: index)
                if failure(changed) != .authenticationFailed { accepted.append("\(part) \(changed[keyPath: part])") }
            }
        }
        #expect(accepted == [])
    }

    @Test func malformedPartsAreNamed() throws {
        let sealed = try Self.payload().seal(device: 0xABCD, counter: 2)
        let parts: [(CardPayloadError.Part, WritableKeyPath<EncryptedPayload, String>)] = [
            (.keySerial, \.keySerial), (.ciphertext, \.ciphertext), (.tag, \.tag),
        ]
        var wrong: [String] = []
        for (name, part) in parts {
            let good = sealed[keyPath: part]
            let huge = String(repeating: "0", count: 1_000_000)
            for bad in [
                "", "0", good + "00", String(good.dropLast(2)), "zz" + good.dropFirst(2), "é" + good.dropFirst(2), huge,
            ] {
                var changed = sealed
                changed[keyPath: part] = bad
                if failure(changed) != .malformed(name) { wrong.append("\(name): \(bad.prefix(60))") }
            }
        }
        var upper = sealed
        upper.keySerial = upper.keySerial.uppercased()
        if failure(upper) != .malformed(.keySerial) { wrong.append("upper case") }
        #expect(wrong == [])
        var other = sealed
        other.scheme = "dukpt-aes"
        #expect(failure(other) == .unknownScheme)
    }

    @Test func authenticNonsenseIsNamed() throws {
        let cases: [(CardPayloadError.Field, [Int: UInt8])] = [
            (.version, [0: 2]), (.version, [0: 0]), (.readMethod, [1: 6]), (.verification, [2: 4]),
            (.expiry, [3: 0x3A]), (.expiry, [3: 0xA3]), (.expiry, [4: 0x00]), (.expiry, [4: 0x13]),
            (.expiry, [4: 0xFF]),
            (.amount, [5: 0x80]), (.currency, [13: 0x65]), (.currency, [13: 0x58]), (.currency, [14: 0xFF]),
            (.number, [16: 0xF2]), (.number, [21: 0xFF]), (.number, [17: 0x4A]), (.number, [24: 0xF1]),
            (.number, [25: 0x11]),
        ]
        var wrong: [String] = []
        for (field, changes) in cases {
            var plaintext = layout
            for (offset, byte) in changes { plaintext[offset] = byte }
            if try failure(seal(plaintext)) != .invalidContent(field) { wrong.append("\(field) \(changes)") }
        }
        for size in [0, 25, 27] where try failure(seal([UInt8](repeating: 1, count: size))) != .malformed(.ciphertext) {
            wrong.append("size \(size)")
        }
        #expect(wrong == [])
    }

    @Test func randomPlaintextIsNeverATrap() throws {
        var generator = SystemRandomNumberGenerator()
        var opened = 0
        for _ in 0..<2_000 {
            var plaintext = layout
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                plaintext[Int.random(in: layout.indices, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            guard let payload = try? CardPayload.open(seal(plaintext)) else { continue }
            opened += 1
            // What opens can be sealed again.
            _ = try payload.seal(device: 1, counter: 2)
        }
        #expect(opened > 0)
    }

    @Test func whatTheLayoutCannotHoldIsNotSealed() {
        var wrong: [String] = []
        func expect(_ field: CardPayloadError.Field, _ change: (inout CardPayload) -> Void) {
            var payload = Self.payload()
            change(&payload)
            do throws(CardPayloadError) {
                _ = try payload.seal(device: 1, counter: 1)
                wrong.append("\(field) was sealed")
            } catch {
                if error != .invalidContent(field) { wrong.append("\(error) for \(field)") }
            }
        }
        expect(.readMethod) { $0.readMethod = .unknown("thought") }
        expect(.expiry) { $0.expMonth = 13 }
        expect(.expiry) { $0.expMonth = 0 }
        expect(.expiry) { $0.expYear = 1999 }
        expect(.expiry) { $0.expYear = 2100 }
        expect(.amount) { $0.amount = Amount(minorUnits: -1, currency: .eur) }
        for number in ["", "42424242424", "42424242424242424242", "4242a24242424242", "424242424242424 "] {
            expect(.number) { $0.number = SecretBytes(utf8: number) }
        }
        #expect(wrong == [])
    }

    @Test func noTextShowsTheNumber() throws {
        let payload = Self.payload()
        let sealed = try payload.seal(device: 1, counter: 1)
        var dumped = ""
        dump(payload, to: &dumped)
        dump(sealed, to: &dumped)
        let texts = ["\(payload)", String(reflecting: payload), dumped, "\(sealed)"]
        #expect(texts.filter { $0.contains("42424242") } == [])
    }
}
