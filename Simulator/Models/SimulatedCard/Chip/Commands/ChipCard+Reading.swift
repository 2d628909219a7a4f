/// READ RECORD, GET PROCESSING OPTIONS and GET DATA (EMV, Book 3, 6.5.7, 6.5.8 and 6.5.11).
extension ChipCard {
    func readRecord(_ command: ChipCommand) -> ChipResponse {
        guard command.second & 7 == 4, command.first > 0 else { return .status(ChipStatus.wrongParameters) }
        let file = command.second >> 3
        let place = Int(command.first) - 1
        switch session.selection {
        case .nothing: return .status(ChipStatus.conditionsNotSatisfied)
        case .directory: return readDirectory(file, place)
        case .application:
            guard session.phase != .selected else { return .status(ChipStatus.conditionsNotSatisfied) }
            guard let records = records.files[file] else { return .status(ChipStatus.fileNotFound) }
            guard records.indices.contains(place) else { return .status(ChipStatus.recordNotFound) }
            let isLong = profile.flaw == .longAnswer && file == 2
            return .data(records[place] + [UInt8](repeating: 0, count: isLong ? 256 : 0))
        }
    }

    private func readDirectory(_ file: UInt8, _ place: Int) -> ChipResponse {
        let count = profile.applications.count
        if profile.flaw == .endlessRecords { return .data(directoryEntry(place % max(1, count))) }
        guard file == 1 else { return .status(ChipStatus.fileNotFound) }
        guard place < count else { return .status(ChipStatus.recordNotFound) }
        return .data(directoryEntry(place))
    }

    mutating func getProcessingOptions(_ command: ChipCommand) -> ChipResponse {
        guard command.first == 0, command.second == 0 else { return .status(ChipStatus.wrongParameters) }
        let count = ChipLists.byteCount(lists.options)
        guard command.data.count == count + 2 else { return .status(ChipStatus.wrongLength) }
        guard command.data.starts(with: [0x83, UInt8(clamping: count)]) else { return .status(ChipStatus.wrongData) }
        guard let place = application, session.phase == .selected, counters[place].transactions < .max else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        counters[place].transactions += 1
        session.phase = .initiated
        session.optionValues = Array(command.data.dropFirst(2))
        if profile.flaw == .noise { return .data([0x77, 0x85] + random.next() + random.next()) }
        guard profile.authentication == .cda else {
            return .data(ChipObject.encode(0x80, records.interchangeProfile + records.locator))
        }
        return .data(
            ChipObject.encode(
                0x77,
                ChipObject.encode(0x82, records.interchangeProfile) + ChipObject.encode(0x94, records.locator)))
    }

    func getData(_ command: ChipCommand) -> ChipResponse {
        guard let place = application else { return .status(ChipStatus.conditionsNotSatisfied) }
        switch UInt16(command.first) << 8 | UInt16(command.second) {
        case 0x9F36: return .data(ChipObject.encode(0x9F36, CardPayload.bigEndianBytes(counters[place].transactions)))
        case 0x9F13: return .data(ChipObject.encode(0x9F13, CardPayload.bigEndianBytes(counters[place].lastOnline)))
        case 0x9F17: return .data(ChipObject.encode(0x9F17, [pinTries]))
        default: return .status(ChipStatus.dataNotFound)
        }
    }
}
