/// The lines of a receipt that a terminal wants printed.
public struct ZVTReceipt: Hashable, Sendable {
    /// The recipient of a receipt (container tag 1F07).
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// The merchant.
        case merchant = 1
        /// The customer.
        case customer = 2
        /// A report of the terminal.
        case administration = 3
    }

    /// The recipient; `nil` if the terminal does not say.
    public var kind: Kind?
    /// The lines.
    public var lines: [String]

    /// Creates a receipt.
    public init(kind: Kind? = nil, lines: [String] = []) {
        self.kind = kind
        self.lines = lines
    }

    /// The maximum number of lines to keep.
    static let maximumLineCount = 2000

    /// The attribute of the last line.
    static let lastLine: UInt8 = 0x81
    /// The attribute that stands for a number of empty lines.
    static let feed: UInt8 = 0xFF

    /// Adds a line of `06 D1`.
    ///
    /// - Returns: Whether it was the last one.
    mutating func add(line data: [UInt8], _ characters: ZVTCharacterSet) -> Bool {
        guard let attribute = data.first else { return false }
        if attribute == Self.feed {
            for _ in 0..<min(Int(data.dropFirst().first ?? 1), 20) { append("") }
            return false
        }
        append(characters.decode(data.dropFirst()))
        return attribute == Self.lastLine
    }

    /// Parses the receipt of a `06 D3`; `nil` if it cannot be parsed.
    init?(block data: [UInt8], _ characters: ZVTCharacterSet) {
        guard let fields = try? ZVTFields(parsing: data), let objects = try? fields.container() else { return nil }
        self.init()
        let type = objects.first { $0.tag == ZVTContainer.receiptType }
        kind = type.flatMap { $0.value.first.flatMap(Kind.init) }
        for object in objects where object.tag == ZVTContainer.textBlock {
            for line in object.children where line.tag == ZVTContainer.textLine {
                append(characters.decode(line.value))
            }
        }
    }

    private mutating func append(_ line: String) {
        if lines.count < Self.maximumLineCount { lines.append(line) }
    }
}
