package import TenderBytes

/// The data of a transaction, in the lists in which a data object list is looked up.
///
/// The lists, first to last: what the kernel has decided, the card's, the transaction's, the terminal's, the
/// application's.
package struct ContactData {
    /// The most data objects of a card, and the most bytes of its records that are authenticated.
    static let mostObjects = 512
    static let mostStaticBytes = 16_384
    /// As many data objects as most cards have, so that their list seldom grows.
    private static let usualObjects = 64

    /// A data object of the card.
    private struct CardObject: Sendable {
        let value: SecretBytes
        /// Whether it may be there once, and is there.
        let isOnly: Bool
    }

    /// What the kernel has decided in this transaction.
    package var terminal: TagTable<[UInt8]> = [:]
    private var objects: TagTable<CardObject> = [:]
    private var addedCount = 0
    private var transaction: TagTable<[UInt8]>
    private let configuration: ContactConfiguration
    /// The place of the application in the configuration.
    private var application: Int?

    package init(_ transaction: ContactTransaction, _ configuration: ContactConfiguration) {
        self.transaction = transaction.elements
        self.configuration = configuration
    }

    /// Forgets another application's data, and takes up this one's.
    ///
    /// - Parameter application: Its place in the configuration.
    package mutating func begin(_ application: Int, name: [UInt8]) {
        self.application = application
        objects = [:]
        objects.reserve(Self.usualObjects)
        addedCount = 0
        terminal = [:]
        terminal.reserve(16)
        terminal[0x9F06] = name
        terminal[0x9F34] = [0x3F, 0, 0]
    }

    /// Takes up an earlier transaction again, whose card is the same.
    mutating func resume(_ transaction: ContactTransaction, _ terminal: TagTable<[UInt8]>) {
        self.transaction = transaction.elements
        self.terminal = terminal
    }

    /// Adds a data object that may be there once (EMV Book 3, 10.2); one that no card gives is passed over.
    mutating func add(_ tag: TLV.Tag, _ value: SecretBytes) throws(ContactStop) {
        guard EMVDictionary.traits(tag).canComeFromCard else { return }
        guard objects[tag]?.isOnly != true else { throw .terminated(.dataTwice) }
        addedCount += 1
        guard addedCount <= Self.mostObjects else { throw .terminated(.tooMuch) }
        objects[tag] = CardObject(value: value, isOnly: true)
    }

    /// Adds the data objects of a record.
    mutating func add(_ objects: CardObjects) throws(ContactStop) {
        for object in objects.elements where !object.tag.isConstructed {
            try add(object.tag, objects.value(object))
        }
    }

    /// Adds what answers GET PROCESSING OPTIONS, in either format (EMV Book 3, 6.5.8.4).
    mutating func addProcessingOptions(_ answer: SecretBytes) throws(ContactStop) {
        let objects = try CardObjects(answer)
        if let whole = objects.template(0x80) {
            let value = objects.value(whole)
            guard value.count >= 6 else { throw .terminated(.dataInvalid) }
            try add(0x82, value.part(0..<2))
            try add(0x94, value.part(2..<value.count))
        } else {
            guard let template = objects.template(0x77) else { throw .terminated(.dataInvalid) }
            for object in objects.elements where objects.isChild(object, of: template) {
                try add(object.tag, objects.value(object))
            }
        }
    }

    /// Sets a data object of a card that takes the place of an earlier one; `nil` leaves none.
    mutating func set(_ tag: TLV.Tag, _ value: SecretBytes?) {
        objects[tag] = value.map { CardObject(value: $0, isOnly: objects[tag]?.isOnly ?? false) }
    }

    /// A value of the card.
    func card(_ tag: TLV.Tag) -> SecretBytes? { objects[tag]?.value }

    /// A value of the card that is no secret.
    func open(_ tag: TLV.Tag) -> [UInt8]? { card(tag)?.open }

    /// A data object list of the card; `nil` if it gives none.
    func list(_ tag: TLV.Tag, limit: Int = DOL.largest) throws(ContactStop) -> DOL? {
        guard let bytes = open(tag) else { return nil }
        guard let list = try? DOL(parsing: bytes, limit: limit) else { throw .terminated(.dataInvalid) }
        return list
    }

    /// The first byte of the application interchange profile: what the card supports (EMV Book 3, annex C1).
    var interchangeProfile: UInt8 { card(0x82)?.first ?? 0 }

    /// A value of the card of a fixed size; one of another size breaks a rule.
    func card(_ tag: TLV.Tag, count: Int) throws(ContactStop) -> SecretBytes? {
        guard let value = card(tag) else { return nil }
        guard value.count == count else { throw .terminated(.dataInvalid) }
        return value
    }

    /// Lends the value of a data object from the first list that has it; `nil` if none has it.
    private func withValue<Result>(
        _ tag: TLV.Tag, _ traits: EMVDictionary.Traits, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        if let value = terminal[tag] { return value.withUnsafeBytes(body) }
        // A card has nothing else, and its list is the longest.
        if traits.canComeFromCard, let value = card(tag) { return value.withUnsafeBytes(body) }
        if let value = transaction[tag] { return value.withUnsafeBytes(body) }
        if let value = configuration.terminalElements[tag] { return value.withUnsafeBytes(body) }
        guard let application, let value = configuration.applicationElements[application][tag] else { return nil }
        return value.withUnsafeBytes(body)
    }

    /// The values that a list asks for (EMV Book 3, 5.4).
    package func fill(_ list: DOL) -> SecretBytes {
        SecretBytes(count: list.count) { output in
            list.write(over: output) { tag, place in
                let traits = EMVDictionary.traits(tag)
                withValue(tag, traits) { traits.format.write($0, over: place) }
            }
        }
    }

    /// The values of a list of tags that are known, one after the other.
    func values(_ tags: [TLV.Tag]) -> SecretBytes {
        .joined(tags.compactMap { tag in withValue(tag, EMVDictionary.traits(tag)) { SecretBytes($0) } })
    }

    /// The data objects of a list of tags that are known, one after the other.
    func objects(_ tags: [TLV.Tag]) -> SecretBytes {
        var bytes: [UInt8] = []
        // So that it never grows, which would leave a copy behind.
        bytes.reserveCapacity(
            tags.reduce(0) { count, tag in count + (withValue(tag, EMVDictionary.traits(tag)) { $0.count + 9 } ?? 0) })
        for tag in tags { withValue(tag, EMVDictionary.traits(tag)) { TLV.append(tag, $0, to: &bytes) } }
        return SecretBytes(taking: bytes)
    }
}
