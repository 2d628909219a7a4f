import TenderModel
import TenderSale
import Testing

/// What stands on a receipt of each kind, and what does not.
@Suite struct ReceiptFieldTests {
    struct Row: Sendable, CustomStringConvertible {
        let kind: Receipt.Kind
        let present: String
        let absent: String

        var description: String { kind.rawValue }
    }

    /// Texts, apart by bars; every receipt is the merchant's copy, and chip data is asked for.
    static let everywhere = "Café Löwe|Hauptstraße 7|030 1234567|M-4711|T-08|2026-11-21 18:44:05|MERCHANT COPY"
    static let card = "Visa|**** 4242|Chip|A0000000031010"
    static let chipData = "0F1E2D3C4B5A6978|0000008000|E800|ARC"
    static let rows: [Row] = [
        Row(
            kind: .sale,
            present:
                "SALE|\(card)|Auth code|A1B2C3|Signature:|\(chipData)|tax incl. on|Tip|TOTAL|EUR\u{A0}12.37|pi_17|17",
            absent: "DECLINED|Original|PENDING|DUPLICATE"),
        Row(
            kind: .declined,
            present: "SALE - DECLINED|\(card)|\(chipData)|Amount attempted|11.37|Approved|EUR\u{A0}0.00|pi_17|17",
            absent: "Auth code|A1B2C3|Signature|TOTAL|Tip"),
        Row(
            kind: .void,
            present:
                "VOID|\(card)|Auth code|A1B2C3|Signature|\(chipData)|AMOUNT REVERSED|EUR\u{A0}11.37|Original receipt no.|17",
            absent: "SALE|REFUND|Signature:|TOTAL"),
        Row(
            kind: .refund,
            present: "REFUND|\(card)|A1B2C3|\(chipData)|AMOUNT RETURNED|EUR\u{A0}11.37|Original receipt no.|re_17|17",
            absent: "SALE|Signature|TOTAL"),
        Row(
            kind: .offline,
            present: "SALE - OFFLINE|NOT YET AUTHORIZED|\(card)|Signature:|TOTAL|EUR\u{A0}11.37|pi_off|18",
            absent: "PENDING|DECLINED"),
        Row(
            kind: .pending,
            present: "PENDING - NOT A RECEIPT|\(card)|Amount attempted|11.37|NOT CONFIRMED|do not pay again|pi_17|17",
            absent: "SALE|TOTAL|Approved|Auth code|A1B2C3"),
    ]

    @Test(arguments: rows) func aReceiptOfACardHasTheFieldsOfItsKind(_ row: Row) throws {
        let context = ReceiptFixtures.context(showsChipData: true)
        let receipt = try #require(ReceiptFixtures.all(context).first { $0.kind == row.kind })
        let text = ReceiptFixtures.text(receipt, ReceiptLayout(width: 48, copy: .merchant))
        let missing = (Self.everywhere + "|" + row.present).split(separator: "|").filter { !text.contains($0) }
        #expect(missing == [], "\(text)")
        let surplus = row.absent.split(separator: "|").filter { text.contains($0) }
        #expect(surplus == [], "\(text)")
    }

    static let slips: [Row] = [
        Row(
            kind: .xReport, present: "X REPORT|Expected cash|EUR\u{A0}100.00|pi_lost|Parked tickets|Shift",
            absent: "Z no.|DIFF"),
        Row(
            kind: .zReport, present: "Z REPORT|Z no.|12|2 x 50.00|DIFFERENCE|EUR\u{A0}1.50|pi_lost|Bob",
            absent: "X REPORT"),
        Row(
            kind: .dayReport,
            present:
                "DAY REPORT|Business date|2026-11-21|Z nos.|12|Sales (3)|DIFFERENCE|EUR\u{A0}1.50|NEED ATTENTION",
            absent: "Z REPORT|COPY|STILL OPEN|Expected"),
        Row(kind: .paidIn, present: "PAID IN|EUR\u{A0}50.00|coins|Ada", absent: "COPY|PAID OUT"),
        Row(
            kind: .sellerReport,
            present:
                "SELLERS|2026-11-21|Ann|acct_ann|Sales|EUR\u{A0}4.50|Fees|Transferred|Open transfers|Held by the shop",
            absent: "COPY|TOTAL|Z no."),
        Row(
            kind: .link, present: "PAY BY LINK|EUR\u{A0}11.37|Scan the code|https://pay.example/c/1",
            absent: "COPY|Thank you"),
        Row(kind: .paidOut, present: "PAID OUT|EUR\u{A0}50.00|safe|Ada", absent: "COPY|PAID IN"),
    ]

    @Test(arguments: slips) func aSlipOfTheDrawerHasTheFieldsOfItsKind(_ row: Row) throws {
        let receipt = try #require(ReceiptFixtures.all(ReceiptFixtures.context()).first { $0.kind == row.kind })
        let text = ReceiptFixtures.text(receipt)
        let missing = row.present.split(separator: "|").filter { !text.contains($0) }
        #expect(missing == [], "\(text)")
        let surplus = row.absent.split(separator: "|").filter { text.contains($0) }
        #expect(surplus == [], "\(text)")
    }

