import SimulatedCard
import TenderBytes
import TenderCrypto
import Testing

@testable import SimulatedPayments

@Suite struct ChipIssuerTests {
    private static let wrongPIN = SecretBytes(utf8: "1235")

    /// A transaction of a card, as its chip and the terminal tell it.
    private struct Sale {
        var card = SimulatedCard.visa
        var scheme = CryptogramScheme.visa18
        var counter: UInt16 = 1
        var amount: [UInt8] = [0, 0, 0, 0, 0x12, 0x34]
        var date: [UInt8] = [0x26, 0x11, 0x26]
        var more: [UInt16: [UInt8]] = [:]
        var pin: SecretBytes?

        func request() throws -> ChipAuthorization {
            var objects: [UInt16: [UInt8]] = [:]
            for entry in CryptogramScheme.terminalObjects {
                objects[entry.tag] = [UInt8](repeating: 0, count: entry.count)
            }
            let applicationData: [UInt8] = [6, 1, 18, 3, 0xA0, 0, 0]
            objects[0x9F02] = amount
            objects[0x9A] = date
            let data = CryptogramScheme.terminalObjects.flatMap { objects[$0.tag] ?? [] }
            let keys = try CardKeys(scheme: scheme, number: card.number, sequence: 1)
            objects[0x9F26] = try keys.cryptogram(
                data: data, profile: [0x3C, 0], counter: counter, applicationData: applicationData)
            objects[0x82] = [0x3C, 0]
            objects[0x9F10] = applicationData
            objects[0x9F27] = [0x80]
            objects[0x9F36] = [UInt8(counter >> 8), UInt8(counter & 0xFF)]
            objects[0x5F34] = [1]
            objects[0x5F24] = [0x34, 0x12, 0x31]
            let serial: [UInt8] = [0xFF, 0xFF, 0x98, 0x76, 0x54, 0x32, 0x10, 0xE0, 0, 1]
            let key = try PublishedBaseKey.key(for: .pin, serialNumber: DUKPTSerialNumber(serial))
            let block = try pin.map { try PINBlock.Format0.encrypt($0, accountNumber: card.number, key: key) }
            return ChipAuthorization(
                card: card, scheme: scheme, objects: objects.merging(more) { $1 }, pinBlock: block,
                pinKeySerialNumber: serial)
        }
    }

    private func reason(_ sale: Sale) throws -> String? {
        var issuer = ChipIssuer()
        return issuer.judge(try sale.request()).refusal?.declineCode
    }

    /// Goes online with a chip that computes, and lets the issuer and the chip judge each other.
    private func isSettled(_ scheme: CryptogramScheme) throws -> Bool {
        var profile = ChipProfile(card: .visa)
        (profile.scheme, profile.transport, profile.authentication) = (scheme, .t1, .dda)
        var card = try ChipCard(profile)
        let data: [UInt8] =
            [0, 0, 0, 0, 0x12, 0x34] + [UInt8](repeating: 0, count: 15) + [0x26, 0x11, 0x26, 0, 1, 2, 3, 4]
        let first = data + [UInt8](repeating: 0, count: scheme == .mchip ? 14 : 0)
        _ = card.transmit([0, 0xA4, 4, 0, 7, 0xA0, 0, 0, 0, 3, 0x10, 0x10, 0])
        _ = card.transmit([0x80, 0xA8, 0, 0, 7, 0x83, 5, 0, 0, 0, 0, 0, 0])
        guard case .bytes(let answer) = card.transmit([0x80, 0xAE, 0x80, 0, UInt8(first.count)] + first + [0]) else {
            return false
        }
        var objects: [UInt16: [UInt8]] = [
            0x82: [scheme == .mchip ? 0x38 : 0x3C, 0], 0x9F27: Array(answer[2..<3]), 0x9F36: Array(answer[3..<5]),
            0x9F26: Array(answer[5..<13]), 0x9F10: Array(answer[13..<(answer.count - 2)]), 0x5F34: [1],
        ]
        var rest = data[...]
        for entry in CryptogramScheme.terminalObjects {
            objects[entry.tag] = Array(rest.prefix(entry.count))
            rest = rest.dropFirst(entry.count)
        }
        var issuer = ChipIssuer()
        let verdict = issuer.judge(ChipAuthorization(card: .visa, scheme: scheme, objects: objects))
        guard verdict.isApproved, let proof = verdict.authenticationData else { return false }
        let second: [UInt8]
        if scheme == .mchip {
            second = proof + Array("00".utf8) + [UInt8](repeating: 0, count: 17)
        } else {
            guard card.transmit([0, 0x82, 0, 0, UInt8(proof.count)] + proof) == .bytes([0x90, 0]) else { return false }
            second = Array("00".utf8) + data
        }
        guard case .bytes(let end) = card.transmit([0x80, 0xAE, 0x40, 0, UInt8(second.count)] + second + [0]) else {
            return false
        }
        return end[2] == 0x40
    }

