import TenderBytes

/// SELECT of the directory and of an application, and the start of a transaction (EMV Contactless Book B, 3.3).
extension ContactlessCard {
    private static let directoryName = Array("2PAY.SYS.DDF01".utf8)

    private var applications: [CardApplication] { profile.chip.applications }
    private var names: [[UInt8]] { applications.map { Hex.decode($0.identifier) ?? [] } }

    mutating func select(_ command: ChipCommand) -> ChipResponse {
        session = ContactlessSession()
        guard profile.chip.state != .cardBlocked else { return .status(ChipStatus.functionNotSupported) }
        guard command.first == 4, command.second == 0 else { return .status(ChipStatus.wrongParameters) }
        if command.data == Self.directoryName {
            return .data(control(Self.directoryName, ChipObject.encode(0xBF0C, entries)))
        }
        guard profile.chip.flaw != .endlessApplications, let place = names.firstIndex(of: command.data) else {
            return .status(ChipStatus.fileNotFound)
        }
        guard profile.chip.state != .applicationBlocked else { return .status(ChipStatus.selectedFileInvalidated) }
        session.phase = .selected
        let content =
            ChipObject.encode(0x50, text: applications[place].label)
            + ChipObject.encode(0x87, [UInt8(min(place + 1, 15))])
            + ChipObject.encode(0x9F38, ChipObject.list(optionsList))
        return .data(control(names[place], content))
    }

    private func control(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
        ChipObject.encode(0x6F, ChipObject.encode(0x84, name) + ChipObject.encode(0xA5, content))
    }

    /// The entries of the directory; of a card without an end, as many as an answer has room for.
    private var entries: [UInt8] {
        let entries = names.indices.flatMap { place in
            ChipObject.encode(
                0x61,
                ChipObject.encode(0x4F, names[place]) + ChipObject.encode(0x50, text: applications[place].label)
                    + ChipObject.encode(0x87, [UInt8(min(place + 1, 15))])
                    + ChipObject.encode(0x9F2A, [profile.style == .mchip ? 2 : 3]))
        }
        let times = profile.chip.flaw == .endlessApplications ? 200 / max(1, entries.count) : 1
        return [[UInt8]](repeating: entries, count: times).flatMap(\.self)
    }

    private var optionsList: ChipLists.Entries {
        switch profile.style {
        case .qvsdc: [(0x9F66, 4)] + CryptogramScheme.terminalObjects
        case .mchip: [(0x9F33, 3), (0x9F1A, 2)]
        }
    }

    mutating func getProcessingOptions(_ command: ChipCommand) -> ChipResponse {
        let count = ChipLists.byteCount(optionsList)
        guard command.data.count == count + 2, command.data.starts(with: [0x83, UInt8(clamping: count)]) else {
            return .status(ChipStatus.wrongLength)
        }
        guard session.phase == .selected, transactionCount < .max else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        session.optionValues = Array(command.data.dropFirst(2))
        if profile.chip.flaw == .noise { return .data([0x77, 0x85] + random.next() + random.next()) }
        switch profile.style {
        case .qvsdc: return decide(ChipLists.split(session.optionValues, by: optionsList))
        case .mchip:
            transactionCount += 1
            session.phase = .initiated
            let locator = profile.chip.flaw == .endlessRecords ? Self.endlessLocator : records.locator
            return .data(
                ChipObject.encode(
                    0x77, ChipObject.encode(0x82, records.interchangeProfile) + ChipObject.encode(0x94, locator)))
        }
    }
}
