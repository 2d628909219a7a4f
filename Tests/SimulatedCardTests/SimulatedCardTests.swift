import Foundation
import SimulatedCard
import TenderBytes
import TenderModel
import Testing

@Suite struct SimulatedCardTests {
    private func digits(_ card: SimulatedCard) -> [Int] {
        card.number.withUnsafeBytes { $0.map { Int($0) - 48 } }
    }

    @Test func everyNumberIsWellFormedAndUnique() {
        var wrong: [String] = []
        for card in SimulatedCard.all {
            let digits = digits(card)
            // ISO/IEC 7812-1, annex B: the check digit.
            let sum = digits.reversed().enumerated().reduce(0) { sum, item in
                let doubled = item.offset.isMultiple(of: 2) ? item.element : item.element * 2
                return sum + doubled / 10 + doubled % 10
            }
            let isWellFormed = (14...16).contains(digits.count) && digits.allSatisfy { (0...9).contains($0) }
            if !isWellFormed || !sum.isMultiple(of: 10) { wrong.append("\(card): check digit") }
            if digits.suffix(4).map(String.init).joined() != card.last4 { wrong.append("\(card): last four") }
            if card.applications.isEmpty { wrong.append("\(card): no application") }
            if SimulatedCard.all.filter({ $0.number == card.number || $0.name == card.name }).count != 1 {
                wrong.append("\(card): not unique")
            }
        }
        #expect(wrong == [])
        #expect(SimulatedCard.all.count == 30)
    }

    @Test func cardsAreFoundByNameInEitherCaseAndByNumber() throws {
        var missed: [String] = []
        for card in SimulatedCard.all {
            let names = [card.name, card.name.uppercased(), card.name.lowercased()]
            if try !names.allSatisfy({ try SimulatedCard.named($0) == card }) { missed.append("\(card): name") }
            if SimulatedCard.numbered(SecretBytes(card.number.withUnsafeBytes { Array($0) })) != card {
                missed.append("\(card): number")
            }
        }
        #expect(missed == [])
        #expect(SimulatedCard.numbered(SecretBytes(utf8: "4242424242424241")) == nil)
    }

    @Test func anUnknownNameIsAnsweredWithTheNames() {
        let text = SimulatedCardError.unknownName("visaa").description
        #expect(text.contains("'visaa'"))
        #expect(SimulatedCard.all.filter { !text.contains($0.name) } == [])
        #expect(throws: SimulatedCardError.unknownName("visaa")) { try SimulatedCard.named("visaa") }
    }

    @Test func anErrorNeverRepeatsWhatMayBeACardNumber() {
        for name in ["4000056655665556", "card 4000056655665556", String(repeating: "x", count: 65)] {
            #expect(!SimulatedCardError.unknownName(name).description.contains(name))
        }
    }

    @Test func schemesThatHoldNoMoneySayWhatTheyTake() throws {
        let eftpos = try SimulatedCard.named("eftposAuDebit").issuer.capture
        let interac = SimulatedCard.interac.issuer.capture
        let visa = SimulatedCard.visa.issuer.capture
        let methods: [CaptureMethod] = [.automatic, .manual, .manualPreferred]
        #expect(methods.map(eftpos.allows) == [true, false, true])
        #expect(methods.map(eftpos.capturesAtOnce) == [true, true, true])
        #expect(methods.map(interac.allows) == [true, true, true])
        #expect(methods.map(interac.capturesAtOnce) == [true, true, true])
        #expect(methods.map(visa.allows) == [true, true, true])
        #expect(methods.map(visa.capturesAtOnce) == [true, false, false])
    }

    @Test func detailsShowWhatTheReadMethodKnows() {
        let details = SimulatedCard.visa.details(
            readMethod: .contactEmv, verification: .none, cryptogram: "0123456789ABCDEF")
        #expect(details.last4 == "4242")
        #expect(details.receipt?.dedicatedFileName == "A0000000031010")
        #expect(details.receipt?.applicationCryptogram == "0123456789ABCDEF")
        let swiped = SimulatedCard.visa.details(
            readMethod: .magneticStripeTrack2, verification: .signature, cryptogram: "0123456789ABCDEF"
        )
        #expect(swiped.receipt?.dedicatedFileName == nil)
        #expect(swiped.receipt?.applicationCryptogram == nil)
        #expect(swiped.receipt?.cardholderVerificationMethod == "signature")
    }

    @Test func aCardIsCodedByItsName() throws {
        let data = try JSONEncoder().encode(SimulatedCard.all)
        #expect(try JSONDecoder().decode([SimulatedCard].self, from: data) == SimulatedCard.all)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SimulatedCard].self, from: Data(#"["nobody"]"#.utf8))
        }
    }

    @Test func noTextShowsANumber() {
        var found: [String] = []
        for card in SimulatedCard.all {
            let number = digits(card).map(String.init).joined()
            var dumped = ""
            dump(card, to: &dumped)
            let details = card.details(readMethod: .contactEmv, verification: .none, cryptogram: "00")
            let texts = ["\(card)", String(reflecting: card), dumped, "\([card])", "\(details)"]
            if texts.contains(where: { $0.contains(number) }) { found.append(card.name) }
        }
        #expect(found == [])
    }
}
