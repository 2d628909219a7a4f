/// A command to a card: header, data and expected length, in the seven forms of ISO/IEC 7816-3 clause 12.1.
public struct CommandAPDU: Hashable, Sendable {
    /// The form of a command: what it has besides its header, and whether its lengths are extended.
    public enum Case: String, Hashable, Sendable, CaseIterable {
        /// Only a header.
        case headerOnly = "1"
        /// An expected length.
        case shortExpected = "2S"
        /// Data.
        case shortData = "3S"
        /// Data and an expected length.
        case shortBoth = "4S"
        /// An expected length, in two bytes after a zero.
        case extendedExpected = "2E"
        /// Data, with its length in two bytes after a zero.
        case extendedData = "3E"
        /// Data and an expected length, with lengths of two bytes.
        case extendedBoth = "4E"
    }

    /// The class byte.
    public var cla: UInt8
    /// The instruction byte.
    public var ins: UInt8
    /// The first parameter.
    public var p1: UInt8
    /// The second parameter.
    public var p2: UInt8
    /// The data, at most 65 535 bytes.
    public let data: [UInt8]
    /// The maximum number of bytes expected in return (Ne), 1 to 65 536; `nil` if none are.
    public let expectedCount: Int?
    /// Whether lengths are encoded in the extended form even if the short form would do.
    public let isExtended: Bool

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - data: The data, at most 65 535 bytes.
    ///   - expectedCount: The maximum number of bytes expected in return (Ne), 1 to 65 536; `nil` if none are.
    ///   - isExtended: Whether lengths are encoded in the extended form even if the short form would do.
    /// - Returns: `nil` if the data or the expected length are too large for any form.
    public init?(
        cla: UInt8, ins: UInt8, p1: UInt8, p2: UInt8, data: [UInt8] = [], expectedCount: Int? = nil,
        isExtended: Bool = false
    ) {
        guard data.count <= 65_535, (1...65_536).contains(expectedCount ?? 1) else { return nil }
        self.cla = cla
        self.ins = ins
        self.p1 = p1
        self.p2 = p2
        self.data = data
        self.expectedCount = expectedCount
        let hasLengths = !data.isEmpty || expectedCount != nil
        self.isExtended = hasLengths && (isExtended || data.count > 255 || (expectedCount ?? 0) > 256)
    }

    /// Parses a command.
    ///
    /// - Throws: `APDUError` if the lengths in it do not match its size.
    public init(parsing bytes: [UInt8]) throws(APDUError) {
        guard bytes.count >= 4 else { throw .tooShort }
        let body = bytes[4...]
        let parts = try Self.split(body)
        guard
            let command = CommandAPDU(
                cla: bytes[0], ins: bytes[1], p1: bytes[2], p2: bytes[3], data: [UInt8](parts.data),
                expectedCount: parts.expected, isExtended: parts.isExtended)
        else { throw .badLength }
        self = command
    }

    /// The form of the command.
    public var form: Case {
        switch (data.isEmpty, expectedCount != nil, isExtended) {
        case (true, false, _): .headerOnly
        case (true, true, false): .shortExpected
        case (false, false, false): .shortData
        case (false, true, false): .shortBoth
        case (true, true, true): .extendedExpected
        case (false, false, true): .extendedData
        case (false, true, true): .extendedBoth
        }
    }

    /// Whether the command fits the short form.
    public var fitsShort: Bool { data.count <= 255 && (expectedCount ?? 0) <= 256 }

    /// The same command with short lengths; `nil` if they do not fit.
    public var short: CommandAPDU? {
        fitsShort ? CommandAPDU(cla: cla, ins: ins, p1: p1, p2: p2, data: data, expectedCount: expectedCount) : nil
    }

    /// The four bytes of the header.
    public var header: [UInt8] { [cla, ins, p1, p2] }

    /// The command as bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 9)
        bytes += header
        if isExtended { bytes.append(0) }
        if !data.isEmpty {
            append(data.count, to: &bytes)
            bytes += data
        }
        if let expectedCount { append(expectedCount, to: &bytes) }
        return bytes
    }

    /// Appends a length in the form of the command.
    private func append(_ count: Int, to bytes: inout [UInt8]) {
        if isExtended { bytes.append(UInt8(truncatingIfNeeded: count >> 8)) }
        bytes.append(UInt8(truncatingIfNeeded: count))
    }

    private typealias Parts = (data: ArraySlice<UInt8>, expected: Int?, isExtended: Bool)

    private static func split(_ body: ArraySlice<UInt8>) throws(APDUError) -> Parts {
        guard let first = body.first else { return ([], nil, false) }
        if body.count == 1 { return ([], first == 0 ? 256 : Int(first), false) }
        return first == 0 ? try splitExtended(body.dropFirst()) : try splitShort(body.dropFirst(), count: Int(first))
    }

    private static func splitShort(_ rest: ArraySlice<UInt8>, count: Int) throws(APDUError) -> Parts {
        let data = rest.prefix(count)
        let tail = rest.dropFirst(count)
        guard data.count == count, tail.count <= 1 else { throw .badLength }
        return (data, tail.first.map { $0 == 0 ? 256 : Int($0) }, false)
    }

    private static func splitExtended(_ rest: ArraySlice<UInt8>) throws(APDUError) -> Parts {
        guard rest.count >= 2 else { throw .badLength }
        let number = Self.number(rest.prefix(2))
        let tail = rest.dropFirst(2)
        if tail.isEmpty { return ([], number == 0 ? 65_536 : number, true) }
        let data = tail.prefix(number)
        let expected = tail.dropFirst(number)
        guard number > 0, data.count == number, expected.isEmpty || expected.count == 2 else { throw .badLength }
        let count = Self.number(expected)
        return (data, expected.isEmpty ? nil : (count == 0 ? 65_536 : count), true)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

extension CommandAPDU: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The header and the lengths; never the data, which may contain a PIN.
    public var description: String {
        let header = header.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        return "\(header) Lc \(data.count) Le \(expectedCount.map(String.init) ?? "-")"
    }

    /// The header and the lengths.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason that bytes are not an APDU.
public enum APDUError: Error, Hashable, Sendable {
    /// There are fewer bytes than in a header, or than in a status word.
    case tooShort
    /// The lengths inside do not match the size.
    case badLength
}
