import FoundationEssentials
import TenderFlow
import TenderModel
import TenderPrinting
import TenderSale

/// The till's values without a screen: a receipt in its forms, the totals of a long ticket, and a long day at startup.
enum ShopBenchmark {
    private static let receipts = 200
    private static let sales = 10_000

    static func run() async throws -> [Benchmark] {
        let limits = [
            Benchmark(name: "limit_key_to_screen", medianNanoseconds: 50_000_000),
            Benchmark(name: "limit_start", medianNanoseconds: 100_000_000),
        ]
        return try limits + (await receiptForms()) + [await cartTotals()] + (await longDay())
    }

    // MARK: - A receipt

    /// Measures a receipt of 20 lines and a card, 42 columns wide, with a QR code where the form has one.
    private static func receiptForms() async throws -> [Benchmark] {
        let receipt = Receipt(try ticket(1, lines: 20), context: context)
        let layout = ReceiptLayout(width: 42)
        let settings = PrinterSettings(width: 42)
        let forms: [(name: String, body: () throws -> Int)] = [
            ("receipt_json_encoder", { try JSONEncoder().encode(receipt).count }),
            ("receipt_stored", { try receipt.record().body.count }),
            ("receipt_text", { PlainTextReceipt.render(layout.lines(of: receipt), width: 42).utf8.count }),
            ("receipt_escpos", { ESCPOSDocument(layout.lines(of: receipt), settings: settings).bytes.count }),
            ("receipt_html", { page(receipt, layout).utf8.count }),
        ]
        var results: [Benchmark] = []
        for form in forms {
            results.append(
                try await Benchmark.measureProcessorTime(form.name, samples: 15, operations: receipts) {
                    for _ in 0..<receipts { guard try form.body() > 500 else { throw BenchmarkError.brokenPromise } }
                })
        }
        return results
    }

    private static func page(_ receipt: Receipt, _ layout: ReceiptLayout) -> String {
        HTMLReceipt.render(
            layout.lines(of: receipt), width: 42, language: .german, title: "17", qrCode: { QRMatrix(encoding: $0) })
    }

    // MARK: - A ticket

    /// Measures one change of a ticket of 1,000 lines with discounts, which recalculates every total.
    private static func cartTotals() async throws -> Benchmark {
        let rate = try percentage(19_000)
        let classes = [
            TaxClass(name: "A", rate: rate, isIncluded: true),
            TaxClass(name: "B", rate: try percentage(7_000), isIncluded: true),
        ]
        var cart = Cart(currency: .eur, taxes: try TaxTable(classes))
        for index in 0..<1_000 {
            let product = Product(
                code: "\(index)", name: "Thing \(index)", department: "All", price: euro(199 + Int64(index)),
                taxClass: index.isMultiple(of: 2) ? "A" : "B")
            try cart.add(product)
        }
        try cart.setDiscount(.percent(try percentage(10_000)))
        guard let two = Quantity(thousandths: 2_000) else { throw BenchmarkError.brokenPromise }
        return try await Benchmark.measureProcessorTime("cart_totals_1000_lines", samples: 15, operations: 50) {
            for number in 1...50 {
                try cart.setQuantity(cart.line(number)?.quantity == two ? .one : two, ofLine: number)
            }
        }
    }

    // MARK: - A long day

    /// Measures 10,000 sales of three lines in one shift, with their receipts: read from their records, and folded.
    private static func longDay() async throws -> [Benchmark] {
        var book = ShopBook(currency: .eur)
        let opening = try book.opening(
            id: "e0", at: 0, businessDate: "2026-11-21", by: "ann", float: CashCount(total: euro(0)))
        try book.take(opening)
        var events = [opening]
        var records = [try opening.record()]
        for number in 1...sales {
            let ticket = try ticket(number, lines: 3)
            let event = try book.event(id: "e\(number)", at: Int64(number), by: "ann", .ticketFinished(ticket))
            try book.take(event)
            events.append(event)
            records += [try event.record(), try Receipt(ticket, context: context).record()]
        }
        let eventRecords = records.filter { $0.kind == ShopEvent.recordKind }
        let history = ShopHistory(records)
        let steps: [(name: String, body: () throws -> Int)] = [
            ("shop_events_read_10000_sales", { ShopHistory(eventRecords).events.count }),
            ("shop_history_read_10000_sales", { ShopHistory(records).receiptCount }),
            ("shop_receipts_read_10000", { history.receipts().read.count }),
            ("shop_receipt_found_in_10000", { history.receipt(number: 1) == nil ? 0 : sales }),
            ("shop_book_folded_10000_sales", { ShopBook(currency: .eur, folding: events).tickets.count }),
            ("shop_report_10000_sales", { try book.report(at: 0, by: nil).tickets[0].count }),
        ]
        var results: [Benchmark] = []
        for step in steps {
            results.append(
                try await Benchmark.measureProcessorTime(step.name, samples: 5, operations: 1) {
                    guard try step.body() >= sales else { throw BenchmarkError.brokenPromise }
                })
        }
        return results
    }

    // MARK: - Goods

    private static func ticket(_ number: Int, lines count: Int) throws -> TicketRecord {
        guard let quantity = Quantity(thousandths: 2_000) else { throw BenchmarkError.brokenPromise }
        let lines = (1...count).map { line in
            SoldLine(
                number: line, code: "400638133393\(line)", name: "Bergkäse am Stück \(line)", department: "Food",
                quantity: quantity, unitPrice: euro(595), discount: euro(0), amount: euro(1_190), taxClass: "A")
        }
        let total = Int64(count) * 1_190
        let tax = TaxRow(
            taxClass: "A", rate: try percentage(19_000), isIncluded: true, net: euro(total * 100 / 119),
            tax: euro(total - total * 100 / 119))
        let card = CardDetails(
            brand: .visa, last4: "4242", readMethod: .contactlessEmv,
            receipt: ReceiptDetails(
                applicationPreferredName: "Visa Credit", dedicatedFileName: "A0000000031010",
                authorizationCode: "A1B2C3"))
        return TicketRecord(
            id: "t\(number)", number: number, cashier: "ann", lines: lines, taxes: [tax], total: euro(total),
            rounding: euro(0),
            legs: [
                LegRecord(
                    id: "l\(number)", method: .card, amount: euro(total), tip: euro(0), intentID: "pi_\(number)",
                    card: card)
            ])
    }

    private static let context = ReceiptContext(
        merchant: ReceiptMerchant(
            name: "Café Löwe", address: ["Hauptstraße 7", "12345 Musterstadt"], taxID: "DE123456789"),
        time: ReceiptTime(milliseconds: 1_795_283_045_000, offsetMinutes: 60), locale: ReceiptLocale("de-DE"),
        cashier: "Ann", footer: ["Auf Wiedersehen!"], qrText: "https://shop.example/r/17")

    private static func euro(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    private static func percentage(_ thousandths: Int64) throws -> Percentage {
        guard let share = Percentage(thousandths: thousandths) else { throw BenchmarkError.brokenPromise }
        return share
    }
}
