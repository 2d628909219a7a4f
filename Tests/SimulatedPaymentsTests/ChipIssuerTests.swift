import SimulatedCard
import TenderBytes
import Testing

@testable import SimulatedPayments

@Suite struct ChipIssuerTests {
    private static let wrongPIN = SecretBytes(utf8: "1235")

    private func reason(_ sale: ChipSample) throws -> String? {
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
        let cases: [(ChipSample, String?)] = [
            (ChipSample(), nil), (ChipSample(pin: SecretBytes(utf8: "1234")), nil),
            (ChipSample(pin: Self.wrongPIN), "incorrect_pin"),
            (ChipSample(date: [0x34, 0x12, 0x31]), nil), (ChipSample(date: [0x35, 0x01, 0x01]), "expired_card"),
            (ChipSample(more: [0x5F24: [0x20, 0x12, 0x31]]), "expired_card"),
            (ChipSample(date: [0xFF, 1, 1]), "expired_card"),
            (ChipSample(amount: [0, 0, 1, 0, 0, 0]), nil),
            (ChipSample(amount: [0, 0, 1, 0, 0, 1]), "card_velocity_exceeded"),
            (ChipSample(amount: [0, 0, 0, 0, 0, 0xA0]), "processing_error"),
            (ChipSample(more: [0x9F34: [0x42, 3, 0]]), "online_or_offline_pin_required"),
            (ChipSample(card: declined), "insufficient_funds"),
            (ChipSample(counter: 0), "duplicate_transaction"),
            (ChipSample(more: [0x9F26: [1, 2, 3, 4, 5, 6, 7, 8]]), "fraudulent"),
            (ChipSample(more: [0x9F27: [0x40]]), "fraudulent"), (ChipSample(more: [0x82: [0x3D, 0]]), "fraudulent"),
            (ChipSample(more: [0x9F36: [0, 2]]), "fraudulent"), (ChipSample(more: [0x5F34: [2]]), "fraudulent"),
            (ChipSample(more: [0x9F26: []]), "processing_error"), (ChipSample(more: [0x9F37: [1]]), "processing_error"),
        ]
        let wrong = try cases.enumerated().filter { try reason($1.0) != $1.1 }.map(\.offset)
        #expect(wrong == [])
    }

    @Test func aCounterIsTakenOnceInAnyOrder() throws {
        let counters: [UInt16] = [100, 100, 99, 99, 101, 100, 38, 38, 37, 65_535, 65_535, 65_472, 65_471, 1]
        var issuer = ChipIssuer()
        let taken = try counters.map { try issuer.judge(ChipSample(counter: $0).request()).isApproved }
        #expect(
            taken == [
                true, false, true, false, true, false, true, false, true, true, false, true, true, true,
            ])
    }

    /// Any counters in any order, against a set of what was taken.
    @Test func noCounterIsTakenTwice() throws {
        var generator = Pseudorandom(state: 7)
        var issuer = ChipIssuer()
        var taken: Set<UInt16> = []
        var wrong: [UInt16] = []
        for _ in 0..<2000 {
            let counter = UInt16.random(in: 500..<700, using: &generator)
            let isNew = !taken.contains(counter)
            if try issuer.judge(ChipSample(counter: counter).request()).isApproved != isNew { wrong.append(counter) }
            if isNew { taken.insert(counter) }
        }
        #expect(wrong == [])
        #expect(taken.count > 64)
    }

    @Test func aCryptogramCoversItsAmountAPartAndASurchargeOnTop() throws {
        let big: [UInt8] = [0, 0, 1, 0, 0, 0]
        let (other, limit) = ("invalid_amount", "card_velocity_exceeded")
        let cases: [(charge: ChipCharge?, amount: [UInt8]?, reason: String?)] = [
            (nil, nil, nil), (ChipCharge(amount: 1234), nil, nil), (ChipCharge(amount: 1235), nil, other),
            (ChipCharge(amount: 1233), nil, other), (ChipCharge(amount: 1260, surcharge: 26), nil, nil),
            (ChipCharge(amount: 1261, surcharge: 26), nil, other),
            (ChipCharge(amount: 1234, surcharge: 26), nil, other),
            (ChipCharge(amount: 617, isPart: true), nil, nil), (ChipCharge(amount: 1235, isPart: true), nil, other),
            (ChipCharge(amount: 1260, surcharge: 26, isPart: true), nil, nil),
            (ChipCharge(amount: .min, surcharge: 1), nil, other),
            (ChipCharge(amount: 1_000_000), big, nil), (ChipCharge(amount: 1_000_001, surcharge: 1), big, limit),
        ]
        let wrong = try cases.indices.filter { place in
            let (charge, amount, reason) = cases[place]
            var issuer = ChipIssuer()
            var sample = ChipSample()
            if let amount { sample.amount = amount }
            return try issuer.judge(sample.request(charge)).refusal?.declineCode != reason
        }
        #expect(wrong == [])
    }

    @Test func aForgeryUsesUpNoCounter() throws {
        var issuer = ChipIssuer()
        let forged = try ChipSample(counter: 9, more: [0x9F26: [0, 0, 0, 0, 0, 0, 0, 0]]).request()
        let verdicts = [issuer.judge(forged), issuer.judge(try ChipSample(counter: 9).request())]
        #expect(verdicts.map(\.isApproved) == [false, true])
        #expect(verdicts[0].authenticationData == nil)
    }

    @Test func threeWrongPINsInARowAreTheLast() throws {
        var issuer = ChipIssuer()
        let right = SecretBytes(utf8: "1234")
        let pins = [Self.wrongPIN, Self.wrongPIN, right, Self.wrongPIN, Self.wrongPIN, Self.wrongPIN, right]
        let reasons = try pins.enumerated().map { place, pin in
            issuer.judge(try ChipSample(counter: UInt16(place + 1), pin: pin).request()).refusal?.declineCode
        }
        let (wrong, last) = ("incorrect_pin", "pin_try_exceeded")
        #expect(reasons == [wrong, wrong, nil, wrong, wrong, last, last])
    }

    @Test func aDeclineHasTheNetworksCodeAndTheIssuersProof() throws {
        var issuer = ChipIssuer()
        let verdict = issuer.judge(try ChipSample(pin: Self.wrongPIN).request())
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
