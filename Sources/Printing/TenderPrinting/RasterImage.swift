public import TenderSale

/// A picture in black and white, as a printer takes it: rows of bytes, the leftmost dot in the highest bit.
public struct RasterImage: Hashable, Sendable {
    /// The bytes of a row.
    public let bytesPerRow: Int
    /// The rows.
    public let height: Int
    /// All bytes, row by row.
    public let bytes: [UInt8]

    /// Makes a picture of its bytes; nil unless they are whole rows of at most 128 bytes, and at most 2,000 of those.
    public init?(bytesPerRow: Int, bytes: [UInt8]) {
        guard (1...128).contains(bytesPerRow), !bytes.isEmpty, bytes.count.isMultiple(of: bytesPerRow),
            bytes.count / bytesPerRow <= 2000
        else { return nil }
        self.bytesPerRow = bytesPerRow
        height = bytes.count / bytesPerRow
        self.bytes = bytes
    }

    /// Draws a QR code with its quiet zone of four modules; nil when it is wider than the paper.
    ///
    /// A module is at least two dots wide. A byte of a single dot between light ones, DLE, is then impossible, with
    /// which a printer's immediate commands begin, even in the midst of a picture.
    /// - Parameters:
    ///   - code: the code.
    ///   - width: the dots of a line.
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
