/// How cells of one meaning look; nil is the terminal's own colour.
public struct Rendition: Hashable, Sendable {
    /// The number of the letters' colour.
    public let foreground: UInt8?
    /// The number of the colour behind them; never given without the other, so that text cannot vanish.
    public let background: UInt8?
    /// Thicker.
    public let isBold: Bool
    /// Underlined.
    public let isUnderlined: Bool
    /// With both colours exchanged.
    public let isReversed: Bool

    /// Letters on the terminal's own background.
    init(_ foreground: UInt8? = nil, bold: Bool = false, underlined: Bool = false, reversed: Bool = false) {
        self.init(foreground, on: nil, bold: bold, underlined: underlined, reversed: reversed)
    }

    private init(_ foreground: UInt8?, on background: UInt8?, bold: Bool, underlined: Bool, reversed: Bool) {
        (self.foreground, self.background) = (foreground, background)
        (isBold, isUnderlined, isReversed) = (bold, underlined, reversed)
    }

    /// Letters on a background of their own.
    init(_ foreground: UInt8, on background: UInt8, bold: Bool = false) {
        self.init(foreground, on: background, bold: bold, underlined: false, reversed: false)
    }
}
