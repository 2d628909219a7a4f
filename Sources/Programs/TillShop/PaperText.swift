import TenderSale

/// Receipts as plain text.
enum PaperText {
    private static let width = 42

    static func text(of receipt: Receipt, isReprint: Bool) -> String {
        PlainTextReceipt.render(ReceiptLayout(width: width, isReprint: isReprint).lines(of: receipt), width: width)
    }
}
