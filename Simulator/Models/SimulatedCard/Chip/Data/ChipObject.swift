/// A data object as a chip writes it (EMV, Book 3, annex B): a tag of one or two bytes, a length, a value.
enum ChipObject {
    /// - Parameter value: At most 65,535 bytes.
    static func encode(_ tag: UInt16, _ value: [UInt8]) -> [UInt8] { header(tag) + length(value.count) + value }

    static func encode(_ tag: UInt16, text: String) -> [UInt8] { encode(tag, Array(text.utf8)) }

    /// The entries of a list of data objects: a tag and a size each.
    static func list(_ entries: [(tag: UInt16, count: Int)]) -> [UInt8] {
        entries.flatMap { header($0.tag) + [UInt8(clamping: $0.count)] }
    }

    private static func header(_ tag: UInt16) -> [UInt8] {
        tag > 0xFF ? [UInt8(tag >> 8), UInt8(truncatingIfNeeded: tag)] : [UInt8(tag)]
    }

    private static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        default: [0x82, UInt8(clamping: count >> 8), UInt8(truncatingIfNeeded: count)]
        }
    }
}
