/// A picture on the paper of a simulated printer.
public struct PrintedPicture: Hashable, Sendable {
    /// The dots per row.
    public let width: Int
    /// The number of rows.
    public private(set) var height: Int
    private var bytes: [UInt8]

    init(bytesPerRow: Int, bytes: [UInt8]) {
        width = bytesPerRow * 8
        height = bytesPerRow == 0 ? 0 : bytes.count / bytesPerRow
        self.bytes = bytes
    }

    /// Appends a band.
    mutating func append(_ band: PrintedPicture) {
        bytes += band.bytes
        height += band.height
    }

    /// Returns whether a dot is black; dots outside are white.
    public func isDark(x: Int, y: Int) -> Bool {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return false }
        return bytes[y * (width / 8) + x / 8] & (0x80 >> UInt8(x % 8)) != 0
    }

    /// The modules of the picture's QR code, row by row; `nil` if it is not one.
    ///
    /// The upper left finder pattern, seven modules wide, determines the size of a module.
    public var qrModules: [[Bool]]? {
        guard let top = (0..<height).first(where: { y in (0..<width).contains { isDark(x: $0, y: y) } }),
            let left = (0..<width).first(where: { isDark(x: $0, y: top) }),
            let right = (0..<width).last(where: { isDark(x: $0, y: top) })
        else { return nil }
        let finder = (left..<width).prefix { isDark(x: $0, y: top) }.count
        let scale = finder / 7
        guard scale > 0, finder.isMultiple(of: 7), (right - left + 1).isMultiple(of: scale) else { return nil }
        let size = (right - left + 1) / scale
        guard size >= 21, (size - 17).isMultiple(of: 4), top + size * scale <= height else { return nil }
        return (0..<size).map { y in
            (0..<size).map { isDark(x: left + $0 * scale + scale / 2, y: top + y * scale + scale / 2) }
        }
    }
}
