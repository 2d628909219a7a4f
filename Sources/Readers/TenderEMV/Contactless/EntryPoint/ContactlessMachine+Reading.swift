import TenderBytes

/// What both kernels do alike: the start of the application, its records, and the account in the exception file.
extension ContactlessMachine {
    mutating func initiated(_ answer: CardAnswer) throws(ContactStop) -> [ContactlessAction] {
        switch current.combination.kernel {
        case .kernel2: try initiatedMChip(answer)
        case .kernel3: try initiatedQVSDC(answer)
        }
    }

    /// Takes up the locator, and reads what it names.
    mutating func readRecords(of locator: [UInt8]) throws(ContactStop) -> [ContactlessAction] {
        guard let files = try? AFL(parsing: locator) else { throw .terminated(.dataInvalid) }
        records = RecordReading(files: files)
        return try readRecords(entry: 0)
    }

    private mutating func readRecords(entry: Int) throws(ContactStop) -> [ContactlessAction] {
        guard entry < records.entries.count else { return try recordsEnded() }
        return try read(records.entries[entry].records.lowerBound, entry: entry)
    }

    private mutating func read(_ record: UInt8, entry: Int) throws(ContactStop) -> [ContactlessAction] {
        try transmit(
            ContactCommand.readRecord(record, file: records.entries[entry].file),
            .reading(entry: entry, record: record))
    }

    mutating func recordRead(
        _ answer: CardAnswer, entry: Int, record: UInt8
    ) throws(ContactStop) -> [ContactlessAction] {
        guard answer.isSuccess else { throw .terminated(.commandRefused) }
        try records.take(answer.data, entry: entry, record: record, into: &data)
        guard record < records.entries[entry].records.upperBound else { return try readRecords(entry: entry + 1) }
        return try read(record + 1, entry: entry)
    }

    /// Goes on with what was read, or without records.
    mutating func recordsEnded() throws(ContactStop) -> [ContactlessAction] {
        try records.addInterchangeProfile(of: data)
        switch current.combination.kernel {
        case .kernel2: return try checkMChip()
        case .kernel3: return try checkQVSDC()
        }
    }

    /// Asks about the account, if the terminal keeps a list; `nil` if it does not.
    mutating func lookUp() -> [ContactlessAction]? {
        guard configuration.terminal.looksUpAccounts, let number = data.card(0x5A)?.digitText else { return nil }
        step = .lookingUp
        return [.lookUp(number: number, sequenceNumber: data.card(0x5F34)?.first)]
    }

    mutating func lookedUp(isListed: Bool) throws(ContactStop) -> [ContactlessAction] {
        switch current.combination.kernel {
        case .kernel2:
            if isListed { results.insert(.onExceptionFile) }
            return try recoverOrAnalyse()
        case .kernel3:
            if isListed { kind = .decline }
            return try verifyQVSDC()
        }
    }
}
