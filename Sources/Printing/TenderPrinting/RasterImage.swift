public import TenderSale

/// A picture in black and white in the format of printers: rows of bytes, the leftmost dot in the highest bit.
public struct RasterImage: Hashable, Sendable {
    /// The bytes per row.
    public let bytesPerRow: Int
    /// The number of rows.
    public let height: Int
    /// All bytes, row by row.
    public let bytes: [UInt8]

    /// Creates a picture from its bytes, or returns `nil` unless they are whole rows of at most 128 bytes, and at most
    /// 2,000 of those.
    public init?(bytesPerRow: Int, bytes: [UInt8]) {
        guard (1...128).contains(bytesPerRow), !bytes.isEmpty, bytes.count.isMultiple(of: bytesPerRow),
            bytes.count / bytesPerRow <= 2000
        else { return nil }
        self.bytesPerRow = bytesPerRow
        height = bytes.count / bytesPerRow
        self.bytes = bytes
    }

    /// Draws a QR code with its quiet zone of four modules, or returns `nil` when it is wider than the paper.
    ///
    /// A module is at least two dots wide. That excludes a byte with a single dark dot between light ones, DLE, with
    /// which a printer's real-time commands begin, even inside a picture.
    /// - Parameters:
    ///   - code: The code.
    ///   - width: The dots per line.
    public init?(_ code: QRMatrix, width: Int) {
        let side = code.size + 8
        let scale = min(width / side, 6)
        guard scale >= 2 else { return nil }
        let bytesPerRow = (side * scale + 7) / 8
        var bytes: [UInt8] = []
        for y in 0..<side {
            var row = [UInt8](repeating: 0, count: bytesPerRow)
            for dot in 0..<(side * scale) where code.isDark(x: dot / scale - 4, y: y - 4) {
                row[dot / 8] |= 0x80 >> UInt8(dot % 8)
            }
            for _ in 0..<scale { bytes += row }
        }
        self.init(bytesPerRow: bytesPerRow, bytes: bytes)
    }
}
