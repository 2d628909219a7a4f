import TenderBytes

/// What `lsusb -v` prints of the first chip card reader in it.
struct LSUSBDump: Hashable, Sendable {
    private(set) var vendorID: UInt16 = 0
    private(set) var productID: UInt16 = 0
    private(set) var deviceVersion: UInt16 = 0xFFFF
    private(set) var interfaceProtocol: UInt8 = 0
    private(set) var descriptorBytes: [UInt8]?

    /// The fields of the descriptor in their order, with offset and size; a name stands for all that begin with it.
    private static let fields: [(names: [String], offset: Int, size: Int, isHex: Bool)] = [
        (["nMaxSlotIndex", "bMaxSlotIndex"], 4, 1, false), (["bVoltageSupport"], 5, 1, false),
        (["dwProtocols"], 6, 4, false), (["dwDefaultClock"], 10, 4, false),
        (["dwMaxiumumClock", "dwMaximumClock"], 14, 4, false), (["bNumClockSupported"], 18, 1, false),
        (["dwDataRate"], 19, 4, false), (["dwMaxDataRate"], 23, 4, false), (["bNumDataRatesSupp"], 27, 1, false),
        (["dwMaxIFSD"], 28, 4, false), (["dwSyncProtocols"], 32, 4, true), (["dwMechanical"], 36, 4, true),
        (["dwFeatures"], 40, 4, true), (["dwMaxCCIDMsgLen", "dwMaxCCIDMessageLength"], 44, 4, false),
        (["bClassGetResponse"], 48, 1, true), (["bClassEnvelope"], 49, 1, true), (["bPINSupport"], 52, 1, false),
        (["bMaxCCIDBusySlots"], 53, 1, false),
    ]

    init() {}

    init(_ text: String) {
        var found: [UInt8]?
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let name = words.first else { continue }
            if line.contains("UNRECOGNIZED:") {
                let bytes = words.dropFirst(2).compactMap { Hex.decode($0) }.flatMap { $0 }
                if CCIDDescriptor(bytes) != nil, descriptorBytes == nil { descriptorBytes = bytes }
            }
            // The first reader counts, and its descriptor ends where the next one begins.
            if found != nil && line.contains("Descriptor:") { break }
            if line.contains("ChipCard Interface Descriptor") {
                found = [54, 0x21] + [UInt8](repeating: 0, count: 52)
            } else if found != nil, let value = words.dropFirst().first {
                Self.fill(&found, name, value)
            } else if let value = words.dropFirst().first {
                header(name, value)
            }
        }
        if let found { descriptorBytes = found }
    }

    private mutating func header(_ name: String, _ value: String) {
        // The identity of the last device before the descriptor counts.
        guard descriptorBytes == nil else { return }
        switch name {
        case "idVendor": vendorID = UInt16(clamping: Self.number(value, isHex: true) ?? 0)
        case "idProduct": productID = UInt16(clamping: Self.number(value, isHex: true) ?? 0)
        case "bcdDevice":
            let digits = value.filter { $0 != "." }
            deviceVersion = UInt16(digits, radix: 16) ?? 0xFFFF
        case "bInterfaceProtocol": interfaceProtocol = UInt8(clamping: Self.number(value, isHex: false) ?? 0)
        default: break
        }
    }

    private static func fill(_ bytes: inout [UInt8]?, _ name: String, _ value: String) {
        if name == "bLength" && value != "54" {
            bytes?[0] = 0
            return
        }
        guard let field = fields.first(where: { $0.names.contains { name.hasPrefix($0) } }) else { return }
        let number = value == "echo" ? 0xFF : number(value, isHex: field.isHex) ?? 0
        for place in 0..<field.size {
            bytes?[field.offset + place] = UInt8(truncatingIfNeeded: number >> UInt32(8 * place))
        }
    }

    private static func number(_ text: String, isHex: Bool) -> UInt32? {
        if text.hasPrefix("0x") { return UInt32(text.dropFirst(2), radix: 16) }
        return UInt32(text, radix: isHex ? 16 : 10)
    }
}
