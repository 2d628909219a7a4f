/// The size of a screen in cells, limited so that no terminal can ask for more memory than a till has.
public struct GridSize: Hashable, Sendable {
    /// The largest width and height.
    public static let limit = 1000

    /// The size of a terminal by default.
    public static let standard = GridSize(width: 80, height: 24)

    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int

    /// Creates a size; negative numbers count as zero, and those beyond the limit as the limit.
    public init(width: Int, height: Int) {
        self.width = min(max(0, width), Self.limit)
        self.height = min(max(0, height), Self.limit)
    }
}
