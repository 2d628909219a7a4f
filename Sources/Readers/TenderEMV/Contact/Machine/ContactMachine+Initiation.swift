import TenderBytes

/// Initiate application processing (EMV Book 3, 10.1).
extension ContactMachine {
    mutating func numberDrawn(_ bytes: SecretBytes, _ candidate: Candidate) throws(ContactStop) -> [ContactAction] {
        guard bytes.count == 4 else { throw .fault(.wrongRandomCount) }
        data.terminal[0x9F37] = bytes.open
        data.terminal[0x95] = results.bytes
        data.terminal[0x9B] = status.bytes
        processingValues = .empty
        if let list = try list(0x9F38, limit: DOL.largestProcessingOptions) { processingValues = data.fill(list) }
        return try transmit(ContactCommand.getProcessingOptions(processingValues), .initiating(candidate))
    }

    /// A data object list of the card; `nil` if it gives none.
    func list(_ tag: TLV.Tag, limit: Int = DOL.largest) throws(ContactStop) -> DOL? {
        try data.list(tag, limit: limit)
    }

    mutating func initiated(_ answer: CardAnswer, _ candidate: Candidate) throws(ContactStop) -> [ContactAction] {
        if answer.statusWord == 0x6985 { return try drop(candidate) }
        guard answer.isSuccess else { throw .terminated(.commandRefused) }
        try data.addProcessingOptions(answer.data)
        guard try data.card(0x82, count: 2) != nil, let locator = data.open(0x94) else {
            throw .terminated(.dataMissing)
        }
        guard let files = try? AFL(parsing: locator) else { throw .terminated(.dataInvalid) }
        records = RecordReading(files: files)
        return try readRecords(entry: 0)
    }

    /// The first byte of the application interchange profile: what the card supports (EMV Book 3, annex C1).
    var interchangeProfile: UInt8 { data.interchangeProfile }
}