    @Test func everyKindHasARow() {
        let kinds = Set((Self.rows + Self.slips).map(\.kind))
        #expect(kinds == Set(Receipt.Kind.allCases))
        #expect(Set(ReceiptFixtures.all(ReceiptFixtures.context()).map(\.kind)) == kinds)
    }

    @Test func chipDataIsNeitherPrintedNorKeptUnlessAskedFor() {
        let receipt = Receipt(ReceiptFixtures.ticket(), context: ReceiptFixtures.context())
        #expect(receipt.legs.first?.card?.chipData == [])
        #expect(!ReceiptFixtures.text(receipt).contains("TVR"))
    }

    @Test func aSwipeHasNoFieldsOfAChip() {
        let details = CardDetails(brand: .mastercard, last4: "0005", readMethod: .magneticStripeTrack2)
        let receipt = Receipt(ReceiptFixtures.ticket(card: details), context: ReceiptFixtures.context())
        let text = ReceiptFixtures.text(receipt)
        #expect(text.contains("Magnetic stripe"))
        #expect(text.contains("Mastercard"))
        #expect(!text.contains("AID"))
    }

    @Test func onlyTheShopsCopyIsSigned() {
        let receipt = Receipt(ReceiptFixtures.ticket(), context: ReceiptFixtures.context())
        #expect(!ReceiptFixtures.text(receipt).contains("Signature:"))
        #expect(ReceiptFixtures.text(receipt, ReceiptLayout(copy: .merchant)).contains("Signature:___"))
    }

    @Test func aTipIsWrittenOnTheShopsCopy() {
        var context = ReceiptFixtures.context()
        context.asksForTip = true
        let text = ReceiptFixtures.text(
            Receipt(ReceiptFixtures.ticket(), context: context), ReceiptLayout(copy: .merchant))
        #expect(text.contains("Tip:___"))
        #expect(text.contains("Total:___"))
    }

    @Test func whatAManagerAcceptedIsNoReceipt() {
        var ticket = ReceiptFixtures.ticket()
        ticket.legs[0].standing = .accepted(by: "Grace", reason: "slip seen")
        let receipt = Receipt(ticket, context: ReceiptFixtures.context())
        let text = ReceiptFixtures.text(receipt)
        #expect(receipt.kind == .pending)
        #expect(text.contains("PENDING - NOT A RECEIPT"))
        #expect(text.contains("Grace"))
        #expect(text.contains("NOT CONFIRMED"))
    }

    @Test func aTicketWithAStoredPaymentIsAnOfflineSlip() {
        var ticket = ReceiptFixtures.ticket()
        ticket.legs[0].standing = .offline
        #expect(Receipt(ticket, context: ReceiptFixtures.context()).kind == .offline)
    }

    @Test func simulationAndTrainingAreMarked() {
        var context = ReceiptFixtures.context("de")
        context.isSimulated = true
        context.isTraining = true
        let text = ReceiptFixtures.text(Receipt(ReceiptFixtures.ticket(), context: context))
        #expect(text.contains("SIMULATION: KEIN GELD BEWEGT"))
        #expect(text.contains("TRAINING - KEIN BELEG"))
    }

    @Test func cashTellsWhatWasGivenAndGivenBack() {
        var ticket = ReceiptFixtures.ticket()
        let euro = ReceiptFixtures.euro
        ticket.rounding = euro(-2)
        ticket.legs = [
            LegRecord(
                id: "l1", method: .cash, amount: euro(1135), tip: euro(0), tendered: euro(2000), change: euro(865))
        ]
        let rows = ReceiptFixtures.text(Receipt(ticket, context: ReceiptFixtures.context("de-DE"))).split(
            separator: "\n")
        let expected = ["Rundung -0,02", "ZU ZAHLEN 11,35\u{A0}EUR", "Bar 11,35", "Gegeben 20,00", "Rückgeld 8,65"]
        let found = rows.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(expected.filter { !found.contains($0) } == [])
    }

    @Test func amountsBeyondTheirRangePrintWithoutASum() {
        var ticket = ReceiptFixtures.ticket()
        let most = ReceiptFixtures.euro(.max)
        let least = ReceiptFixtures.euro(.min)
        for place in ticket.lines.indices { ticket.lines[place].amount = most }
        ticket.total = least
        ticket.rounding = least
        ticket.legs[0].amount = most
        ticket.legs[0].tip = most
        let receipts = [TicketRecord.Kind.sale, .refund, .void].map { kind in
            ticket.kind = kind
            return Receipt(ticket, context: ReceiptFixtures.context())
        }
        #expect(receipts.map(\.subtotal) == [nil, nil, nil])
        #expect(receipts.allSatisfy { ReceiptFixtures.text($0).contains("92,233,720,368,547,758.08") })
    }
}
