package import TenderBytes

/// The data of a transaction, in the five lists in which a data object list is looked up.
///
/// The lists, first to last: terminal data of this transaction, card, transaction, application, terminal.
package struct ContactData {
    /// The most data objects of a card, and the most bytes of its records that are authenticated.
    static let mostObjects = 512
    static let mostStaticBytes = 16_384

    /// What the kernel has decided in this transaction.
    package var terminal: TagTable<[UInt8]> = [:]
    private(set) var card: TagTable<SecretBytes> = [:]
    /// What may be there once, and is there.
    private var once: TagTable<Void> = [:]
    private var fixed: TagTable<[UInt8]>
    private var application: TagTable<[UInt8]> = [:]

    package init(_ transaction: ContactTransaction, _ profile: TerminalProfile) {
        fixed = transaction.elements
        fixed.fill(from: [
            0x9F1A: profile.country, 0x9F33: profile.capabilities.bytes, 0x9F35: [profile.type.rawValue],
            0x9F40: profile.additionalCapabilities, 0x9F39: [0x05],
        ])
        fixed.fill(from: TagTable(profile.elements))
    }

    /// Forgets another application's data, and takes up this one's.
    package mutating func begin(_ profile: ApplicationProfile, name: [UInt8]) {
        let limit = profile.floorLimit
        application = [
            0x9F09: profile.version, 0x9F1B: (0..<4).map { UInt8(truncatingIfNeeded: limit >> UInt32(24 - 8 * $0)) },
        ]
        application.fill(from: TagTable(profile.elements))
        card = [:]
        once = [:]
        terminal = [0x9F06: name, 0x9F34: [0x3F, 0, 0]]
    }

    /// Whether a card can give a data object; one that terminals or issuers give is not taken from it [check].
    private static func canComeFromCard(_ tag: TLV.Tag) -> Bool {
        guard !tag.isConstructed else { return false }
        return switch EMVDictionary.entry(tag)?.source {
        case .card, nil: true
        case .terminal, .issuer, .issuerOrTerminal: false
        }
    }

    /// Adds a data object that may be there once (EMV Book 3, 10.2).
    mutating func add(_ tag: TLV.Tag, _ value: SecretBytes) throws(ContactStop) {
        guard Self.canComeFromCard(tag) else { return }
        guard once[tag] == nil else { throw .terminated(.dataTwice) }
        once[tag] = ()
        guard once.count <= Self.mostObjects else { throw .terminated(.tooMuch) }
        card[tag] = value
    }

    /// Sets a data object that takes the place of an earlier one.
    mutating func set(_ tag: TLV.Tag, _ value: SecretBytes) { card[tag] = value }

    /// A value of the card that is no secret.
    func open(_ tag: TLV.Tag) -> [UInt8]? { card[tag]?.open }

    /// A value of the card that is no secret, of a fixed size; one of another size breaks a rule.
    func open(_ tag: TLV.Tag, count: Int) throws(ContactStop) -> [UInt8]? {
        guard let value = card[tag] else { return nil }
        guard value.count == count else { throw .terminated(.dataInvalid) }
        return value.open
    }

    /// The value of a data object from the first list that has it, in the open.
    private func value(_ tag: TLV.Tag) -> [UInt8]? {
        terminal[tag] ?? card[tag]?.open ?? fixed[tag] ?? application[tag]
    }

    /// The values that a list asks for (EMV Book 3, 5.4).
    package func fill(_ list: DOL) -> SecretBytes {
        SecretBytes(
            taking: list.fill { tag in
                value(tag).map { DOL.Value(format: EMVDictionary.entry(tag)?.format ?? .binary, bytes: $0[...]) }
            })
    }

    /// The data objects of a list of tags that are known, one after the other.
    func objects(_ tags: [TLV.Tag]) -> SecretBytes {
        let values = tags.compactMap { tag in value(tag).map { (tag, $0) } }
        var bytes: [UInt8] = []
        // So that it never grows, which would leave a copy behind.
        bytes.reserveCapacity(values.reduce(0) { $0 + $1.1.count + 9 })
        for (tag, value) in values { TLV.append(tag, value, to: &bytes) }
        return SecretBytes(taking: bytes)
    }
}
