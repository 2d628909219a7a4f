import TenderBytes

/// Terminal risk management (EMV Book 3, 10.6).
extension ContactMachine {
    mutating func manageRisk() throws(ContactStop) -> [ContactAction] {
        if transaction.isForcedOnline { results.insert(.forcedOnline) }
        guard interchangeProfile & 0x08 != 0 else { return try analyse() }
        status.insert(.terminalRiskManagement)
        guard configuration.terminal.looksUpAccounts, let number = data.card(0x5A)?.digitText else {
            return try checkFloorLimit(loggedAmount: 0)
        }
        step = .lookingUp
        return [.lookUp(number: number, sequenceNumber: data.card(0x5F34)?.first)]
    }

    mutating func lookedUp(isListed: Bool, loggedAmount: UInt64) throws(ContactStop) -> [ContactAction] {
        if isListed { results.insert(.onExceptionFile) }
        return try checkFloorLimit(loggedAmount: loggedAmount)
    }

    private mutating func checkFloorLimit(loggedAmount: UInt64) throws(ContactStop) -> [ContactAction] {
        let (total, isTooMuch) = transaction.amount.addingReportingOverflow(loggedAmount)
        guard !isTooMuch, total < UInt64(profile.floorLimit) else {
            results.insert(.floorLimitExceeded)
            return try checkVelocity()
        }
        guard profile.randomSelection != nil else { return try checkVelocity() }
        step = .drawingLot
        return [.drawRandom(4)]
    }

    mutating func lotDrawn(_ bytes: SecretBytes) throws(ContactStop) -> [ContactAction] {
        guard bytes.count == 4 else { throw .fault(.wrongRandomCount) }
        let lot = 1 + bytes.number % 99
        if let selection = profile.randomSelection,
            selection.selects(
                amount: transaction.amount, floorLimit: UInt64(profile.floorLimit), lot: Int(lot))
        {
            results.insert(.selectedAtRandom)
        }
        return try checkVelocity()
    }

    private mutating func checkVelocity() throws(ContactStop) -> [ContactAction] {
        guard try data.card(0x9F14, count: 1) != nil, try data.card(0x9F23, count: 1) != nil else {
            return try analyse()
        }
        return try transmit(ContactCommand.getData(0x9F36), .askingCounter)
    }

    mutating func counterGiven(_ answer: CardAnswer) throws(ContactStop) -> [ContactAction] {
        try transmit(
            ContactCommand.getData(0x9F13), .askingLastOnline(counter: keep(0x9F36, of: answer)))
    }

    mutating func lastOnlineGiven(_ answer: CardAnswer, counter: UInt16?) throws(ContactStop) -> [ContactAction] {
        if let lower = data.card(0x9F14)?.first, let upper = data.card(0x9F23)?.first {
            let check = VelocityCheck(
                lowerLimit: lower, upperLimit: upper, counter: counter, lastOnline: keep(0x9F13, of: answer))
            results.formUnion(check.results)
        }
        return try analyse()
    }

    /// A counter of two bytes, which is kept for the lists of the card.
    private mutating func keep(_ tag: TLV.Tag, of answer: CardAnswer) -> UInt16? {
        guard let value = Self.value(tag, in: answer), value.count == 2 else { return nil }
        data.set(tag, value)
        return UInt16(value.number)
    }
}
