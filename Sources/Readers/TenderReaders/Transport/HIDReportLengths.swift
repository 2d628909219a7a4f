/// The lengths of a HID device's reports according to its report descriptor (Device Class Definition for HID 1.11,
/// section 6.2.2).
public struct HIDReportLengths: Hashable, Sendable {
    /// The kind of a report.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Sent by the device on its own.
        case input
        /// Sent to the device.
        case output
        /// Either direction, on request.
        case feature
    }

    /// Whether reports begin with their number.
    public private(set) var areNumbered = false

    private var bits: [Kind: [UInt8: Int]] = [:]

    /// The maximum plausible size of a report, in bits: 16 KiB, as in the kernel.
    private static let limit = 16_384 * 8

    /// Parses a report descriptor; whatever is truncated or invalid is left out.
    public init(_ descriptor: [UInt8]) {
        var rest = descriptor[...]
        var globals = Globals()
        var stack: [Globals] = []
        while let item = Item(&rest) {
            switch item.key {
            case Item.input: add(.input, globals)
            case Item.output: add(.output, globals)
            case Item.feature: add(.feature, globals)
            case Item.reportSize: globals.size = item.value
            case Item.reportCount: globals.count = item.value
            case Item.reportID:
                globals.id = UInt8(truncatingIfNeeded: item.value)
                areNumbered = true
            case Item.push: if stack.count < 16 { stack.append(globals) }
            case Item.pop: if let last = stack.popLast() { globals = last }
            default: break
            }
        }
    }

    /// Returns the length of a report in bytes, including its number if reports are numbered; `nil` if there is none.
    public func byteCount(_ kind: Kind, id: UInt8 = 0) -> Int? { bits[kind]?[id].map(byteCount) }

    /// Returns the length of the longest report of a kind in bytes, including its number; `nil` if there is none.
    public func longest(_ kind: Kind) -> Int? { bits[kind]?.values.max().map(byteCount) }

    private func byteCount(_ bits: Int) -> Int { (bits + 7) / 8 + (areNumbered ? 1 : 0) }

    private mutating func add(_ kind: Kind, _ globals: Globals) {
        let (more, hasOverflowed) = globals.size.multipliedReportingOverflow(by: globals.count)
        let before = bits[kind]?[globals.id] ?? 0
        let sum = hasOverflowed ? Self.limit : min(Self.limit, before + min(Self.limit, more))
        bits[kind, default: [:]][globals.id] = sum
    }

    /// The state that applies to the fields that follow.
    private struct Globals {
        var size = 0
        var count = 0
        var id: UInt8 = 0
    }

    /// One item of a descriptor.
    private struct Item {
        static let input: UInt8 = 0x80
        static let output: UInt8 = 0x90
        static let feature: UInt8 = 0xB0
        static let reportSize: UInt8 = 0x74
        static let reportID: UInt8 = 0x84
        static let reportCount: UInt8 = 0x94
        static let push: UInt8 = 0xA4
        static let pop: UInt8 = 0xB4

        /// Tag and type.
        let key: UInt8
        let value: Int

        /// Takes the next item; `nil` at the end, or if the rest is not an item.
        init?(_ rest: inout ArraySlice<UInt8>) {
            guard let prefix = rest.popFirst() else { return nil }
            // A long item: its data's length, its tag, its data. None is defined.
            let isLong = prefix == 0xFE
            let count = isLong ? rest.popFirst().map { Int($0) + 1 } ?? 0 : [0, 1, 2, 4][Int(prefix & 3)]
            guard rest.count >= count else { return nil }
            let data = rest.prefix(count)
            rest.removeFirst(count)
            key = isLong ? 0xFC : prefix & 0xFC
            value = isLong ? 0 : data.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
