/// The key stream of ChaCha20 (RFC 8439, section 2.3) with a zero nonce: a long sequence of bytes from 32.
struct ChaChaBytes: Sendable {
    private typealias Row = SIMD4<UInt32>

    private let key: (Row, Row)
    private var counter: UInt64 = 0
    private var block = [UInt8](repeating: 0, count: 64)
    private var used = 64

    /// Starts the stream of the first 32 bytes of `key`; missing bytes count as zero.
    init(key: [UInt8]) {
        var words = [UInt32](repeating: 0, count: 8)
        for (place, byte) in key.prefix(32).enumerated() { words[place / 4] |= UInt32(byte) << (8 * (place % 4)) }
        self.key = (Row(words[0..<4]), Row(words[4..<8]))
    }

    mutating func next() -> UInt8 {
        if used == 64 { refill() }
        defer { used += 1 }
        return block[used]
    }

    private mutating func refill() {
        let constants = Row(0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574)
        let last = Row(UInt32(truncatingIfNeeded: counter), UInt32(truncatingIfNeeded: counter >> 32), 0, 0)
        var (a, b, c, d) = (constants, key.0, key.1, last)
        for _ in 0..<10 {
            Self.quarters(&a, &b, &c, &d)
            (b, c, d) = (Self.turned(b, by: 1), Self.turned(c, by: 2), Self.turned(d, by: 3))
            Self.quarters(&a, &b, &c, &d)
            (b, c, d) = (Self.turned(b, by: 3), Self.turned(c, by: 2), Self.turned(d, by: 1))
        }
        block.withUnsafeMutableBytes { block in
            Self.write(a &+ constants, to: block, at: 0)
            Self.write(b &+ key.0, to: block, at: 16)
            Self.write(c &+ key.1, to: block, at: 32)
            Self.write(d &+ last, to: block, at: 48)
        }
        counter += 1
        used = 0
    }

    private static func write(_ row: Row, to block: UnsafeMutableRawBufferPointer, at place: Int) {
        for lane in 0..<4 {
            block.storeBytes(of: row[lane].littleEndian, toByteOffset: place + 4 * lane, as: UInt32.self)
        }
    }

    /// Runs the quarter round in all four columns at once; inlined, so that it shifts by constants.
    @inline(__always)
    private static func quarters(_ a: inout Row, _ b: inout Row, _ c: inout Row, _ d: inout Row) {
        a &+= b
        d = rotated(d ^ a, by: 16)
        c &+= d
        b = rotated(b ^ c, by: 12)
        a &+= b
        d = rotated(d ^ a, by: 8)
        c &+= d
        b = rotated(b ^ c, by: 7)
    }

    @inline(__always)
    private static func rotated(_ row: Row, by bits: UInt32) -> Row {
        row &<< Row(repeating: bits) | row &>> Row(repeating: 32 - bits)
    }

    @inline(__always)
    private static func turned(_ row: Row, by lanes: Int) -> Row {
        Row(row[lanes & 3], row[(1 + lanes) & 3], row[(2 + lanes) & 3], row[(3 + lanes) & 3])
    }
}
