/// A line of a receipt that fits the paper, with its style.
public enum ReceiptLine: Hashable, Sendable {
    /// The position of a text.
    public enum Alignment: Hashable, Sendable {
        /// At the left edge.
        case left
        /// In the middle.
        case center
    }

    /// The style of a text.
    public struct Style: OptionSet, Hashable, Sendable {
        /// The set's bits.
        public let rawValue: UInt8

        /// Creates a style from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bold.
        public static let bold = Style(rawValue: 1)
        /// Double width and height: a character takes two cells.
        public static let double = Style(rawValue: 2)
    }

    /// A text that fits the line.
    case text(String, Alignment, Style)
    /// Two texts that fit the line together, one at each edge.
    case columns(String, String, Style)
    /// A line across the paper.
    case rule
    /// An empty line.
    case blank
    /// A QR code of a text, centered.
    case qrCode(String)
    /// The end of the piece of paper.
    case cut

    /// Returns the line as a row of characters, padded with blanks; `nil` for a QR code and a cut.
    ///
    /// - Parameter width: The paper's cells; a text in double size has half as many.
    public func row(width: Int) -> String? {
        switch self {
        case .text(let text, let alignment, let style):
            let room = max(0, Self.room(width, style) - DisplayCells.count(text))
            return (alignment == .center ? String(repeating: " ", count: room / 2) : "") + text
        case .columns(let left, let right, let style):
            let room = Self.room(width, style) - DisplayCells.count(left) - DisplayCells.count(right)
            return left + String(repeating: " ", count: max(1, room)) + right
        case .rule: return String(repeating: "-", count: max(0, width))
        case .blank: return ""
        case .qrCode, .cut: return nil
        }
    }

    /// Returns the number of single-width characters that fit a row in a style.
    static func room(_ width: Int, _ style: Style) -> Int { style.contains(.double) ? width / 2 : width }
}
