import TenderBytes

/// Combination selection, final selection and kernel activation (EMV Contactless Book B, 3.3 and 3.4).
extension ContactlessMachine {
    private static let directory = [UInt8]("2PAY.SYS.DDF01".utf8)
    /// The entry mode of a chip without contacts, tag 9F39.
    private static let entryMode: [UInt8] = [0x07]

    mutating func selectDirectory() throws(ContactStop) -> [ContactlessAction] {
        try transmit(ContactCommand.select(Self.directory), .selectingDirectory)
    }

    mutating func directorySelected(_ answer: CardAnswer) throws(ContactStop) -> [ContactlessAction] {
        guard answer.isSuccess, let information = try? FileInformation(answer.data) else {
            return end(.ended(.noCombination))
        }
        let entries = ContactlessDirectoryEntry.entries(information)
        let found = entries.flatMap { entry in
            allowed.filter { entry.matches($0.combination) }.map {
                ContactlessCandidate(name: entry.name, preprocessing: $0, priority: entry.priority)
            }
        }
        candidates = found.enumerated()
            .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
        let isKnown = entries.contains { configuration.contactless.contains(where: $0.matches) }
        return try selectNext(isKnown ? .amountNotAllowed : .noCombination)
    }

    /// Takes the next candidate.
    ///
    /// - Parameter reason: Why the one before is not used.
    mutating func selectNext(_ reason: ContactlessReason) throws(ContactStop) -> [ContactlessAction] {
        guard !candidates.isEmpty else { return end(.ended(reason)) }
        let candidate = candidates.removeFirst()
        return try transmit(ContactCommand.select(candidate.name), .selecting(candidate))
    }

    mutating func selected(
        _ answer: CardAnswer, _ candidate: ContactlessCandidate
    ) throws(ContactStop) -> [ContactlessAction] {
        guard answer.isSuccess, let information = try? FileInformation(answer.data),
            information.name.starts(with: candidate.name)
        else { return try selectNext(.noCombination) }
        current = candidate.preprocessing
        data = ContactData(transaction, configuration)
        data.begin(current.combination.place, name: information.name)
        data.terminal[0x9F39] = Self.entryMode
        data.terminal[0x9F66] = current.qualifiers.bytes
        for (tag, value) in information.kept { data.set(tag, value) }
        results = []
        status = []
        records = RecordReading()
        authentication = AuthenticationState()
        verification = .none
        isSignatureAsked = false
        step = .drawingNumber
        return [.drawRandom(4)]
    }

    mutating func numberDrawn(_ bytes: SecretBytes) throws(ContactStop) -> [ContactlessAction] {
        guard bytes.count == 4 else { throw .fault(.wrongRandomCount) }
        data.terminal[0x9F37] = bytes.open
        writeResults()
        let list = try data.list(0x9F38, limit: DOL.largestProcessingOptions)
        if current.combination.kernel == .kernel3, !asksForQualifiers(list) { return try selectNext(.noCombination) }
        processingValues = list.map { data.fill($0) } ?? .empty
        return try transmit(ContactCommand.getProcessingOptions(processingValues), .initiating)
    }

    mutating func writeResults() {
        data.terminal[0x95] = results.bytes
        data.terminal[0x9B] = status.bytes
    }
}
