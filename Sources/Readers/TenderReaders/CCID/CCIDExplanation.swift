import TenderBytes

/// What a reader's functional descriptor says, and what the driver would do with the reader, for people to read.
///
/// It is created from the 54 bytes themselves, their hexadecimal text, the output of `lsusb -v`, or a file of the CCID
/// project's `readers`.
public struct CCIDExplanation: Hashable, Sendable {
    /// The reader's descriptor.
    public let descriptor: CCIDDescriptor
    /// What the driver would do, or why it cannot use the reader.
    public let plan: Result<CCIDPlan, CCIDUnsupported>
    /// The identity of the reader, as far as it is known: numbers, interface, and name.
    public let title: String

    /// The maximum size of the input, larger than any dump of all devices of a machine.
    public static let largestInput = 4_194_304

    /// Parses a file with the descriptor of a reader, or the first of several; `nil` if there is none in it.
    public init?(_ bytes: [UInt8]) {
        guard let first = Self.all(in: bytes).first else { return nil }
        self = first
    }

    /// Parses a file; returns one explanation for each reader in it, in order.
    public static func all(in bytes: [UInt8]) -> [CCIDExplanation] {
        guard bytes.count <= largestInput else { return [] }
        if let descriptor = CCIDDescriptor(bytes) { return [CCIDExplanation(descriptor, ReaderDump())] }
        let text = String(decoding: bytes, as: UTF8.self)
        let plain = String(text.filter { !$0.isWhitespace && $0 != ":" && $0 != "," }).replacing0x
        if plain.utf8.count == 2 * CCIDDescriptor.byteCount, let raw = Hex.decode(plain),
            let descriptor = CCIDDescriptor(raw)
        {
            return [CCIDExplanation(descriptor, ReaderDump())]
        }
        return ReaderDump.all(in: text).compactMap { dump in
            CCIDDescriptor(dump.descriptorBytes).map { CCIDExplanation($0, dump) }
        }
    }

    private init(_ descriptor: CCIDDescriptor, _ dump: ReaderDump) {
        self.descriptor = descriptor
        title = Self.title(dump)
        do throws(CCIDUnsupported) {
            plan = .success(
                try CCIDPlan(
                    descriptor, interfaceClass: dump.interfaceClass, interfaceProtocol: dump.interfaceProtocol,
                    vendorID: dump.vendorID, productID: dump.productID, deviceVersion: dump.deviceVersion))
        } catch {
            plan = .failure(error)
        }
    }

    private static func title(_ dump: ReaderDump) -> String {
        let numbers = [dump.vendorID, dump.productID].map { number in
            Hex.encode([UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]).uppercased()
        }
        let name = dump.product.map { " \($0.withoutControls)" } ?? ""
        return "\(numbers[0]):\(numbers[1])\(name), interface \(dump.interfaceNumber)"
    }

    /// Whether the driver can use the reader.
    public var isSupported: Bool {
        if case .success = plan { true } else { false }
    }

    /// The explanation, one sentence per line.
    public var lines: [String] {
        var lines = [
            "Slots: \(Int(descriptor.maximumSlotIndex) + 1), of which \(max(1, descriptor.maximumBusySlots)) busy at once.",
            "Supply: " + names(UInt32(descriptor.voltages), ["5 V", "3 V", "1.8 V"]) + ".",
            "Protocols: " + names(descriptor.protocols, ["T=0", "T=1"]) + ".",
            "Clock: \(descriptor.defaultClock) to \(descriptor.maximumClock) kHz; "
                + "speed: \(descriptor.dataRate) to \(descriptor.maximumDataRate) bit/s.",
            "Messages: up to \(descriptor.maximumMessageLength) bytes.",
            "PIN pad: " + pinPad,
        ]
        switch plan {
        case .success(let plan): lines += Self.lines(plan)
        case .failure(let error): lines.append("The driver cannot use it. " + error.sentence)
        }
        return lines
    }

    private var pinPad: String {
        let claimed = names(UInt32(descriptor.pinSupport), ["verify", "modify"]) + "."
        guard descriptor.pinSupport != 0, case .success(let plan) = plan, let refused = plan.quirk?.refusedPIN else {
            return claimed
        }
        return "not used. " + refused.sentence
    }

    private static func lines(_ plan: CCIDPlan) -> [String] {
        let level =
            switch plan.level {
            case .tpdu: "Level: blocks (TPDU); the driver speaks T=0 and T=1 with the card."
            case .shortAPDU: "Level: short APDUs; the reader speaks with the card, extended commands are refused."
            case .extendedAPDU: "Level: extended APDUs; the reader speaks with the card."
            }
        let negotiation =
            switch plan.negotiation {
            case .reader: "Protocol and speed: the reader negotiates them by itself."
            case .parameters: "Speed: the driver sets the parameters, the reader negotiates them with the card."
            case .host where plan.level == .tpdu:
                "Speed: the driver negotiates with the card (PPS), then sets the parameters."
            case .host: "Speed: the driver sets the parameters."
            }
        var lines = [level, negotiation]
        if plan.announcesFieldSize {
            lines.append("T=1: the driver tells the card that blocks may have \(plan.fieldSize) bytes.")
        }
        let voltages = plan.powerSelections.map { ["by the reader's choice", "5 V", "3 V", "1.8 V"][Int($0 & 3)] }
        lines.append("Power: " + voltages.joined(separator: ", then ") + ".")
        if plan.quirk != nil { lines.append("The model is known to be special, and treated so.") }
        return lines
    }

    private func names(_ bits: UInt32, _ names: [String]) -> String {
        let named = names.enumerated().filter { bits >> UInt32($0.offset) & 1 != 0 }.map(\.element)
        return named.isEmpty ? "none" : named.joined(separator: ", ")
    }
}

extension String {
    /// The text without `0x` in front of numbers.
    fileprivate var replacing0x: String {
        var result: [Character] = []
        for character in self {
            if character == "x" || character == "X", result.last == "0" {
                result.removeLast()
            } else {
                result.append(character)
            }
        }
        return String(result)
    }
}
