/// A layout that sets a receipt in lines for paper of a given width.
///
/// The same value and layout always give the same lines.
public struct ReceiptLayout: Hashable, Sendable {
    /// The addressee of a copy.
    public enum Copy: String, Hashable, Sendable, CaseIterable {
        /// For the customer.
        case customer
        /// For the shop, with signature lines where the card requires them.
        case merchant
    }

    /// The cells per line: 32, 42 and 48 are common.
    public let width: Int
    /// The addressee.
    public let copy: Copy
    /// Whether it is a reprint: it says so, and is otherwise the same.
    public let isReprint: Bool

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - width: The cells per line, clamped to 24 to 120.
    ///   - copy: The addressee.
    ///   - isReprint: Whether it was printed before.
    public init(width: Int = 42, copy: Copy = .customer, isReprint: Bool = false) {
        self.width = min(max(width, 24), 120)
        self.copy = copy
        self.isReprint = isReprint
    }

    /// Returns the lines of a receipt, the last of which cuts the paper.
    public func lines(of receipt: Receipt) -> [ReceiptLine] {
        var page = ReceiptPage(receipt, self)
        page.addHead()
        page.addFacts()
        if let report = receipt.report {
            page.addReport(report)
        } else if let day = receipt.day {
            page.addDay(day)
        } else if let sellers = receipt.sellers {
            page.addSellers(sellers)
        } else {
            page.addGoods()
            page.addTotals()
            page.addLegs()
            page.addSlips()
        }
        page.addEnd()
        return page.lines
    }
}

/// A receipt while it is laid out.
struct ReceiptPage {
    let receipt: Receipt
    let layout: ReceiptLayout
    let texts: ReceiptTexts
    let format: ReceiptFormat
    var lines: [ReceiptLine] = []

    init(_ receipt: Receipt, _ layout: ReceiptLayout) {
        self.receipt = receipt
        self.layout = layout
        texts = ReceiptTexts(receipt.locale)
        format = ReceiptFormat(receipt.locale)
    }

    mutating func addHead() {
        let merchant = receipt.merchant
        add(merchant.name, .center, [.bold, .double])
        for line in merchant.address { add(line, .center) }
        if let phone = merchant.phone { add(texts[.phone] + " " + phone, .center) }
        if let taxID = merchant.taxID { add(texts[.taxID] + " " + taxID, .center) }
        lines.append(.blank)
        add(texts[receipt.kind.heading], .center, [.bold, .double])
        if receipt.isTraining { add(texts[.training], .center, .bold) }
        if receipt.isSimulated { add(texts[.simulated], .center, .bold) }
        if receipt.kind.hasCopies { add(texts[layout.copy == .customer ? .customerCopy : .merchantCopy], .center) }
        if layout.isReprint { add(texts[.reprint], .center, .bold) }
        lines.append(.rule)
    }

    mutating func addFacts() {
        if let number = receipt.number {
            addRow(texts[receipt.kind == .zReport ? .zNumber : .receiptNumber], String(number))
        }
        if let original = receipt.originalNumber { addRow(texts[.originalReceipt], String(original)) }
        addRow(texts[.date], format.time(receipt.time))
        addRow(texts[.cashier], receipt.cashier)
        addRow(texts[.merchantID], receipt.merchant.merchantID)
        addRow(texts[.terminalID], receipt.merchant.terminalID)
        lines.append(.rule)
    }

    mutating func addEnd() {
        if !receipt.footer.isEmpty { lines.append(.blank) }
        for line in receipt.footer { add(line, .center) }
        if let text = receipt.qrText { lines.append(.qrCode(DisplayCells.clean(text))) }
        lines.append(.cut)
    }

    /// Adds a text, in single size where double size would break it.
    mutating func add(_ text: String, _ alignment: ReceiptLine.Alignment = .left, _ style: ReceiptLine.Style = []) {
        var style = style
        if style.contains(.double), DisplayCells.count(DisplayCells.clean(text)) > ReceiptLine.room(layout.width, style)
        {
            style.remove(.double)
        }
        for row in TextWrap.rows(text, width: ReceiptLine.room(layout.width, style)) {
            lines.append(row.isEmpty ? .blank : .text(row, alignment, style))
        }
    }

    /// Adds a name with its value at the right edge; breaks the name where both do not fit, or the value.
    mutating func addRow(_ name: String, _ value: String?, _ style: ReceiptLine.Style = [], indent: Int = 0) {
        guard let value, !value.isEmpty else { return }
        var style = style
        let right = DisplayCells.clean(value)
        let cells = DisplayCells.count(right)
        if style.contains(.double), DisplayCells.count(name) + 1 + cells > ReceiptLine.room(layout.width, style) {
            style.remove(.double)
        }
        let width = ReceiptLine.room(layout.width, style)
        let blanks = String(repeating: " ", count: indent)
        var rows = TextWrap.rows(name, width: width - indent).map { blanks + $0 }
        let last = rows.removeLast()
        for row in rows { lines.append(.text(row, .left, style)) }
        if DisplayCells.count(last) + 1 + cells <= width {
            lines.append(.columns(last, right, style))
            return
        }
        lines.append(.text(last, .left, style))
        if cells < width {
            lines.append(.columns("", right, style))
        } else {
            for row in TextWrap.rows(right, width: width) { lines.append(.text(row, .left, style)) }
        }
    }
}

extension Receipt.Kind {
    /// The kind in words.
    var heading: Translation {
        switch self {
        case .sale: .sale
        case .declined: .declined
        case .void: .void
        case .refund: .refund
        case .offline: .offline
        case .pending: .pending
        case .xReport: .xReport
        case .zReport: .zReport
        case .dayReport: .dayReport
        case .paidIn: .paidIn
        case .paidOut: .paidOut
        case .link: .payByLink
        case .sellerReport: .sellerReport
        }
    }

    /// Whether customer and shop each get a copy.
    var hasCopies: Bool {
        switch self {
        case .sale, .declined, .void, .refund, .offline, .pending: true
        case .xReport, .zReport, .dayReport, .paidIn, .paidOut, .link, .sellerReport: false
        }
    }
}
