import TenderBytes

/// Read application data (EMV Book 3, 10.2).
extension ContactMachine {
    /// Files up to this one have their records in the template 70.
    private static let lastTemplateFile: UInt8 = 10

    /// Reads the files of the locator from a place on.
    mutating func readRecords(entry: Int) throws(ContactStop) -> [ContactAction] {
        guard entry < records.entries.count else { return try recordsEnded() }
        return try read(records.entries[entry].records.lowerBound, entry: entry)
    }

    private mutating func read(_ record: UInt8, entry: Int) throws(ContactStop) -> [ContactAction] {
        try transmit(
            ContactCommand.readRecord(record, file: records.entries[entry].file),
            .reading(entry: entry, record: record))
    }

    mutating func recordRead(_ answer: CardAnswer, entry: Int, record: UInt8) throws(ContactStop) -> [ContactAction] {
        guard answer.isSuccess else { throw .terminated(.commandRefused) }
        let file = records.entries[entry]
        let isAuthenticated = Int(record) - Int(file.records.lowerBound) < Int(file.authenticatedCount)
        if file.file <= Self.lastTemplateFile {
            try takeTemplate(answer.data, isAuthenticated: isAuthenticated)
        } else {
            try takeProprietary(answer.data, isAuthenticated: isAuthenticated)
        }
        guard record < file.records.upperBound else { return try readRecords(entry: entry + 1) }
        return try read(record + 1, entry: entry)
    }

    /// One template 70, and nothing behind it; its contents are authenticated.
    private mutating func takeTemplate(_ data: SecretBytes, isAuthenticated: Bool) throws(ContactStop) {
        let objects = try CardObjects(data)
        guard let template = objects.template(0x70), template.whole == 0..<data.count else {
            throw .terminated(.dataInvalid)
        }
        try add(objects)
        if isAuthenticated { try records.authenticate(objects.value(template)) }
    }

    /// A record of any coding, which is authenticated as a whole and read if it is a template 70.
    private mutating func takeProprietary(_ data: SecretBytes, isAuthenticated: Bool) throws(ContactStop) {
        let objects = try? CardObjects(data)
        let isTemplate = objects?.template(0x70) != nil
        if let objects, isTemplate { try add(objects) }
        guard isAuthenticated else { return }
        if isTemplate { try records.authenticate(data) } else { records.markBroken() }
    }

    private mutating func add(_ objects: CardObjects) throws(ContactStop) {
        for object in objects.elements where !object.tag.isConstructed {
            try data.add(object.tag, objects.value(object))
        }
    }

    /// Checks that what every transaction needs is there (EMV Book 3, 7.2).
    private mutating func recordsEnded() throws(ContactStop) -> [ContactAction] {
        guard data.card(0x8D) != nil, let number = data.card(0x5A), let expiry = data.card(0x5F24),
            try list(0x8C) != nil
        else { throw .terminated(.dataMissing) }
        guard let digits = number.digits, digits.count > 0, EMVDate(expiry) != nil, try list(0x8D) != nil else {
            throw .terminated(.dataInvalid)
        }
        try addInterchangeProfile()
        return try authenticate(number: digits)
    }

    /// The list of further authenticated data may name the interchange profile only (EMV Book 3, 10.3).
    private mutating func addInterchangeProfile() throws(ContactStop) {
        guard let tags = data.card(0x9F4A) else { return }
        guard tags.count == 1, tags.first == 0x82, let profile = data.card(0x82) else { return records.markBroken() }
        try records.authenticate(profile)
    }
}
