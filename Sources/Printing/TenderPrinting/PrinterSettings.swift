/// What the encoder must know of a printer.
public struct PrinterSettings: Hashable, Sendable {
    /// What becomes of the paper at the end of a receipt.
    public enum Cut: String, Hashable, Sendable, CaseIterable {
        /// Cut but for a point.
        case partial
        /// Cut off.
        case full
        /// Fed, to be torn.
        case none
    }

    /// The contact of the socket to which the drawer is connected.
    public enum DrawerPin: UInt8, Hashable, Sendable, CaseIterable {
        /// Pin 2, the usual one.
        case two = 0
        /// Pin 5, a second drawer.
        case five = 1
    }

    /// The characters of a line: 32, 42 or 48.
    public var width: Int
    /// The dots of a line, for pictures.
    public var dots: Int
    /// The tables that the printer has, the first one first.
    public var codepages: [PrinterCodepage]
    /// What becomes of the paper.
    public var cut: Cut
    /// Where the drawer is.
    public var drawerPin: DrawerPin
    /// The picture above a receipt.
    public var logo: RasterImage?

    /// Describes a printer; where nothing is said, one of 80 mm.
    ///
    /// - Parameters:
    ///   - width: the characters of a line.
    ///   - dots: the dots of a line; 12 for a character unless told.
    ///   - codepages: the tables it has; PC858 when there is none.
    ///   - cut: what becomes of the paper.
    ///   - drawerPin: where the drawer is.
    ///   - logo: the picture above a receipt.
    public init(
        width: Int = 42, dots: Int? = nil, codepages: [PrinterCodepage] = [.pc858], cut: Cut = .partial,
        drawerPin: DrawerPin = .two, logo: RasterImage? = nil
    ) {
        self.width = min(max(width, 24), 120)
        self.dots = dots ?? self.width * 12
        self.codepages = codepages.isEmpty ? [.pc858] : codepages
        self.cut = cut
        self.drawerPin = drawerPin
        self.logo = logo
    }
}
