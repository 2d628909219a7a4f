/// The place of a walk over data objects: a cursor, and where the objects around it end.
///
/// It keeps no bytes, so that a walk can borrow them. It takes memory for the depth only, and each step moves ahead.
struct TLVScanner {
    private let limits: TLV.Limits
    private var cursor = 0
    /// The ends of what is open, the outermost first.
    private var ends: [Int]
    private var elementCount = 0

    init(byteCount: Int, limits: TLV.Limits) {
        self.limits = limits
        ends = [byteCount]
    }

    /// Returns the next object; `nil` after the last one.
    mutating func next(in bytes: RawSpan) throws(TLVError) -> TLV.Element? {
        while let end = ends.last {
            if cursor >= end {
                ends.removeLast()
            } else if bytes.byte(at: cursor) == 0 {
                cursor += 1
            } else {
                return try object(in: bytes, end: end)
            }
        }
        return nil
    }

    private mutating func object(in bytes: RawSpan, end: Int) throws(TLVError) -> TLV.Element {
        let start = cursor
        let tag = try Self.tag(in: bytes, &cursor, end: end)
        let count = try Self.length(in: bytes, &cursor, end: end)
        guard count <= end - cursor else { throw .truncated(at: cursor) }
        guard elementCount < limits.elementCount else { throw .tooMany }
        elementCount += 1
        let value = cursor..<(cursor + count)
        let element = TLV.Element(tag: tag, whole: start..<value.upperBound, range: value, depth: ends.count - 1)
        if tag.isConstructed {
            guard ends.count < limits.depth else { throw .tooDeep(at: cursor) }
            ends.append(value.upperBound)
        } else {
            cursor = value.upperBound
        }
        return element
    }

    /// Reads the tag at a cursor before `end`, of one to four bytes.
    static func tag(in bytes: RawSpan, _ cursor: inout Int, end: Int) throws(TLVError) -> TLV.Tag {
        let start = cursor
        var tag: UInt32 = 0
        while cursor < end, let byte = bytes.byte(at: cursor) {
            guard cursor - start < 4 else { throw .badTag(at: start) }
            tag = tag << 8 | UInt32(byte)
            let isLast = cursor == start ? byte & 0x1F != 0x1F : byte & 0x80 == 0
            cursor += 1
            if isLast { return TLV.Tag(rawValue: tag) }
        }
        throw .truncated(at: start)
    }

    /// Reads the length at a cursor: one byte below 80, or 81 or 82 and that many bytes (EMV Book 3 annex B2).
    private static func length(in bytes: RawSpan, _ cursor: inout Int, end: Int) throws(TLVError) -> Int {
        let start = cursor
        guard cursor < end, let first = bytes.byte(at: cursor) else { throw .truncated(at: start) }
        cursor += 1
        if first < 0x80 { return Int(first) }
        guard first == 0x81 || first == 0x82 else { throw .badLength(at: start) }
        var length = 0
        for _ in 0x80..<first {
            guard cursor < end, let byte = bytes.byte(at: cursor) else { throw .truncated(at: start) }
            length = length << 8 | Int(byte)
            cursor += 1
        }
        return length
    }
}

extension RawSpan {
    /// Returns the byte at an offset; `nil` beyond the end.
    fileprivate func byte(at offset: Int) -> UInt8? {
        byteOffsets.contains(offset) ? unsafeLoad(fromByteOffset: offset, as: UInt8.self) : nil
    }
}
