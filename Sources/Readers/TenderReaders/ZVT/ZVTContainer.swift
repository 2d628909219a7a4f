/// One object of the container in field 06: a BER tag and its value.
public struct ZVTContainer: Hashable, Sendable {
    /// The tag, as a number such as 0x1F07.
    public var tag: UInt32
    /// The value.
    public var value: [UInt8]
    /// The objects inside a constructed one.
    public var children: [ZVTContainer]

    /// Creates an object with a value.
    public init(_ tag: UInt32, _ value: [UInt8]) {
        self.tag = tag
        self.value = value
        children = []
    }

    /// Creates an object that contains others.
    public init(_ tag: UInt32, _ children: [ZVTContainer]) {
        self.tag = tag
        self.children = children
        value = children.flatMap(\.bytes)
    }

    static let textBlock: UInt32 = 0x25
    static let textLine: UInt32 = 0x07
    static let receiptType: UInt32 = 0x1F07
    static let maximumDepth = 6
    static let maximumCount = 1024

    /// The tag, the length and the value.
    public var bytes: [UInt8] {
        let tagBytes = [tag >> 16, tag >> 8, tag].map { UInt8(truncatingIfNeeded: $0) }
        let significant = Array(tagBytes.drop { $0 == 0 })
        return (significant.isEmpty ? [0] : significant) + Self.encode(length: value.count) + value
    }

    /// Parses objects to the end of the bytes.
    ///
    /// - Throws: `ZVTParseError`; more than six levels, or more than 1024 objects, are refused.
    public static func parse(_ bytes: [UInt8]) throws(ZVTParseError) -> [ZVTContainer] {
        var left = maximumCount
        return try parse(bytes[...], depth: 0, &left)
    }

    private static func parse(
        _ bytes: ArraySlice<UInt8>, depth: Int, _ left: inout Int
    ) throws(ZVTParseError) -> [ZVTContainer] {
        guard depth <= maximumDepth else { throw .tooMany }
        let bytes = Array(bytes)
        var objects: [ZVTContainer] = []
        var offset = 0
        while offset < bytes.count {
            left -= 1
            guard left >= 0 else { throw .tooMany }
            let (tag, tagSize) = try self.tag(bytes, offset)
            guard let (count, size) = length(bytes, offset + tagSize) else { throw .truncated }
            let start = offset + tagSize + size
            guard count <= bytes.count - start else { throw .truncated }
            let isConstructed = bytes[offset] & 0x20 != 0
            var object = ZVTContainer(tag, Array(bytes[start..<start + count]))
            if isConstructed { object.children = try parse(bytes[start..<start + count], depth: depth + 1, &left) }
            objects.append(object)
            offset = start + count
        }
        return objects
    }

    private static func tag(_ bytes: [UInt8], _ offset: Int) throws(ZVTParseError) -> (UInt32, Int) {
        var tag = UInt32(bytes[offset])
        guard bytes[offset] & 0x1F == 0x1F else { return (tag, 1) }
        for size in 2...3 {
            guard offset + size <= bytes.count else { throw .truncated }
            let byte = bytes[offset + size - 1]
            tag = tag << 8 | UInt32(byte)
            if byte & 0x80 == 0 { return (tag, size) }
        }
        throw .malformed(ZVTField.container)
    }

    /// Parses a BER length of up to two bytes after the first; returns `nil` if it is missing, or has another form.
    static func length(_ bytes: [UInt8], _ offset: Int) -> (count: Int, size: Int)? {
        guard offset < bytes.count else { return nil }
        let first = bytes[offset]
        let left = bytes.count - offset
        switch first {
        case 0..<0x80: return (Int(first), 1)
        case 0x81: return left >= 2 ? (Int(bytes[offset + 1]), 2) : nil
        case 0x82: return left >= 3 ? (Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]), 3) : nil
        default: return nil
        }
    }

    static func encode(length: Int) -> [UInt8] {
        let (low, high) = (UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8))
        switch length {
        case ..<0x80: return [low]
        case ..<0x100: return [0x81, low]
        default: return [0x82, high, low]
        }
    }
}
