import CommandLineOptions
import Glibc
import Tender
import TenderService
import TenderPrinting
import TenderSale

/// The command that reprints a receipt.
enum ReceiptCommand: Command {
    static let name = "receipt"
    static let summary = "print a receipt of the till again, from what was stored"
    private static let wanted = Operand("NUMBER|last|PAYMENT", "receipt NUMBER, or last", as: .wantedReceipt)
    static let operands: [any DeclaredOperand] = [wanted]
    private static let copy = Option<ReceiptLayout.Copy>(
        "copy", "WHICH", "whose copy", as: .choice, default: .customer)
    private static let escpos = Option(
        "escpos", "FILE", "write the bytes for a printer to a file or a device", as: .file)
    private static let html = Option("html", "FILE", "write a page of HTML to a file", as: .file)
    static let options: [any DeclaredOption] =
        [copy, escpos, html, JournalAccess.readOption] + ShopPaper.options + [Output.json]
    static let notes = """
        It bears the mark of a reprint and is the same otherwise. The journal is only read, so that a till may be at
        work on it, and the reprint is not recorded there: at the till it is. Without --journal it is the only one in
        $XDG_STATE_HOME/tender or ~/.local/state/tender.
        """

    private struct Answer: Encodable {
        var outcome: String
        var journal: String
        var receipt: TenderSale.Receipt
        var isStored: Bool
        var escpos: String?
        var html: String?
        var offline: [OfflineReport]?
        var findings: [String]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let wanted = try arguments[wanted]
        let paper = ShopPaper(arguments)
        let copy = arguments[Self.copy]
        let file = try await ShopFile.read(arguments)
        let (stored, isStored) = try receipt(wanted, file, paper)
        let receipt = paper.translated(stored)
        if !isStored { tellMade(file, output) }
        let layout = ReceiptLayout(width: paper.width, copy: copy, isReprint: true)
        let lines = layout.lines(of: receipt)
        try write(lines, of: receipt, paper.width, arguments, output)
        if arguments[Self.escpos] == nil, arguments[Self.html] == nil {
            output.line(paper.text(receipt, copy: copy, isReprint: true))
        }
        output.snakeCaseObject(
            Answer(
                outcome: file.findings.isEmpty ? "done" : "damaged", journal: file.path, receipt: receipt,
                isStored: isStored, escpos: arguments[Self.escpos], html: arguments[Self.html],
                offline: tellOffline(receipt, file, output), findings: file.findings))
        return file.end(output)
    }

    private static func tellMade(_ file: ShopFile, _ output: Output) {
        for receipt in file.history.receipts().unreadable {
            output.remark("tender: \(receipt.description.withoutControls)")
        }
        output.remark("tender: this receipt was not stored: it is made of the ticket, and what was printed may differ")
    }

    /// Reports what has become of the payments that were stored offline when it was printed; returns `nil` for a
    /// receipt without one.
    private static func tellOffline(
        _ receipt: TenderSale.Receipt, _ file: ShopFile, _ output: Output
    ) -> [OfflineReport]? {
        let traces = receipt.legs.compactMap(\.trace)
        let reports = file.offline.filter { traces.contains($0.id) }.map(OfflineReport.init)
        for report in reports { output.remark("tender: \(report.line)") }
        return reports.isEmpty ? nil : reports
    }

    fileprivate enum Wanted: Sendable {
        case last
        case number(Int)
        /// The receipt of the sale with this payment: the PaymentIntent, or the local id of an offline payment.
        case payment(String)

        init?(_ text: String) {
            if text == "last" {
                self = .last
            } else if let number = Int(text), number > 0 {
                self = .number(number)
            } else if text.hasPrefix("pi_") || PaymentIntent.isOffline(id: text) {
                self = .payment(text)
            } else {
                return nil
            }
        }
    }

    // MARK: - Finding

    private static func receipt(
        _ wanted: Wanted, _ file: ShopFile, _ paper: ShopPaper
    ) throws -> (receipt: TenderSale.Receipt, isStored: Bool) {
        guard let last = file.book.tickets.last?.number else {
            throw CommandLineError("no ticket was finished yet, so that there is no receipt")
        }
        let number: Int
        switch wanted {
        case .last: number = last
        case .number(let given): number = given
        case .payment(let id): number = try self.number(of: id, file)
        }
        if let stored = file.history.receipt(number: number) { return (stored, true) }
        guard let made = made(number, file, paper) else {
            throw CommandLineError("there is no receipt \(number): the last one is \(last)")
        }
        return (made, false)
    }

    /// Returns the number of the sale that a payment paid, by either of its ids.
    private static func number(of id: String, _ file: ShopFile) throws -> Int {
        let ids = [id] + file.offline.filter { $0.intentID == id }.map(\.id)
        let sale = file.book.tickets.first { $0.legs.contains { $0.intentID.map(ids.contains) ?? false } }
        guard let sale else { throw CommandLineError("no finished sale has the payment \(id)") }
        return sale.number
    }

    /// Creates the receipt of a ticket for which none was stored.
    private static func made(_ number: Int, _ file: ShopFile, _ paper: ShopPaper) -> TenderSale.Receipt? {
        for event in file.history.events.reversed() {
            guard case .ticketFinished(let ticket) = event.kind, ticket.number == number else { continue }
            let original = ticket.original.flatMap { file.book.ticket(id: $0)?.number }
            return TenderSale.Receipt(
                ticket, originalNumber: original, context: paper.context(file.history, at: event.time))
        }
        return nil
    }

    // MARK: - Writing

    private static func write(
        _ lines: [ReceiptLine], of receipt: TenderSale.Receipt, _ width: Int, _ arguments: Arguments, _ output: Output
    ) throws {
        if let path = arguments[Self.escpos] {
            let bytes = ESCPOSDocument(lines, settings: PrinterSettings(width: width)).bytes
            try write(bytes, to: path, output)
        }
        if let path = arguments[Self.html] {
            let title = [receipt.merchant.name, receipt.number.map(String.init)].compactMap(\.self).joined(
                separator: " ")
            let page = HTMLReceipt.render(
                lines, width: width, language: receipt.locale.language, title: title,
                qrCode: { QRMatrix(encoding: $0) })
            try write(Array(page.utf8), to: path, output)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String, _ output: Output) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw unwritable(path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw unwritable(path) }
            rest = rest.dropFirst(count)
        }
        output.line("Wrote \(bytes.count) bytes to \(path).")
    }

    private static func unwritable(_ path: String) -> CommandLineError {
        CommandLineError("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
}

extension OptionText where Value == ReceiptCommand.Wanted {
    /// A receipt, by whatever names it.
    fileprivate static var wantedReceipt: OptionText {
        OptionText("the number of a receipt, a payment, or last") { ReceiptCommand.Wanted($0) }
    }
}
