public import SimulatedCard

/// What a chip asks its issuer: the data objects by tag, as the card and the terminal told them.
public struct ChipAuthorization: Sendable {
    /// The card; `nil` for a number that no simulated card has.
    public let card: SimulatedCard?
    /// How the card makes its cryptograms.
    public let scheme: CryptogramScheme
    /// The data objects by tag: those of `CryptogramScheme.terminalObjects`, 82, 9F10, 9F26, 9F27 and 9F36, and where
    /// there are such 5F24, 5F34 and 9F34.
    public let objects: [UInt16: [UInt8]]
    /// The PIN that the holder entered for the issuer, as a block of format 0 (8 bytes) or 4 (16); `nil` without one.
    public let pinBlock: [UInt8]?
    /// The serial number of the key of the block (DUKPT), 10 or 12 bytes.
    public let pinKeySerialNumber: [UInt8]?
    /// What the merchant asks for; `nil` for the amount under the cryptogram.
    public let charge: ChipCharge?

    /// Creates a request; whatever is in it is checked by the issuer.
    public init(
        card: SimulatedCard?, scheme: CryptogramScheme, objects: [UInt16: [UInt8]], pinBlock: [UInt8]? = nil,
        pinKeySerialNumber: [UInt8]? = nil, charge: ChipCharge? = nil
    ) {
        self.card = card
        self.scheme = scheme
        self.objects = objects
        self.pinBlock = pinBlock
        self.pinKeySerialNumber = pinKeySerialNumber
        self.charge = charge
    }

    /// The name of the account behind the card; `nil` for a card that the issuer cannot know.
    var account: String? {
        guard let card, let sequence else { return nil }
        return "\(card.name) \(sequence)"
    }

    /// The sequence number of the card; `nil` for one that is none.
    var sequence: UInt8? { Self.number(objects[0x5F34] ?? [0]).flatMap { UInt8(exactly: $0) } }

    /// The object with a tag, if it has the size.
    func object(_ tag: UInt16, _ count: Int) -> [UInt8]? {
        objects[tag].flatMap { $0.count == count ? $0 : nil }
    }

    /// The terminal's objects, one after the other; `nil` when one is missing or has another size.
    var terminalData: [UInt8]? {
        var data: [UInt8] = []
        for entry in CryptogramScheme.terminalObjects {
            guard let value = object(entry.tag, entry.count) else { return nil }
            data += value
        }
        return data
    }

    /// A number in digits, two a byte; `nil` when one of them is no digit, or there are more than eighteen.
    static func number(_ digits: [UInt8]) -> Int64? {
        guard digits.count <= 9, digits.allSatisfy({ $0 >> 4 <= 9 && $0 & 0xF <= 9 }) else { return nil }
        return digits.reduce(0) { $0 * 100 + Int64($1 >> 4) * 10 + Int64($1 & 0xF) }
    }
}
