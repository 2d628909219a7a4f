import TenderSale

/// A receipt as printed.
enum PaperPage {
    /// Returns the columns of the paper on the screen: its right edge is never cut.
    static func width(_ till: Till) -> Int { PageView.width(till) > wide ? wide : narrow }

    private static let wide = 42
    private static let narrow = 32

    /// Returns the number of visible lines.
    static func height(_ size: GridSize) -> Int { max(1, TillLayout(size).body.height) }

    static func lines(_ receipt: Receipt, _ till: Till) -> [String] {
        let width = width(till)
        return PlainTextReceipt.render(
            ReceiptLayout(width: width, isReprint: till.isPaperDuplicate && receipt == till.paper).lines(of: receipt),
            width: width
        )
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
