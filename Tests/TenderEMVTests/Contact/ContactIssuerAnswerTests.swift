import TenderBytes
import Testing

@testable import TenderEMV

/// What is taken for an issuer's answer.
@Suite struct ContactIssuerAnswerTests {
    private static func answer(_ text: String) -> ContactIssuerAnswer? {
        ContactIssuerAnswer(parsing: SecretBytes(Hex.decode(text) ?? []))
    }

    /// Response code, proof and code, then the scripts by tag and size.
    private static func words(_ text: String) -> String? {
        answer(text).map { answer in
            let code = String(decoding: answer.responseCode, as: UTF8.self)
            let scripts = answer.scripts.map { " \(Hex.encode([$0.moment.rawValue])):\($0.content.count)" }
            return "\(code) \(answer.authenticationData?.count ?? 0) \(answer.authorizationCode?.count ?? 0)"
                + scripts.joined()
        }
    }

    @Test func whatIsWholeIsRead() {
        let wholes = [
            ("8A023030", "00 0 0"), ("000000008A023030000000", "00 0 0"), ("8A025A33", "Z3 0 0"),
            ("91080102030405060708" + "8A023035", "05 8 0"),
            ("8A023030" + "9110" + String(repeating: "00", count: 16), "00 16 0"),
            ("8A023030" + "8906412031323320", "00 0 6"), ("8A0230307100", "00 0 0 71:0"),
            ("7203FFFFFF8A0230307101867100", "00 0 0 72:3 71:1 71:0"), ("8A0230309F26020102BF0C02FFFF", "00 0 0"),
            ("8A023030" + "718203E8" + String(repeating: "AA", count: 1000), "00 0 0 71:1000"),
        ]
        #expect(wholes.filter { Self.words($0.0) != $0.1 }.map(\.0) == [])
    }

    @Test func whatIsNotIsRefused() {
        let broken = [
            "", "00", "9108010203040506070", "91080102030405060708", "8A0130", "8A03303030", "8A022030", "8A020030",
            "8A023030" + "910701020304050607", "8A023030" + "9111" + String(repeating: "00", count: 17),
            "8A023030" + "89053132333435", "8A023030" + "8906313233343500", "8A0230308A023030", "8A0230307180",
            "8A02303071",
            "8A0230307105AA", "8A023030" + "718203FA" + String(repeating: "AA", count: 1018),
        ]
        #expect(broken.filter { Self.words($0) != nil } == [])
    }

    @Test func onlyTheCodesOfAnApprovalApprove() {
        let characters = [UInt8]("0123456789AZaz".utf8)
        let approvals = characters.flatMap { first in
            characters.compactMap { second -> String? in
                let answer = ContactIssuerAnswer(responseCode: [first, second])
                return answer?.isApproved == true ? String(decoding: [first, second], as: UTF8.self) : nil
            }
        }
        #expect(approvals == ["00", "08", "10", "11"])
    }

    /// Every prefix and every changed byte of an answer, and any bytes, are read or refused.
    @Test func randomBytesNeverTrap() {
        let whole =
            Hex.decode("8A0230309108010203040506070871129F1804112233448609841E000004AABBCCDD7205860384240000") ?? []
        var numbers = Numbers(state: 3)
        var readCount = 0
        for round in 0..<20_000 {
            var bytes = Array(whole.prefix(round % (whole.count + 1)))
            if round % 3 == 0 { bytes = (0..<round % 40).map { _ in UInt8(truncatingIfNeeded: numbers.next()) } }
            if let place = bytes.indices.randomElement(using: &numbers) {
                bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
            }
            guard let answer = ContactIssuerAnswer(parsing: SecretBytes(bytes)) else { continue }
            readCount += 1
            for script in answer.scripts { _ = ScriptRun(script) }
        }
        #expect(readCount > 1000)
    }
}
