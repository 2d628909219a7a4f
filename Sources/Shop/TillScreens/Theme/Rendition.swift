/// The look of cells with one meaning; `nil` is the terminal's own color.
public struct Rendition: Hashable, Sendable {
    /// The number of the text color.
    public let foreground: UInt8?
    /// The number of the background color; never without a text color, so that text cannot vanish.
    public let background: UInt8?
    /// Whether the text is bold.
    public let isBold: Bool
    /// Whether the text is underlined.
    public let isUnderlined: Bool
    /// Whether both colors are swapped.
    public let isReversed: Bool

    /// Creates text on the terminal's own background.
    init(_ foreground: UInt8? = nil, bold: Bool = false, underlined: Bool = false, reversed: Bool = false) {
        self.init(foreground, on: nil, bold: bold, underlined: underlined, reversed: reversed)
    }

    private init(_ foreground: UInt8?, on background: UInt8?, bold: Bool, underlined: Bool, reversed: Bool) {
        (self.foreground, self.background) = (foreground, background)
        (isBold, isUnderlined, isReversed) = (bold, underlined, reversed)
    }

    /// Creates text on a background of its own.
    init(_ foreground: UInt8, on background: UInt8, bold: Bool = false) {
        self.init(foreground, on: background, bold: bold, underlined: false, reversed: false)
    }
}
