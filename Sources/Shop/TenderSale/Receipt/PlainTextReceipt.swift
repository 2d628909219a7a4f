/// Receipts as plain text: rows of characters, each ended by a line feed.
public enum PlainTextReceipt {
    /// Returns the rows of a receipt.
    ///
    /// Bold and double size are lost, and a QR code is replaced by its text.
    ///
    /// - Parameters:
    ///   - lines: The output of a `ReceiptLayout`.
    ///   - width: That layout's width.
    public static func render(_ lines: [ReceiptLine], width: Int) -> String {
        var text = ""
        for line in lines {
            for row in rows(line, width) { text += row + "\n" }
        }
        return text
    }

    private static func rows(_ line: ReceiptLine, _ width: Int) -> [String] {
        switch line {
        case .text(let text, let alignment, _): [ReceiptLine.text(text, alignment, []).row(width: width) ?? ""]
        case .columns(let left, let right, _): [ReceiptLine.columns(left, right, []).row(width: width) ?? ""]
        case .qrCode(let text): TextWrap.rows(text, width: width)
        case .rule, .blank: [line.row(width: width) ?? ""]
        case .cut: []
        }
    }
}
