import TenderBytes

/// Application selection by the card's directory (EMV Book 1, 12.3.2).
extension ContactMachine {
    /// The most applications that card and terminal may both have.
    private static let mostCandidates = 64
    private static let directory = [UInt8]("1PAY.SYS.DDF01".utf8)

    mutating func started() throws(ContactStop) -> [ContactAction] {
        guard configuration.terminal.usesDirectory else { return try tryApplication(0) }
        return try transmit(ContactCommand.select(Self.directory), .selectingDirectory)
    }

    mutating func directorySelected(_ answer: CardAnswer) throws(ContactStop) -> [ContactAction] {
        if answer.statusWord == 0x6A81 { return end(.cardBlocked) }
        guard answer.isSuccess, let information = try? FileInformation(answer.data),
            let file = information.directoryFile
        else { return try tryApplication(0) }
        return try readDirectory(file: file, record: 1, codeTable: information.codeTable)
    }

    private mutating func readDirectory(
        file: UInt8, record: UInt8, codeTable: UInt8?
    ) throws(ContactStop) -> [ContactAction] {
        try transmit(
            ContactCommand.readRecord(record, file: file),
            .readingDirectory(file: file, record: record, codeTable: codeTable))
    }

    mutating func directoryRead(
        _ answer: CardAnswer, file: UInt8, record: UInt8, codeTable: UInt8?
    ) throws(ContactStop) -> [ContactAction] {
        // Any error ends the directory as its last record does [check], so that no card keeps the terminal busy.
        guard answer.isSuccess else { return try directoryEnded() }
        addEntries(answer.data, codeTable: codeTable)
        guard record < 255 else { return try directoryEnded() }
        return try readDirectory(file: file, record: record + 1, codeTable: codeTable)
    }

    private mutating func directoryEnded() throws(ContactStop) -> [ContactAction] {
        candidates.isEmpty ? try tryApplication(0) : try choose()
    }

    /// Adds what a record lists; a bad record or entry is passed over [check].
    private mutating func addEntries(_ record: SecretBytes, codeTable: UInt8?) {
        guard let objects = try? CardObjects(record), let template = objects.template(0x70) else { return }
        for entry in objects.elements where entry.tag == 0x61 && objects.isChild(entry, of: template) {
            guard let name = objects.open(0x4F, of: entry), (5...16).contains(name.count) else { continue }
            add(
                name, label: objects.value(0x50, of: entry), preferredName: objects.value(0x9F12, of: entry),
                codeTable: codeTable, priority: objects.value(0x87, of: entry))
        }
    }

    /// Adds an application that the terminal has too, once.
    mutating func add(
        _ name: [UInt8], label: SecretBytes?, preferredName: SecretBytes?, codeTable: UInt8?, priority: SecretBytes?
    ) {
        guard candidates.count < Self.mostCandidates, !candidates.contains(where: { $0.name == name }),
            let profile = configuration.applications.firstIndex(where: { $0.matches(name) })
        else { return }
        candidates.append(
            Candidate(
                name: name, profile: profile, label: (label ?? .empty).part(0..<16).open,
                preferredName: (preferredName ?? .empty).part(0..<16).open, codeTable: codeTable,
                priority: priority?.first ?? 0))
    }
}
