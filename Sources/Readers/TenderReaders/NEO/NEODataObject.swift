/// A data object of a NEO frame: BER-TLV, whose length may mark the value as masked or encrypted.
///
/// ID TECH marks a length of one or two bytes with A1 or A2 for a masked value and C1 or C2 for an encrypted one, where
/// BER has 81 or 82 (Encrypted Data Output Formats, 80000502-001). Other BER-TLV parsers read such lengths as lengths
/// of 33 and 65 bytes. The value is not printed, because it may be a card's.
public struct NEODataObject: Hashable, Sendable {
    /// The protection of a value.
    public enum Marking: UInt8, Hashable, Sendable, CaseIterable {
        /// None.
        case clear = 0x80
        /// Part of it is hidden.
        case masked = 0xA0
        /// The value is ciphertext.
        case encrypted = 0xC0
    }

    /// The tag, its bytes as a big-endian number.
    public var tag: NEOTag
    /// The protection of the value.
    public var marking: Marking
    /// The value: at most 65535 bytes.
    public var value: [UInt8]

    /// Creates an object.
    public init(_ tag: NEOTag, _ value: [UInt8], _ marking: Marking = .clear) {
        self.tag = tag
        self.value = value
        self.marking = marking
    }

    /// The object as sent; a value beyond the limit is truncated.
    public var encoded: [UInt8] {
        let value = value.prefix(0xFFFF)
        let count = UInt16(value.count)
        let low = UInt8(truncatingIfNeeded: count)
        return tag.bytes + length(count, low) + value
    }

    private func length(_ count: UInt16, _ low: UInt8) -> [UInt8] {
        if count > 0xFF { return [marking.rawValue | 2, UInt8(count >> 8), low] }
        return marking == .clear && count < 0x80 ? [low] : [marking.rawValue | 1, low]
    }

    /// Parses the objects in `bytes`, one after the other; zero bytes between them are skipped.
    ///
    /// - Returns: `nil` if the bytes are not such a list.
    public static func list(_ bytes: some Collection<UInt8>) -> [NEODataObject]? {
        var rest = Array(bytes)[...]
        var objects: [NEODataObject] = []
        while let first = rest.first {
            guard first != 0 else {
                rest.removeFirst()
                continue
            }
            guard let object = next(&rest) else { return nil }
            objects.append(object)
        }
        return objects
    }

    private static func next(_ rest: inout ArraySlice<UInt8>) -> NEODataObject? {
        guard let tag = NEOTag(takenFrom: &rest), let head = rest.popFirst() else { return nil }
        guard head >= 0x80 else { return take(Int(head), tag, .clear, &rest) }
        let digits = Int(head & 0x0F)
        guard let marking = Marking(rawValue: head & 0xF0), digits == 1 || digits == 2, rest.count >= digits else {
            return nil
        }
        let count = rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
        rest.removeFirst(digits)
        return take(count, tag, marking, &rest)
    }

    private static func take(
        _ count: Int, _ tag: NEOTag, _ marking: Marking, _ rest: inout ArraySlice<UInt8>
    ) -> NEODataObject? {
        guard rest.count >= count else { return nil }
        defer { rest.removeFirst(count) }
        return NEODataObject(tag, Array(rest.prefix(count)), marking)
    }
}

extension NEODataObject: CustomStringConvertible, CustomReflectable {
    /// The tag and the length of the value.
    public var description: String { "NEODataObject(\(tag), \(value.count) bytes)" }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
