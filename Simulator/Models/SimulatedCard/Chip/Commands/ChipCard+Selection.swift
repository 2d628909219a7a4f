import TenderBytes

/// SELECT and the directory (EMV, Book 1, 11.3 and 12).
extension ChipCard {
    private static let directoryName = Array("1PAY.SYS.DDF01".utf8)

    private var names: [[UInt8]] { profile.applications.map { Hex.decode($0.identifier) ?? [] } }

    mutating func select(_ command: ChipCommand) -> ChipResponse {
        guard state != .cardBlocked else { return .status(ChipStatus.functionNotSupported) }
        guard command.first == 4, [0, 2].contains(command.second) else { return .status(ChipStatus.wrongParameters) }
        guard (5...16).contains(command.data.count) else { return .status(ChipStatus.wrongLength) }
        let isNext = command.second == 2
        if command.data == Self.directoryName { return selectDirectory(isNext: isNext) }
        let start = isNext && search.name == command.data ? search.next : isNext ? names.count : 0
        let found = names.indices.dropFirst(start).first { names[$0].starts(with: command.data) }
        guard let place = found ?? (profile.flaw == .endlessApplications && isNext ? names.indices.first : nil) else {
            return .status(ChipStatus.fileNotFound)
        }
        search = (command.data, place + 1)
        session = ChipSession(selection: .application(place))
        let isBlocked = state == .applicationBlocked
        return ChipResponse(
            data: controlInformation(place),
            status: isBlocked ? ChipStatus.selectedFileInvalidated : ChipStatus.success)
    }

    private mutating func selectDirectory(isNext: Bool) -> ChipResponse {
        guard profile.hasDirectory, !isNext else { return .status(ChipStatus.fileNotFound) }
        session = ChipSession(selection: .directory)
        let content = ChipObject.encode(0x88, [1]) + languages + ChipObject.encode(0x9F11, [1])
        return .data(
            ChipObject.encode(
                0x6F, ChipObject.encode(0x84, Self.directoryName) + ChipObject.encode(0xA5, content)))
    }

    private func controlInformation(_ place: Int) -> [UInt8] {
        let label = profile.applications[place].label
        let content =
            ChipObject.encode(0x50, text: label) + priority(place) + optionsList + languages
            + ChipObject.encode(0x9F11, [1]) + ChipObject.encode(0x9F12, text: label)
        return ChipObject.encode(0x6F, ChipObject.encode(0x84, names[place]) + ChipObject.encode(0xA5, content))
    }

    /// An entry of the directory for the application at a place.
    func directoryEntry(_ place: Int) -> [UInt8] {
        let label = profile.applications[place].label
        let content = ChipObject.encode(0x4F, names[place]) + ChipObject.encode(0x50, text: label) + priority(place)
        return ChipObject.encode(0x70, ChipObject.encode(0x61, content))
    }

    private var optionsList: [UInt8] {
        lists.options.isEmpty ? [] : ChipObject.encode(0x9F38, ChipObject.list(lists.options))
    }

    /// The priority indicator (EMV, Book 1, 12.2.3): the rank, and whether the holder is to confirm.
    private func priority(_ place: Int) -> [UInt8] {
        ChipObject.encode(0x87, [UInt8(min(place + 1, 15)) | (profile.wantsConfirmation ? 0x80 : 0)])
    }

    private var languages: [UInt8] {
        let locales = profile.card.locales
        return locales.isEmpty ? [] : ChipObject.encode(0x5F2D, text: locales.joined())
    }
}
