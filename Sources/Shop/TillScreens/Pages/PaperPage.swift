import TenderSale

/// A receipt as it is printed.
enum PaperPage {
    /// The columns of the paper on the screen: what is at its right edge is never cut.
    static func width(_ till: Till) -> Int { PageView.width(till) > wide ? wide : narrow }

    private static let wide = 42
    private static let narrow = 32

    /// How many lines are in sight.
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
