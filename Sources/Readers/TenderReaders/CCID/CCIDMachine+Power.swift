import TenderEMV

extension CCIDMachine {
    mutating func powerOn(_ index: Int, _ id: Int) {
        slots[index].card = nil
        let isOffFirst = plan.quirk?.powersOffFirst == true
        let powering = Powering(id: id, step: isOffFirst ? .off : .on, selections: plan.powerSelections)
        begin(index, .power(powering))
        advance(index, powering)
    }

    /// Sends the message of a step.
    private mutating func advance(_ index: Int, _ powering: Powering) {
        slots[index].operation = .power(powering)
        let timeout = powering.parameters.map { $0.timeout(clock: plan.clock) } ?? Self.readTimeout
        switch powering.step {
        case .off: send(index, CCIDMessage(.iccPowerOff), timeout: Self.readTimeout)
        case .on:
            guard let selection = powering.selections.first else {
                return finish(index, .failure(powering.failure))
            }
            send(index, CCIDMessage(.iccPowerOn, specific: (selection, 0, 0)), timeout: Self.powerTimeout)
        case .modeEscape: send(index, CCIDMessage(.escape, data: [0x1F, 0x01]), timeout: Self.readTimeout)
        case .proposal: send(index, .block(powering.parameters?.proposal ?? []), timeout: timeout)
        case .parameters:
            let number = powering.parameters?.cardProtocol.rawValue ?? 0
            let data = powering.parameters?.parameters ?? []
            send(index, CCIDMessage(.setParameters, specific: (number, 0, 0), data: data), timeout: Self.readTimeout)
        case .announcement:
            if let step = slots[index].card?.link?.announce(plan.fieldSize) { sendBlock(index, step, timeout) }
        }
    }

    mutating func powered(_ index: Int, _ powering: Powering, _ answer: CCIDAnswer) {
        var next = powering
        switch powering.step {
        case .off, .modeEscape:
            next.step = .on
            advance(index, next)
        case .on: answer.result == .done ? read(index, next, answer) : retry(index, next, answer)
        case .proposal: proposed(index, next, answer)
        case .parameters: parametersSet(index, next, answer)
        case .announcement: announced(index, next, answer)
        }
    }

    /// Handles a card that did not answer to reset: tries the next voltage, or another mode of the reader.
    private mutating func retry(_ index: Int, _ powering: Powering, _ answer: CCIDAnswer) {
        var next = powering
        let fault = CCIDFault(rawValue: answer.error)
        if answer.cardStatus == 2 { return finish(index, .failure(.noCard)) }
        if fault == .emvMode && plan.quirk?.hasEMVMode == true && !powering.hasTriedMode {
            next.hasTriedMode = true
            next.step = .modeEscape
            return advance(index, next)
        }
        next.failure = fault == .mute ? .cardMute : .failed(.fault(fault))
        next.selections = [UInt8](powering.selections.dropFirst())
        advance(index, next)
    }

    private mutating func read(_ index: Int, _ powering: Powering, _ answer: CCIDAnswer) {
        var next = powering
        let atr = ATR(answer.data)
        guard answer.data.count >= 2, answer.data.count <= ATR.maximumCount else {
            return finish(index, .failure(.failed(.protocolViolation)))
        }
        guard atr.makesSense else {
            let faults = atr.faults.map(\.sentence).joined(separator: " ")
            return finish(index, .failure(.unsupportedCard("The card's answer to reset makes no sense. \(faults)")))
        }
        do throws(CCIDError) {
            let parameters = try CCIDCardParameters(atr, plan: plan, rates: rates, negotiates: powering.negotiates)
            next.parameters = parameters
            slots[index].card = Card(atr: atr, parameters: parameters, link: nil)
            next.step = parameters.proposal == nil ? .parameters : .proposal
            plan.negotiation == .reader ? negotiated(index, next) : advance(index, next)
        } catch {
            finish(index, .failure(error))
        }
    }

    private mutating func proposed(_ index: Int, _ powering: Powering, _ answer: CCIDAnswer) {
        guard answer.result == .done, let proposal = powering.parameters?.proposal,
            let speed = Self.accepted(answer.data, proposal: proposal)
        else { return startOver(index, powering) }
        var next = powering
        next.parameters?.speed = speed
        slots[index].card?.parameters.speed = speed
        next.step = .parameters
        advance(index, next)
    }

    /// Returns the speed that a card accepted: it echoes the whole proposal, or the part without a speed.
    static func accepted(_ echo: [UInt8], proposal: [UInt8]) -> UInt8? {
        if echo == proposal { return proposal.count > 2 ? proposal[2] : nil }
        guard echo.count == 3, proposal.count > 1, echo[0] == 0xFF, echo[1] == proposal[1] & 0x0F else { return nil }
        return echo[2] == echo[0] ^ echo[1] ? 0x11 : nil
    }

    private mutating func startOver(_ index: Int, _ powering: Powering) {
        guard powering.negotiates else { return finish(index, .failure(.failed(.protocolViolation))) }
        var next = powering
        next.negotiates = false
        next.step = .on
        slots[index].card = nil
        advance(index, next)
    }

    private mutating func parametersSet(_ index: Int, _ powering: Powering, _ answer: CCIDAnswer) {
        let fault = CCIDFault(rawValue: answer.error)
        // "Not changeable" or "unknown command" does no harm.
        if answer.result != .done && answer.error > 0x7F && plan.quirk?.parametersMayFail != true {
            return finish(index, .failure(.failed(.fault(fault))))
        }
        negotiated(index, powering)
    }

    private mutating func negotiated(_ index: Int, _ powering: Powering) {
        guard plan.level == .tpdu, let card = slots[index].card, card.parameters.cardProtocol == .t1 else {
            return ready(index)
        }
        slots[index].card?.link = T1Machine(
            fieldSize: card.atr.informationFieldSize, largestField: plan.maximumData - 5, usesCRC: card.atr.usesCRC)
        guard plan.announcesFieldSize && powering.negotiates else { return ready(index) }
        var next = powering
        next.step = .announcement
        advance(index, next)
    }

    private mutating func announced(_ index: Int, _ powering: Powering, _ answer: CCIDAnswer) {
        guard let step = received(index, answer) else { return startOver(index, powering) }
        switch step {
        case .send:
            let timeout = powering.parameters.map { $0.timeout(clock: plan.clock) } ?? Self.readTimeout
            sendBlock(index, step, timeout)
        case .done: ready(index)
        case .failed: startOver(index, powering)
        }
    }

    private mutating func ready(_ index: Int) {
        guard let card = slots[index].card else { return finish(index, .failure(.notPowered)) }
        finish(index, .success(.card(card.atr, card.parameters)))
    }
}
