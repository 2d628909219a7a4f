/// The size of a screen in cells, bounded so that no terminal can ask for more memory than a till has.
public struct GridSize: Hashable, Sendable {
    /// The largest width and height.
    public static let limit = 1000

    /// What a terminal has when nobody says otherwise.
    public static let standard = GridSize(width: 80, height: 24)

    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int

    /// Makes a size; what is negative counts as zero, and what is beyond the limit as the limit.
    public init(width: Int, height: Int) {
        self.width = min(max(0, width), Self.limit)
        self.height = min(max(0, height), Self.limit)
    }
}
