import TenderBytes

/// Read application data (EMV Book 3, 10.2).
extension ContactMachine {
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
        try records.take(answer.data, entry: entry, record: record, into: &data)
        guard record < records.entries[entry].records.upperBound else { return try readRecords(entry: entry + 1) }
        return try read(record + 1, entry: entry)
    }

    /// Checks that what every transaction needs is there (EMV Book 3, 7.2).
    private mutating func recordsEnded() throws(ContactStop) -> [ContactAction] {
        guard data.card(0x8D) != nil, let number = data.card(0x5A), let expiry = data.card(0x5F24),
            try list(0x8C) != nil
        else { throw .terminated(.dataMissing) }
        guard let digits = number.digits, digits.count > 0, EMVDate(expiry) != nil, try list(0x8D) != nil else {
            throw .terminated(.dataInvalid)
        }
        try records.addInterchangeProfile(of: data)
        return try authenticate(number: digits)
    }
}
