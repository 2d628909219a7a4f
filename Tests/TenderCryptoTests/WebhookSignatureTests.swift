import TenderBytes
import TenderCrypto
import Testing

@Suite struct WebhookSignatureTests {
    private static let secret = SecretBytes(utf8: "whsec_test_secret")
    private static let payload = Array(#"{"id":"evt_1","object":"event"}"#.utf8)
    private static let now: Int64 = 1_700_000_000

    private static func header(_ secrets: [SecretBytes] = [secret], at time: Int64 = now) -> String {
        WebhookSignature.sign(payload: payload, timestamp: time, secrets: secrets)
    }

    private static func fault(
        _ header: String, payload: [UInt8] = payload, secret: SecretBytes = secret, tolerance: Int64? = 300
    ) -> WebhookSignatureError? {
        do throws(WebhookSignatureError) {
            try WebhookSignature.verify(
                payload: payload, header: header, secret: secret, tolerance: tolerance, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test func theCodeIsTheMACOfTimeAndBodyUnderTheWholeSecret() {
        let code = HMACSHA256.authenticate(Array("1700000000.".utf8) + Self.payload, key: Self.secret)
        #expect(Self.header() == "t=1700000000,v1=" + Hex.encode(code))
    }

    @Test func whatWasSignedIsTaken() {
        let other = SecretBytes(utf8: "whsec_other")
        let code = Self.header().dropFirst("t=1700000000,".count)
        let good = [
            Self.header(), Self.header([other, Self.secret]), Self.header([Self.secret, other]),
            Self.header(at: Self.now - 300), Self.header(at: Self.now + 900), "t=1700000000,v0=00,\(code),x",
            "v1=zz,\(code),t=1700000000", "t=1,t=1700000000,\(code)",
            "t=1700000000," + code.uppercased().replacing("V1", with: "v1"),
        ]
        #expect(good.filter { Self.fault($0) != nil } == [])
        #expect(Self.fault(Self.header(at: 0), tolerance: nil) == nil)
    }

    @Test func everythingElseIsRefusedWithItsReason() {
        let code = Hex.encode(HMACSHA256.authenticate(Array("1700000000.".utf8) + Self.payload, key: Self.secret))
        let wrong: [(String, WebhookSignatureError)] = [
            ("", .noTimestamp), ("v1=\(code)", .noTimestamp), ("t=,v1=\(code)", .noTimestamp),
            ("t=abc,v1=\(code)", .noTimestamp), ("t=-5,v1=\(code)", .noTimestamp), ("t=+5,v1=\(code)", .noTimestamp),
            ("t=99999999999999999999,v1=\(code)", .noTimestamp), ("t=٣,v1=\(code)", .noTimestamp),
            (String(repeating: "t=1,", count: 2000), .noTimestamp),
            ("t=1700000000", .noSignature), ("t=1700000000,v0=\(code)", .noSignature),
            ("t=1700000000,v1", .noSignature), ("t=1700000000,v1=", .noSignature),
            ("t=1700000001,v1=\(code)", .noMatch), ("t=1700000000,v1=\(code)00", .noMatch),
            ("t=1700000000,v1=\(code.dropLast(2))", .noMatch), ("t=1700000000,v1=ü", .noMatch),
            ("t=01700000000,v1=\(code)", .noMatch), (Self.header([SecretBytes(utf8: "test_secret")]), .noMatch),
            (Self.header(at: Self.now - 301), .tooOld), (Self.header(at: 0), .tooOld),
        ]
        let kept = wrong.filter { Self.fault($0.0) != $0.1 }.map { "\($0.0.prefix(60)): \($0.1)" }
        #expect(kept == [])
        #expect(Self.fault(Self.header(), payload: Self.payload + [32]) == .noMatch)
        #expect(Self.fault(Self.header(at: .max)) == nil)
    }

    /// Anybody could sign with the secret of an endpoint that was never configured.
    @Test func anEmptySecretVerifiesNothing() {
        let none = SecretBytes([])
        #expect(Self.fault(Self.header(), secret: none) == .noSecret)
        #expect(Self.fault("", secret: none, tolerance: nil) == .noSecret)
    }

    /// Every byte of a header and a body counts, and no change of one is fatal.
    @Test func anyChangeOfAByteIsRefused() {
        let header = Array(Self.header().utf8)
        var taken: [String] = []
        for index in header.indices {
            for bit in 0..<8 {
                var changed = header
                changed[index] ^= 1 << bit
                let text = String(decoding: changed, as: UTF8.self)
                guard text.lowercased() != String(decoding: header, as: UTF8.self) else { continue }
                if Self.fault(text) == nil { taken.append("header \(index).\(bit)") }
            }
        }
        for index in Self.payload.indices {
            var changed = Self.payload
            changed[index] ^= 1
            if Self.fault(Self.header(), payload: changed) != .noMatch { taken.append("payload \(index)") }
        }
        #expect(taken == [])
    }
}
