/// The place of a walk over data objects: a cursor, and where the objects around it end.
///
/// It keeps no bytes, so that a walk can borrow them. It takes no memory, and each step moves ahead.
struct TLVScanner {
    /// The most levels that there is room for.
    private static let mostLevels = 16

    /// Where the objects around the innermost open one end, the outermost first.
    ///
    /// It stands beside the scanner, which would otherwise be copied with it in each step.
    typealias OuterEnds = InlineArray<16, UInt32>

    private let mostElements: Int
    private let mostDepth: Int
    private var cursor = 0
    /// The end of the innermost object that is open.
    private var end: Int
    private var depth = 0
    private var elementCount = 0

    init(byteCount: Int, limits: TLV.Limits) throws(TLVError) {
        guard byteCount <= limits.byteCount, byteCount <= Int(UInt32.max) else { throw .tooLarge }
        mostElements = limits.elementCount
        mostDepth = min(limits.depth, Self.mostLevels)
        end = byteCount
    }

    /// Returns the next object; `nil` after the last one.
    @inline(__always)
    mutating func next(in bytes: RawSpan, _ outerEnds: inout OuterEnds) throws(TLVError) -> TLV.Element? {
        while true {
            if cursor >= end {
                guard depth > 0 else { return nil }
                depth -= 1
                end = Int(outerEnds[depth])
            } else if bytes.byte(at: cursor) == 0 {
                cursor += 1
            } else {
                return try object(in: bytes, &outerEnds)
            }
        }
    }

    @inline(__always)
    private mutating func object(in bytes: RawSpan, _ outerEnds: inout OuterEnds) throws(TLVError) -> TLV.Element {
        let start = cursor
        let isConstructed = bytes.byte(at: start) & 0x20 != 0
        let tag = try Self.tag(in: bytes, &cursor, end: end)
        let count = try Self.length(in: bytes, &cursor, end: end)
        guard count <= end - cursor else { throw .truncated(at: cursor) }
        guard elementCount < mostElements else { throw .tooMany }
        elementCount += 1
        let value = cursor..<(cursor + count)
        let element = TLV.Element(tag: tag, start: start, value: value, depth: depth)
        if isConstructed {
            guard depth + 1 < mostDepth else { throw .tooDeep(at: cursor) }
            outerEnds[depth] = UInt32(clamping: end)
            depth += 1
            end = value.upperBound
        } else {
            cursor = value.upperBound
        }
        return element
    }

    /// Reads the tag at a cursor before `end`, of one to four bytes.
    @inline(__always)
    static func tag(in bytes: RawSpan, _ cursor: inout Int, end: Int) throws(TLVError) -> TLV.Tag {
        let start = cursor
        guard cursor < end else { throw .truncated(at: start) }
        var tag = UInt32(bytes.byte(at: cursor))
        cursor += 1
        guard tag & 0x1F == 0x1F else { return TLV.Tag(rawValue: tag) }
        while cursor < end {
            guard cursor - start < 4 else { throw .badTag(at: start) }
            let byte = bytes.byte(at: cursor)
            tag = tag << 8 | UInt32(byte)
            cursor += 1
            if byte & 0x80 == 0 { return TLV.Tag(rawValue: tag) }
        }
        throw .truncated(at: start)
    }

    /// Reads the length at a cursor: one byte below 80, or 81 or 82 and that many bytes (EMV Book 3 annex B2).
    @inline(__always)
    private static func length(in bytes: RawSpan, _ cursor: inout Int, end: Int) throws(TLVError) -> Int {
        let start = cursor
        guard cursor < end else { throw .truncated(at: start) }
        let first = bytes.byte(at: cursor)
        cursor += 1
        if first < 0x80 { return Int(first) }
        guard first == 0x81 || first == 0x82 else { throw .badLength(at: start) }
        var length = 0
        for _ in 0x80..<first {
            guard cursor < end else { throw .truncated(at: start) }
            length = length << 8 | Int(bytes.byte(at: cursor))
            cursor += 1
        }
        return length
    }
}

extension RawSpan {
    /// The byte at an offset, which the callers keep before the end; the span itself traps at any other.
    @inline(__always)
    fileprivate func byte(at offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
}
