import TenderBytes

/// What a card says about a file that was selected: the template 6F (EMV Book 1, 11.3.4).
struct FileInformation {
    /// The name, tag 84.
    let name: [UInt8]
    let objects: CardObjects
    let proprietary: TLV.Element

    /// - Throws: an end of the transaction, which a caller takes as a file that does not count.
    init(_ data: SecretBytes) throws(ContactStop) {
        objects = try CardObjects(data)
        guard let template = objects.template(0x6F), let name = objects.open(0x84, of: template),
            (5...16).contains(name.count), let proprietary = objects.child(0xA5, of: template)
        else { throw .terminated(.dataInvalid) }
        self.name = name
        self.proprietary = proprietary
    }

    func value(_ tag: TLV.Tag) -> SecretBytes? { objects.value(tag, of: proprietary) }

    /// The file with the records of a directory, 1 to 10.
    var directoryFile: UInt8? {
        guard let value = value(0x88), value.count == 1, let file = value.first, (1...10).contains(file) else {
            return nil
        }
        return file
    }

    /// The part of ISO 8859 of preferred names.
    var codeTable: UInt8? { value(0x9F11)?.first }

    /// What is kept for the transaction (EMV Book 1, tables 43 and 45); nothing that belongs into a record.
    private static let keptTags: [TLV.Tag] = [0x84, 0x50, 0x87, 0x9F38, 0x5F2D, 0x9F11, 0x9F12, 0x9F4D, 0x42]

    /// The objects that the application keeps for the transaction.
    var kept: some Sequence<(tag: TLV.Tag, value: SecretBytes)> {
        objects.elements.lazy.filter { Self.keptTags.contains($0.tag) }.map { ($0.tag, objects.value($0)) }
    }
}
