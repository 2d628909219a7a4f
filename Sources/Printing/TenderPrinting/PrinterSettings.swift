/// The settings of a printer that the encoder needs.
public struct PrinterSettings: Hashable, Sendable {
    /// The handling of the paper at the end of a receipt.
    public enum Cut: String, Hashable, Sendable, CaseIterable {
        /// Cut except for one point.
        case partial
        /// Cut completely.
        case full
        /// Fed, to be torn off.
        case none
    }

    /// The pin of the drawer's connector.
    public enum DrawerPin: UInt8, Hashable, Sendable, CaseIterable {
        /// Pin 2, the usual one.
        case two = 0
        /// Pin 5, a second drawer.
        case five = 1
    }

    /// The characters per line: 32, 42 or 48.
    public var width: Int
    /// The dots per line, for pictures.
    public var dots: Int
    /// The printer's character tables, the first one preferred.
    public var codepages: [PrinterCodepage]
    /// The handling of the paper.
    public var cut: Cut
    /// The drawer's pin.
    public var drawerPin: DrawerPin
    /// The picture above each receipt.
    public var logo: RasterImage?

    /// Creates the settings of a printer, by default one for 80 mm paper.
    ///
    /// - Parameters:
    ///   - width: The characters per line.
    ///   - dots: The dots per line; by default 12 per character.
    ///   - codepages: The printer's character tables; PC858 when there is none.
    ///   - cut: The handling of the paper.
    ///   - drawerPin: The drawer's pin.
    ///   - logo: The picture above each receipt.
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
