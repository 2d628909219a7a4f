import TenderBytes

/// A chip card reader in a text about USB devices: the output of `lsusb -v`, or a file of the CCID project's `readers`.
struct ReaderDump: Hashable, Sendable {
    private(set) var vendorID: UInt16 = 0
    private(set) var productID: UInt16 = 0
    private(set) var deviceVersion: UInt16 = 0xFFFF
    private(set) var interfaceNumber: UInt8 = 0
    private(set) var interfaceClass: UInt8 = 0x0B
    private(set) var interfaceProtocol: UInt8 = 0
    /// The name in the text, if there is one.
    private(set) var product: String?
    /// The functional descriptor, assembled from the fields in the text.
    private(set) var descriptorBytes: [UInt8] = []

    /// The fields of the descriptor in order, with offset and size; a name stands for all that begin with it.
    private static let fields: [(names: [String], offset: Int, size: Int, isHex: Bool)] = [
        (["nMaxSlotIndex", "bMaxSlotIndex"], 4, 1, false), (["bVoltageSupport"], 5, 1, false),
        (["dwProtocols"], 6, 4, false), (["dwDefaultClock"], 10, 4, false),
        (["dwMaxiumumClock", "dwMaximumClock"], 14, 4, false), (["bNumClockSupported"], 18, 1, false),
        (["dwDataRate"], 19, 4, false), (["dwMaxDataRate"], 23, 4, false), (["bNumDataRatesSupp"], 27, 1, false),
        (["dwMaxIFSD"], 28, 4, false), (["dwSyncProtocols", "dwSynchProtocols"], 32, 4, true),
        (["dwMechanical"], 36, 4, true), (["dwFeatures"], 40, 4, true),
        (["dwMaxCCIDMsgLen", "dwMaxCCIDMessageLength"], 44, 4, false), (["bClassGetResponse"], 48, 1, true),
        (["bClassEnvelope"], 49, 1, true), (["wLcdLayout"], 50, 2, true), (["bPINSupport"], 52, 1, false),
        (["bMaxCCIDBusySlots"], 53, 1, false),
    ]

    init() {}

    /// Returns all readers in a text, in order.
    static func all(in text: String) -> [ReaderDump] {
        var reading = Reading()
        for line in text.split(whereSeparator: \.isNewline) { reading.read(line) }
        reading.endDescriptor()
        return reading.readers
    }

    /// The state of parsing a text.
    private struct Reading {
        var readers: [ReaderDump] = []
        /// The device and the interface that the text currently describes.
        private var current = ReaderDump()
        /// Whether the lines belong to a functional descriptor, and whether its length has appeared.
        private var isInDescriptor = false
        private var hasLength = false

        mutating func read(_ line: Substring) {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else { return }
            let name = first.last == ":" ? String(first.dropLast()) : String(first)
            if line.contains("ChipCard Interface Descriptor") || line.contains("CCID Class Descriptor") {
                return beginDescriptor()
            }
            if line.contains("UNRECOGNIZED:") { return take(words.dropFirst(2).compactMap { Hex.decode(String($0)) }) }
            // It ends where the next one begins.
            if line.contains("Descriptor:") { endDescriptor() }
            guard let value = words.dropFirst().first.map(String.init) else { return }
            if name == "bLength", isInDescriptor, hasLength { endDescriptor() }
            if isInDescriptor, name != "idVendor", name != "bInterfaceNumber" {
                hasLength = hasLength || name == "bLength"
                current.fill(name, value, words.dropFirst(2).first.map(String.init))
            } else {
                endDescriptor()
                current.header(name, value, line)
            }
        }

        /// Handles a descriptor that the program that wrote the text does not know, such as a vendor-specific one.
        private mutating func take(_ bytes: [[UInt8]]) {
            endDescriptor()
            let bytes = bytes.flatMap { $0 }
            guard CCIDDescriptor(bytes) != nil else { return }
            current.descriptorBytes = bytes
            readers.append(current)
        }

        private mutating func beginDescriptor() {
            endDescriptor()
            (isInDescriptor, hasLength) = (true, false)
            current.descriptorBytes = [54, 0x21] + [UInt8](repeating: 0, count: 52)
        }

        mutating func endDescriptor() {
            guard isInDescriptor else { return }
            isInDescriptor = false
            if CCIDDescriptor(current.descriptorBytes) != nil { readers.append(current) }
        }
    }

    private mutating func header(_ name: String, _ value: String, _ line: Substring) {
        switch name {
        case "idVendor":
            // Another device.
            self = ReaderDump()
            vendorID = UInt16(clamping: Self.number(value, isHex: true) ?? 0)
        case "idProduct": productID = UInt16(clamping: Self.number(value, isHex: true) ?? 0)
        case "bcdDevice": deviceVersion = UInt16(value.filter { $0 != "." }, radix: 16) ?? 0xFFFF
        case "iProduct": product = Self.name(line)
        case "bInterfaceNumber":
            (interfaceClass, interfaceProtocol) = (0x0B, 0)
            interfaceNumber = UInt8(clamping: Self.number(value, isHex: false) ?? 0)
        case "bInterfaceClass": interfaceClass = UInt8(clamping: Self.number(value, isHex: false) ?? 0x0B)
        case "bInterfaceProtocol": interfaceProtocol = UInt8(clamping: Self.number(value, isHex: false) ?? 0)
        default: break
        }
    }

    /// Returns the name of a product, which follows a colon or the number of its string.
    private static func name(_ line: Substring) -> String? {
        let words = line.split(whereSeparator: \.isWhitespace)
        let name = words.dropFirst(words.first == "iProduct:" ? 1 : 2).joined(separator: " ")
        return name.isEmpty ? nil : name
    }

    private mutating func fill(_ name: String, _ value: String, _ next: String?) {
        if name == "bLength" && Self.number(value, isHex: false) != 54 {
            descriptorBytes[0] = 0
            return
        }
        guard let field = Self.fields.first(where: { $0.names.contains { name.hasPrefix($0) } }) else { return }
        let number = Self.value(value, next, isHex: field.isHex)
        for place in 0..<field.size {
            descriptorBytes[field.offset + place] = UInt8(truncatingIfNeeded: number >> UInt32(8 * place))
        }
    }

    private static func value(_ text: String, _ next: String?, isHex: Bool) -> UInt32 {
        if text == "echo" { return 0xFF }
        if next == "MHz", let clock = kilohertz(text) { return clock }
        // Two halves, the high one first.
        if text.count == 6, let next, next.count == 6, let high = number(text, isHex: true),
            let low = number(next, isHex: true), next.hasPrefix("0x")
        {
            return high << 16 | low
        }
        return number(text, isHex: isHex) ?? 0
    }

    /// Parses a clock with three decimal places.
    private static func kilohertz(_ text: String) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 3, let whole = UInt32(parts[0]), let part = UInt32(parts[1]) else {
            return nil
        }
        let (clock, overflow) = whole.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : clock.addingReportingOverflow(part).partialValue
    }

    private static func number(_ text: String, isHex: Bool) -> UInt32? {
        if text.hasPrefix("0x") { return UInt32(text.dropFirst(2), radix: 16) }
        return UInt32(text, radix: isHex ? 16 : 10)
    }
}
