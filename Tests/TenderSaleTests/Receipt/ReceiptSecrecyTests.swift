import FoundationEssentials
import TenderModel
import TenderSale
import Testing

/// What of a card must not stand on paper, whatever a reader, a person or a stored file says.
@Suite struct ReceiptSecrecyTests {
    static let number = "5555341244441115"

    static func hostile() -> TicketRecord {
        let details = CardDetails(
            brand: .unknown(number), last4: number, expMonth: 12, expYear: 2031, readMethod: .contactEmv,
            receipt: ReceiptDetails(
                applicationPreferredName: "VISA \(number)", dedicatedFileName: number, authorizationCode: number,
                authorizationResponseCode: number, applicationCryptogram: number,
                terminalVerificationResults: "5555 3412 4444 1115", transactionStatusInformation: number,
                cardholderVerificationMethod: number))
        var ticket = ReceiptFixtures.ticket(card: details)
        ticket.legs[0].reference = "ref 5555-3412-4444-1115"
        ticket.legs[0].standing = .accepted(by: "Grace", reason: number)
        ticket.legs[0].method = .external(number)
        return ticket
    }

    @Test func aCardNumberIsNeitherKeptNorPrinted() throws {
        var context = ReceiptFixtures.context(showsChipData: true)
        context.qrText = Self.number
        let receipts = [
            Receipt(Self.hostile(), context: context),
            Receipt(
                declined: ReceiptFixtures.euro(1), card: Self.hostile().legs[0].card, trace: nil, reason: Self.number,
                context: context),
            Receipt(paidOut: ReceiptFixtures.euro(1), reason: "for \(Self.number)", context: context),
        ]
        let texts = receipts.map { ReceiptFixtures.text($0, ReceiptLayout(width: 120, copy: .merchant)) }
        #expect(texts.filter { Self.digits($0).contains("53412444") } == [])
        let stored = try receipts.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        #expect(stored.filter { Self.digits($0).contains("53412444") } == [])
    }

    private static func digits(_ text: String) -> String { text.filter { $0.isNumber } }

    @Test func theExpiryDateIsNowhere() throws {
        let receipt = Receipt(ReceiptFixtures.ticket(), context: ReceiptFixtures.context(showsChipData: true))
        let stored = String(decoding: try JSONEncoder().encode(receipt), as: UTF8.self)
        #expect(!stored.contains("2031"))
        #expect(!stored.contains("exp"))
        let text = ReceiptFixtures.text(receipt, ReceiptLayout(copy: .merchant))
        #expect(!text.contains("2031"))
        #expect(!text.contains("11/31"))
    }

    @Test func whatIsReadFromStorageIsHeldToTheSameRules() throws {
        let text = #"{"last4":"4242424242424242","applicationName":"x 4242424242424242","aid":"<script>"}"#
        let card = try JSONDecoder().decode(ReceiptCard.self, from: Data(text.utf8))
        #expect(card == ReceiptCard(last4: "4242", applicationName: "x ************4242"))
    }

    @Test func aNumberAmongOtherDigitsIsFound() throws {
        let receipts = ["995555341244441115", "5555 3412 4444 1115", "a5555341244441115b", "17 5555341244441115,42"].map
        {
            Receipt(paidIn: ReceiptFixtures.euro(1), reason: $0, context: ReceiptFixtures.context())
        }
        #expect(receipts.filter { Self.digits($0.note ?? "").contains("53412444") } == [])
    }

    @Test func whatIsNoCardNumberIsLeft() {
        let reasons = ["4242424242424310", "123456789012", "0000000000000000", "Invoice 2026-11-21 7"]
        let kept = reasons.map {
            Receipt(paidIn: ReceiptFixtures.euro(1), reason: $0, context: ReceiptFixtures.context()).note
        }
        #expect(kept == reasons)
    }
}
