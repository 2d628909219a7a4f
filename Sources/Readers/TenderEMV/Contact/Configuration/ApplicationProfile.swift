/// What a terminal knows about an application that it accepts.
public struct ApplicationProfile: Hashable, Sendable {
    /// The identifier, or what identifiers begin with; 5 to 16 bytes.
    public let identifier: [UInt8]
    /// Whether longer identifiers of cards that begin with it match (EMV Book 1, 12.3.1).
    public let allowsPartial: Bool
    /// The version, tag 9F09, two bytes.
    public let version: [UInt8]
    /// The amount from which transactions go online, tag 9F1B, in the currency's smallest unit.
    public let floorLimit: UInt32
    /// The selection at random below the floor limit; `nil` if there is none.
    public let randomSelection: RandomSelection?
    /// The acquirer's codes.
    public let actionCodes: ActionCodes
    /// The data object list for cards that give none for INTERNAL AUTHENTICATE, tag 9F49; `nil` if there is none.
    public let defaultDDOL: DOL?
    /// The data object list for cards that give none for a hash, tag 97; `nil` if there is none.
    public let defaultTDOL: DOL?
    /// Other data elements that cards may ask for.
    public let elements: [TLV.Tag: [UInt8]]

    /// All data elements that cards may ask for.
    var allElements: TagTable<[UInt8]> {
        var all: TagTable = [
            0x9F09: version, 0x9F1B: (0..<4).map { UInt8(truncatingIfNeeded: floorLimit >> UInt32(24 - 8 * $0)) },
        ]
        all.fill(from: elements)
        return all
    }

    /// Whether an identifier of a card is this application.
    func matches(_ name: [UInt8]) -> Bool {
        name == identifier || (allowsPartial && name.starts(with: identifier))
    }
}
