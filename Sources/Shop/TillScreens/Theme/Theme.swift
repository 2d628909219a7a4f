/// The look of screens on one terminal: its colors and its characters.
public struct Theme: Hashable, Sendable {
    /// The number of colors.
    public let depth: ColorDepth
    /// Whether the terminal shows characters beyond ASCII.
    public let isUTF8: Bool

    /// Creates the theme of a terminal.
    public init(depth: ColorDepth, isUTF8: Bool) {
        self.depth = depth
        self.isUTF8 = isUTF8
    }

    /// The characters for lines and marks.
    public var glyphs: Glyphs { isUTF8 ? .unicode : .ascii }

    /// Returns the look of cells with a meaning.
    public func rendition(of style: CellStyle) -> Rendition {
        switch depth {
        case .mono: mono(style)
        case .eight: eight(style)
        case .sixteen: sixteen(style)
        case .full: full(style)
        }
    }

    /// Uses only attributes that every terminal has.
    private func mono(_ style: CellStyle) -> Rendition {
        switch style {
        case .normal, .dim, .frame, .good, .code: Rendition()
        case .heading, .total, .key, .bad: Rendition(bold: true)
        case .warning, .unknown: Rendition(bold: true, underlined: true)
        case .selection: Rendition(reversed: true)
        }
    }

    /// Returns the look in eight colors; neither black nor blue is a text color here: on a console's black both vanish.
    private func eight(_ style: CellStyle) -> Rendition {
        switch style {
        case .normal, .dim, .frame: Rendition()
        case .heading, .total: Rendition(bold: true)
        case .good: Rendition(2)
        case .bad: Rendition(1, bold: true)
        case .warning: Rendition(3, bold: true)
        case .unknown: Rendition(5, bold: true)
        case .key: Rendition(6, bold: true)
        case .selection: Rendition(reversed: true)
        case .code: Rendition(7, on: 0)
        }
    }

    /// Avoids bright black, which many consoles show as black.
    private func sixteen(_ style: CellStyle) -> Rendition {
        switch style {
        case .normal, .dim, .frame: Rendition()
        case .heading, .total: Rendition(bold: true)
        case .good: Rendition(10)
        case .bad: Rendition(9, bold: true)
        case .warning: Rendition(11, bold: true)
        case .unknown: Rendition(13, bold: true)
        case .key: Rendition(14)
        case .selection: Rendition(0, on: 14)
        case .code: Rendition(15, on: 0)
        }
    }

    private func full(_ style: CellStyle) -> Rendition {
        switch style {
        case .normal: Rendition()
        case .dim, .frame: Rendition(245)
        case .heading: Rendition(bold: true)
        case .total: Rendition(231, on: 24, bold: true)
        case .good: Rendition(77)
        case .bad: Rendition(203, bold: true)
        case .warning: Rendition(220, bold: true)
        case .unknown: Rendition(177, bold: true)
        case .key: Rendition(80, bold: true)
        case .selection: Rendition(16, on: 80)
        case .code: Rendition(231, on: 16)
        }
    }
}