    @Test func chipAndIssuerAcceptEachOtherInEveryScheme() throws {
        #expect(try CryptogramScheme.allCases.filter { try !isSettled($0) } == [])
    }

    @Test func eachReasonHasItsDeclineCode() throws {
        let declined = try SimulatedCard.named("chargeDeclinedInsufficientFunds")
        let cases: [(Sale, String?)] = [
            (Sale(), nil), (Sale(pin: SecretBytes(utf8: "1234")), nil), (Sale(pin: Self.wrongPIN), "incorrect_pin"),
            (Sale(date: [0x34, 0x12, 0x31]), nil), (Sale(date: [0x35, 0x01, 0x01]), "expired_card"),
            (Sale(more: [0x5F24: [0x20, 0x12, 0x31]]), "expired_card"), (Sale(date: [0xFF, 1, 1]), "expired_card"),
            (Sale(amount: [0, 0, 1, 0, 0, 0]), nil), (Sale(amount: [0, 0, 1, 0, 0, 1]), "card_velocity_exceeded"),
            (Sale(amount: [0, 0, 0, 0, 0, 0xA0]), "processing_error"),
            (Sale(more: [0x9F34: [0x42, 3, 0]]), "online_or_offline_pin_required"),
            (Sale(card: declined), "insufficient_funds"),
            (Sale(counter: 0), "duplicate_transaction"),
            (Sale(more: [0x9F26: [1, 2, 3, 4, 5, 6, 7, 8]]), "fraudulent"),
            (Sale(more: [0x9F27: [0x40]]), "fraudulent"), (Sale(more: [0x82: [0x3D, 0]]), "fraudulent"),
            (Sale(more: [0x9F36: [0, 2]]), "fraudulent"), (Sale(more: [0x5F34: [2]]), "fraudulent"),
            (Sale(more: [0x9F26: []]), "processing_error"), (Sale(more: [0x9F37: [1]]), "processing_error"),
        ]
        let wrong = try cases.enumerated().filter { try reason($1.0) != $1.1 }.map(\.offset)
        #expect(wrong == [])
    }

    @Test func aCounterIsTakenOnceAndOnlyForward() throws {
        var issuer = ChipIssuer()
        let reasons = try [5, 5, 4, 6, 65_535, 65_535].map { counter in
            issuer.judge(try Sale(counter: counter).request()).refusal?.declineCode
        }
        let repeated = "duplicate_transaction"
        #expect(reasons == [nil, repeated, repeated, nil, nil, repeated])
    }

    @Test func aForgeryUsesUpNoCounter() throws {
        var issuer = ChipIssuer()
        let forged = try Sale(counter: 9, more: [0x9F26: [0, 0, 0, 0, 0, 0, 0, 0]]).request()
        let verdicts = [issuer.judge(forged), issuer.judge(try Sale(counter: 9).request())]
        #expect(verdicts.map(\.isApproved) == [false, true])
        #expect(verdicts[0].authenticationData == nil)
    }

    @Test func threeWrongPINsInARowAreTheLast() throws {
        var issuer = ChipIssuer()
        let right = SecretBytes(utf8: "1234")
        let pins = [Self.wrongPIN, Self.wrongPIN, right, Self.wrongPIN, Self.wrongPIN, Self.wrongPIN, right]
        let reasons = try pins.enumerated().map { place, pin in
            issuer.judge(try Sale(counter: UInt16(place + 1), pin: pin).request()).refusal?.declineCode
        }
        let (wrong, last) = ("incorrect_pin", "pin_try_exceeded")
        #expect(reasons == [wrong, wrong, nil, wrong, wrong, last, last])
    }

    @Test func aDeclineHasTheNetworksCodeAndTheIssuersProof() throws {
        var issuer = ChipIssuer()
        let verdict = issuer.judge(try Sale(pin: Self.wrongPIN).request())
        #expect(verdict.responseCode == "55")
        #expect(verdict.authenticationData?.count == 8)
        #expect(verdict.refusal?.code == "card_declined")
    }

    @Test func anUnknownCardIsDeclined() {
        var issuer = ChipIssuer()
        let verdict = issuer.judge(ChipAuthorization(card: nil, scheme: .common, objects: [:]))
        #expect(verdict.refusal?.declineCode == "test_mode_live_card")
    }
}
