/// Names a reader for people: `simulated`, `simulated-ccid[:MODEL]`, `usb[:ID][#SLOT]`, `serial:PATH[,neo|zvt]`,
/// `tcp:HOST:PORT[,zvt|neo]` or `internet[:ID]`.
public struct ReaderAddress: Hashable, Sendable, Codable, LosslessStringConvertible {
    /// What is spoken on a serial line or a socket, where the device does not say so itself.
    public enum Dialect: String, Hashable, Sendable, Codable, CaseIterable {
        /// ID TECH NEO, a reader with its own kernel.
        case neo
        /// ZVT, a semi-integrated terminal.
        case zvt
    }

    /// How it is attached.
    public var method: DiscoveryMethod
    /// The id of a USB reader, the path of a serial port, host and port, or the id, label or serial number of a smart
    /// reader; nil for the first one that is there.
    public var place: String?
    /// What is spoken there; nil where the device tells.
    public var dialect: Dialect?
    /// The slot for the customers' cards in a USB chip reader that has several; nil for the first one, which is 0.
    public var slot: Int?

    /// Names a reader.
    public init(_ method: DiscoveryMethod, place: String? = nil, dialect: Dialect? = nil, slot: Int? = nil) {
        self.method = method
        self.place = place
        self.slot = slot
        self.dialect = dialect ?? Self.defaultDialect(method)
    }

    /// Reads a name; nil when it is none.
    public init?(_ description: String) {
        if let (rest, slot) = Self.slot(of: description) {
            self.init(rest)
            guard method == .usb else { return nil }
            self.slot = slot
            return
        }
        let parts = description.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rest = parts.count == 2 ? parts[1] : nil
        guard rest != "" else { return nil }
        switch (parts[0], rest) {
        case ("simulated", nil): self.init(.simulated)
        case ("simulated-ccid", let model): self.init(.simulated, place: Self.chipPrefix + (model ?? "short"))
        case ("usb", let place): self.init(.usb, place: place)
        case ("internet", let place): self.init(.internet, place: place)
        case ("serial", let place?): self.init(.serial, spoken: place)
        case ("tcp", let place?):
            self.init(.tcp, spoken: place)
            guard let port = self.place?.split(separator: ":").last.flatMap({ UInt16($0) }), port > 0,
                self.place?.hasPrefix(":") == false, self.place?.contains("@") == false
            else { return nil }
        default: return nil
        }
    }

    /// A name with a slot behind it, apart.
    private static func slot(of description: String) -> (String, Int)? {
        guard description.hasPrefix("usb"), let mark = description.lastIndex(of: "#"),
            let slot = UInt8(description[description.index(after: mark)...])
        else { return nil }
        return (String(description[..<mark]), Int(slot))
    }

    /// A place with what is spoken there behind a comma.
    private init?(_ method: DiscoveryMethod, spoken text: String) {
        guard let comma = text.lastIndex(of: ",") else {
            self.init(method, place: text)
            return
        }
        guard let dialect = Dialect(rawValue: String(text[text.index(after: comma)...])), comma > text.startIndex
        else { return nil }
        self.init(method, place: String(text[..<comma]), dialect: dialect)
    }

    /// What the place of a simulated USB chip reader begins with, before its model.
    private static let chipPrefix = "ccid-"

    /// The model of a simulated USB chip reader, such as `short`; `nil` for any other reader.
    public var chipModel: String? {
        guard method == .simulated, let place, place.hasPrefix(Self.chipPrefix) else { return nil }
        return String(place.dropFirst(Self.chipPrefix.count))
    }

    private static func defaultDialect(_ method: DiscoveryMethod) -> Dialect? {
        switch method {
        case .serial: .neo
        case .tcp: .zvt
        case .usb, .internet, .simulated: nil
        }
    }

    /// The name, with what is spoken where that is not the default.
    public var description: String {
        if let chipModel { return "simulated-ccid:\(chipModel)" }
        let spoken = dialect == Self.defaultDialect(method) ? nil : dialect?.rawValue
        return method.rawValue + (place.map { ":" + $0 } ?? "") + (spoken.map { "," + $0 } ?? "")
            + (slot.map { "#\($0)" } ?? "")
    }
}

extension ReaderAddress {
    /// The reader that it names among those that were found, with the slot; the first of them when it names none.
    public func choice(of readers: [Reader]) -> Reader? {
        var reader = named(among: readers)
        if let slot { reader?.address?.slot = slot }
        return reader
    }

    private func named(among readers: [Reader]) -> Reader? {
        guard let place else { return readers.first }
        return readers.first { $0.address?.place == place || $0.serialNumber == place || $0.id == place }
            ?? readers.first { $0.label == place }
    }
}

extension ReaderAddress {
    /// Reads a name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not the address of a reader")
        }
        self = address
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
