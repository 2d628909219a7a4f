/// GENERATE AC, and what the card decides (EMV, Book 3, 6.5.5, 9 and 10.8).
extension ChipCard {
    mutating func generateCryptogram(_ command: ChipCommand) -> ChipResponse {
        guard command.first & 0x2F == 0, command.second == 0,
            let asked = ChipCryptogramKind(rawValue: command.first & 0xC0)
        else { return .status(ChipStatus.wrongParameters) }
        guard let place = application, session.phase == .initiated || session.phase == .online else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        let isSecond = session.phase == .online
        // Nothing is left to ask the issuer.
        guard !isSecond || asked != .online else { return .status(ChipStatus.wrongParameters) }
        guard command.data.count == ChipLists.byteCount(isSecond ? lists.second : lists.first) else {
            return .status(ChipStatus.wrongLength)
        }
        if isSecond, asked == .approved, profile.flaw == .refusedCompletion {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        let isSigned = command.first & 0x10 != 0
        return isSecond
            ? second(asked, isSigned: isSigned, values: command.data, place)
            : first(asked, isSigned: isSigned, values: command.data, place)
    }

    private mutating func first(
        _ asked: ChipCryptogramKind, isSigned: Bool, values: [UInt8], _ place: Int
    ) -> ChipResponse {
        let kind = decideFirst(asked, counters[place])
        session.firstValues = values
        session.unpredictable = ChipLists.split(values, by: lists.first)[0x9F37] ?? []
        session.firstKind = kind
        let results = results(place, second: nil)
        let authenticated = Array(values.prefix(ChipLists.byteCount(CryptogramScheme.terminalObjects)))
        guard let cryptogram = cryptogram(authenticated, results, place) else {
            return .status(ChipStatus.technicalProblem)
        }
        session.phase = kind == .online ? .online : .finished
        session.request = cryptogram
        if kind == .online { counters[place].isUnfinished = true }
        let reason: UInt8 = state == .applicationBlocked ? 1 : 0
        return answer(kind, reason, cryptogram, results, isSigned: isSigned, signed: values, place)
    }

    private func decideFirst(_ asked: ChipCryptogramKind, _ counters: ChipCounters) -> ChipCryptogramKind {
        if profile.flaw == .higherCryptogram { return .approved }
        if isBlocked || asked == .declined { return .declined }
        let mustGoOnline = counters.offlineInARow > UInt16(records.upperLimit) || counters.isUnfinished
        return asked == .approved && !mustGoOnline ? .approved : .online
    }

    private mutating func second(
        _ asked: ChipCryptogramKind, isSigned: Bool, values: [UInt8], _ place: Int
    ) -> ChipResponse {
        let parts = ChipLists.split(values, by: lists.second)
        session.unpredictable = parts[0x9F37] ?? []
        if let data = parts[0x91], data.contains(where: { $0 != 0 }) { _ = authenticateIssuer(data) }
        let kind = decideSecond(asked, responseCode: parts[0x8A] ?? [], counters[place])
        let results = results(place, second: kind)
        guard let cryptogram = cryptogram(secondData(parts), results, place) else {
            return .status(ChipStatus.technicalProblem)
        }
        session.phase = .finished
        settle(place)
        let reason: UInt8 = session.isIssuerGenuine == false ? 3 : 0
        return answer(
            kind, reason, cryptogram, results, isSigned: isSigned, signed: session.firstValues + values, place)
    }

    /// Counts and changes what the issuer has proved that it wants.
    private mutating func settle(_ place: Int) {
        guard session.isIssuerGenuine == true else { return }
        counters[place].isUnfinished = false
        if session.update?.resetsCounters != false { counters[place].lastOnline = counters[place].transactions }
        if let update = session.update { follow(update) }
    }

    private func decideSecond(
        _ asked: ChipCryptogramKind, responseCode: [UInt8], _ counters: ChipCounters
    ) -> ChipCryptogramKind {
        if profile.flaw == .higherCryptogram { return .approved }
        guard asked == .approved, !isBlocked, session.isIssuerGenuine != false, session.update?.isApproved != false
        else { return .declined }
        let isOffline = responseCode == Array("Y3".utf8)
        if profile.wantsIssuerProof, !isOffline, session.isIssuerGenuine == nil { return .declined }
        let isOverLimit = counters.offlineInARow > UInt16(records.upperLimit)
        return isOffline && isOverLimit ? .declined : .approved
    }

    /// What the second cryptogram authenticates: as the first, with what the terminal has sent again.
    private func secondData(_ parts: [UInt16: [UInt8]]) -> [UInt8] {
        let first = ChipLists.split(session.firstValues, by: lists.first)
        return CryptogramScheme.terminalObjects.flatMap { parts[$0.tag] ?? first[$0.tag] ?? [] }
    }

    /// The card verification results, in Visa's layout for every scheme. [check]
    private func results(_ place: Int, second: ChipCryptogramKind?) -> [UInt8] {
        let firstCode = (session.firstKind ?? .declined).rawValue >> 2
        let secondCode = second?.rawValue ?? 0x80
        let pin: UInt8 = session.isPINRight.map { $0 ? 0x04 : 0x06 } ?? 0
        let issuer: UInt8 = session.isIssuerGenuine == false ? 0x08 : 0
        let isOver = counters[place].offlineInARow > UInt16(records.upperLimit)
        let history: UInt8 =
            (counters[place].isUnfinished && second == nil ? 0x80 : 0) | (pinTries == 0 ? 0x40 : 0)
            | (isOver ? 0x20 : 0) | (counters[place].lastOnline == 0 ? 0x10 : 0)
        return [secondCode | firstCode | issuer | pin, history, 0, 0]
    }

    private func cryptogram(_ data: [UInt8], _ results: [UInt8], _ place: Int) -> [UInt8]? {
        try? keys.cryptogram(
            data: data, profile: records.interchangeProfile, counter: counters[place].transactions,
            applicationData: profile.scheme.applicationData(results: results))
    }
}
