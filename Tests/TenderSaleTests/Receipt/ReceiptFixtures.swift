import TenderModel
@testable import TenderSale

/// Receipts of a small shop.
enum ReceiptFixtures {
    static let merchant = ReceiptMerchant(
        name: "Café Löwe", address: ["Hauptstraße 7", "12345 Musterstadt"], phone: "030 1234567", taxID: "DE123456789",
        merchantID: "M-4711", terminalID: "T-08")

    static let details = CardDetails(
        brand: .visa, last4: "4242", expMonth: 11, expYear: 2031, readMethod: .contactEmv,
        receipt: ReceiptDetails(
            applicationPreferredName: "Visa Credit", dedicatedFileName: "A0000000031010", authorizationCode: "A1B2C3",
            authorizationResponseCode: "00", applicationCryptogram: "0F1E2D3C4B5A6978",
            terminalVerificationResults: "0000008000", transactionStatusInformation: "E800",
            cardholderVerificationMethod: "signature"))

    static func euro(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    static func context(_ locale: String = "en", showsChipData: Bool = false) -> ReceiptContext {
        ReceiptContext(
            merchant: merchant, time: ReceiptTime(milliseconds: 1_795_283_045_000, offsetMinutes: 60),
            locale: ReceiptLocale(locale), cashier: "Ada", footer: ["Thank you!"], qrText: "https://shop.example/r/17",
            showsChipData: showsChipData)
    }

    static func ticket(_ kind: TicketRecord.Kind = .sale, card: CardDetails = details) -> TicketRecord {
        let sign: Int64 = kind == .refund ? -1 : 1
        return TicketRecord(
            id: "t17", number: 17, kind: kind, original: kind == .sale ? nil : "t9", cashier: "ada",
            lines: [
                SoldLine(
                    number: 1, code: "4006381333931", name: "Espresso", department: "Drinks",
                    quantity: Quantity(thousandths: sign * 2000) ?? .one, unitPrice: euro(250),
                    discount: euro(sign * 50),
                    amount: euro(sign * 450), taxClass: "A"),
                SoldLine(
                    number: 2, name: "Bergkäse mit sehr langem Namen aus dem hintersten Tal", department: "Food",
                    quantity: Quantity(thousandths: sign * 345) ?? .one, unitPrice: euro(1990), listPrice: euro(2190),
                    discount: euro(0), amount: euro(sign * 687), taxClass: "B"),
            ],
            taxes: [
                TaxRow(
                    taxClass: "A", rate: Percentage(thousandths: 19_000) ?? .zero, isIncluded: true,
                    net: euro(sign * 378), tax: euro(sign * 72)),
                TaxRow(
                    taxClass: "B", rate: Percentage(thousandths: 7_000) ?? .zero, isIncluded: true,
                    net: euro(sign * 642), tax: euro(sign * 45)),
            ],
            total: euro(sign * 1137), rounding: euro(0),
            legs: [
                LegRecord(
                    id: "l1", method: .card, amount: euro(sign * 1137), tip: euro(kind == .sale ? 100 : 0),
                    intentID: "pi_17", refundID: kind == .refund ? "re_17" : nil, card: card)
            ])
    }

    static func offline(_ context: ReceiptContext) -> Receipt {
        let payment = OfflinePayment(id: "off_1", amount: euro(1137), card: details)
        let intent = PaymentIntent(id: "pi_off", amount: euro(1137), status: .requiresCapture)
        return Receipt(offline: OfflineApproval(payment: payment, intent: intent), number: 18, context: context)
    }

    static func report(number: Int?) -> ShiftReport? {
        let row = ShiftReport.Row(name: "Sales", count: 3, amount: euro(3411))
        let none = ShiftReport.Row(name: "", count: 0, amount: euro(0))
        let counted = try? CashCount(
            [.init(denomination: euro(5000), count: 2), .init(denomination: euro(50), count: 3)], currency: .eur)
        return ShiftReport(
            number: number, shift: 5, businessDate: "2026-11-21", openedAt: 1_795_250_000_000,
            madeAt: 1_795_283_045_000, openedBy: "Ada", madeBy: "Bob", tickets: [row],
            departments: [.init(name: "Drinks", count: 6, amount: euro(1350))], taxes: ticket().taxes, discounts: none,
            payments: [.init(name: "card", count: 3, amount: euro(3411))], tips: [], rounding: euro(0),
            float: euro(10_000), cashSales: euro(0), paidIn: none, paidOut: none, expectedCash: euro(10_000),
            counted: number == nil ? nil : counted, difference: number == nil ? nil : euro(150), drawerOpenings: 1,
            audit: [], accepted: [], offline: none, unresolved: ["pi_lost"], parked: 2)
    }

    static var sellers: SellerReport? {
        var sale = ticket()
        sale.lines[0].seller = Seller(name: "Ann", account: "acct_ann", fee: .each(euro(10)))
        let event = ShopEvent(
            id: "e1", time: 1, businessDate: "2026-11-21", shift: 5, cashier: "ada", kind: .ticketFinished(sale))
        return try? SellerReport("2026-11-21", of: [event], transfers: TransferBook(), currency: .eur)
    }

    /// One receipt of every kind.
    static func all(_ context: ReceiptContext) -> [Receipt] {
        let slips = [
            Receipt(ticket(), context: context),
            Receipt(declined: euro(1137), card: details, trace: "pi_17", number: 17, reason: "no", context: context),
            Receipt(ticket(.void), originalNumber: 9, context: context),
            Receipt(ticket(.refund), originalNumber: 9, context: context),
            offline(context),
            Receipt(pending: euro(1137), card: details, trace: "pi_17", number: 17, context: context),
            Receipt(paidIn: euro(5000), reason: "coins", context: context),
            Receipt(paidOut: euro(5000), reason: "safe", context: context),
            Receipt(link: euro(1137), address: "https://pay.example/c/1", context: context),
        ]
        let day = report(number: 12).flatMap { try? DayReport($0.businessDate, of: [$0], currency: .eur) }
        return slips + (sellers.map { [Receipt(sellers: $0, context: context)] } ?? [])
            + (day.map { [Receipt(day: $0, context: context)] } ?? [])
            + [report(number: nil), report(number: 12)].compactMap { $0 }.map {
                Receipt(report: $0, context: context)
            }
    }

    static func text(_ receipt: Receipt, _ layout: ReceiptLayout = ReceiptLayout()) -> String {
        PlainTextReceipt.render(layout.lines(of: receipt), width: layout.width)
    }
}
