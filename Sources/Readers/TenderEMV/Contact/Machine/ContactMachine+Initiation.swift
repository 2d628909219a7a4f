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
        guard let bytes = data.open(tag) else { return nil }
        guard let list = try? DOL(parsing: bytes, limit: limit) else { throw .terminated(.dataInvalid) }
        return list
    }

    mutating func initiated(_ answer: CardAnswer, _ candidate: Candidate) throws(ContactStop) -> [ContactAction] {
        if answer.statusWord == 0x6985 { return try drop(candidate) }
        guard answer.isSuccess else { throw .terminated(.commandRefused) }
        let objects = try CardObjects(answer.data)
        if let whole = objects.template(0x80) {
            let value = objects.value(whole)
            guard value.count >= 6 else { throw .terminated(.dataInvalid) }
            try data.add(0x82, value.part(0..<2))
            try data.add(0x94, value.part(2..<value.count))
        } else {
            guard let template = objects.template(0x77) else { throw .terminated(.dataInvalid) }
            for object in objects.elements where objects.isChild(object, of: template) {
                try data.add(object.tag, objects.value(object))
            }
        }
        guard try data.card(0x82, count: 2) != nil, let locator = data.open(0x94) else {
            throw .terminated(.dataMissing)
        }
        guard let files = try? AFL(parsing: locator) else { throw .terminated(.dataInvalid) }
        records = RecordReading(files: files)
        return try readRecords(entry: 0)
    }

    /// The first byte of the application interchange profile: what the card supports (EMV Book 3, annex C1).
    var interchangeProfile: UInt8 { data.card(0x82)?.first ?? 0 }
}
