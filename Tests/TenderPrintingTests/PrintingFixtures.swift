import TenderModel
import TenderPrinting
import TenderSale

/// Receipts to print.
enum PrintingFixtures {
    static func euro(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    static func context(_ locale: String) -> ReceiptContext {
        ReceiptContext(
            merchant: ReceiptMerchant(
                name: "Café Löwe", address: ["Hauptstraße 7", "12345 Musterstadt"], phone: "030 1234567",
                taxID: "DE123456789", merchantID: "M-4711", terminalID: "T-08"),
            time: ReceiptTime(milliseconds: 1_795_283_045_000, offsetMinutes: 60), locale: ReceiptLocale(locale),
            cashier: "Ada", footer: ["Auf Wiedersehen! – À bientôt!"], qrText: "https://shop.example/r/17",
            isSimulated: true)
    }

    static let card = CardDetails(
        brand: .mastercard, last4: "4444", readMethod: .contactlessEmv,
        receipt: ReceiptDetails(
            applicationPreferredName: "Mastercard", dedicatedFileName: "A0000000041010", authorizationCode: "471100",
            cardholderVerificationMethod: "signature"))

    static func sale(_ locale: String) -> Receipt {
        Receipt(
            TicketRecord(
                id: "t17", number: 17, cashier: "ada",
                lines: [
                    SoldLine(
                        number: 1, name: "Milchkaffee groß", department: "Getränke",
                        quantity: Quantity(thousandths: 2000) ?? .one, unitPrice: euro(390), discount: euro(80),
                        amount: euro(700), taxClass: "A"),
                    SoldLine(
                        number: 2, name: "Bergkäse „Złoty Ősz“ 抹茶, am Stück", department: "Theke",
                        quantity: Quantity(thousandths: 345) ?? .one, unitPrice: euro(1990), discount: euro(0),
                        amount: euro(687), taxClass: "B"),
                ],
                taxes: [
                    TaxRow(
                        taxClass: "A", rate: Percentage(thousandths: 19_000) ?? .zero, isIncluded: true,
                        net: euro(588), tax: euro(112)),
                    TaxRow(
                        taxClass: "B", rate: Percentage(thousandths: 7_000) ?? .zero, isIncluded: true,
                        net: euro(642), tax: euro(45)),
                ],
                total: euro(1387), rounding: euro(0),
                legs: [
                    LegRecord(
                        id: "l1", method: .cash, amount: euro(387), tip: euro(0), tendered: euro(500),
                        change: euro(113)),
                    LegRecord(
                        id: "l2", method: .card, amount: euro(1000), tip: euro(150), intentID: "pi_17", card: card),
                ]), context: context(locale))
    }

    static func declined(_ locale: String) -> Receipt {
        Receipt(declined: euro(1387), card: card, trace: "pi_17", number: 17, context: context(locale))
    }

    static func bytes(
        _ receipt: Receipt, _ settings: PrinterSettings, copy: ReceiptLayout.Copy = .customer, isReprint: Bool = false
    ) -> [UInt8] {
        let layout = ReceiptLayout(width: settings.width, copy: copy, isReprint: isReprint)
        return ESCPOSDocument(layout.lines(of: receipt), settings: settings).bytes
    }
}
