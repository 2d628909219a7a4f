/// The modules of a QR code, without the quiet zone around it.
public struct QRMatrix: Hashable, Sendable {
    /// The number of modules along one side.
    public let size: Int
    /// The modules row by row; `true` is dark.
    public let modules: [Bool]

    /// Creates a code from its modules, or returns `nil` unless they fill a square.
    public init?(size: Int, modules: [Bool]) {
        guard (1...177).contains(size), modules.count == size * size else { return nil }
        self.size = size
        self.modules = modules
    }

    /// Returns whether a module is dark; modules outside are light.
    public func isDark(x: Int, y: Int) -> Bool {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
        return modules[y * size + x]
    }
}
