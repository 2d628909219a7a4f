import TenderFlow

extension CCIDMachine {
    /// Waits for the reader's notifications, or starts polling.
    mutating func listen() {
        if let interruptSize, interruptFailures < 3 {
            actions.append(.interruptIn(byteCount: interruptSize))
        } else {
            schedulePoll()
        }
    }

    private mutating func schedulePoll() {
        guard pollTimer == nil else { return }
        pollTimer = startTimer(policy.pollInterval)
    }

    mutating func poll() {
        for index in slots.indices where slots[index].operation == nil { slots[index].needsStatus = true }
        schedulePoll()
    }

    mutating func noticed(_ result: TransferResult<[UInt8]>) {
        guard phase != .resetting else { return }
        switch result {
        case .success(let bytes):
            notice(bytes)
            listen()
        case .failure(.disconnected), .failure(.canceled): end(.removed)
        case .failure(.stalled):
            interruptFailures += 1
            actions.append(.clearHalt(.interruptIn))
        case .failure(.timedOut): listen()
        case .failure:
            interruptFailures = 3
            listen()
        }
    }

    private mutating func notice(_ bytes: [UInt8]) {
        switch bytes.first.flatMap(CCIDCode.Notice.init) {
        case .slotChange:
            for index in slots.indices where 1 + index / 4 < bytes.count {
                let bits = bytes[1 + index / 4] >> UInt8(index % 4 * 2)
                let isPresent = bits & 1 != 0
                // The notification is only a hint; the status is what counts.
                if bits & 2 != 0 || isPresent != (slots[index].presence?.isPresent == true) {
                    slots[index].needsStatus = true
                }
            }
        case .hardwareError where bytes.count >= 4:
            actions.append(.output(.hardwareError(slot: Int(bytes[1]), code: bytes[3])))
        case .hardwareError, nil: break
        }
    }

    /// Handles what an answer says about the card besides what was asked.
    mutating func observe(_ index: Int, _ answer: CCIDAnswer) {
        guard answer.cardStatus <= 2 else { return }
        let isPresent = answer.cardStatus != 2
        let wasOn = slots[index].card != nil
        // On before and off now, and not by us: a different card, or the same one inserted again.
        let wasExchanged = answer.cardStatus == 1 && wasOn && !isPowering(index)
        if wasOn && (wasExchanged || !isPresent) && isExchanging(index) {
            // What the card answered before it was removed stands; the next status query will notice its removal.
            if answer.result == .done {
                slots[index].needsStatus = true
                return
            }
            fail(index, .cardRemoved)
        }
        if wasExchanged || !isPresent { slots[index].card = nil }
        if wasExchanged { tell(index, isPresent: false) }
        tell(index, isPresent: isPresent)
    }

    private mutating func tell(_ index: Int, isPresent: Bool) {
        let known = slots[index].presence
        guard known?.isPresent != isPresent else { return }
        if isPresent, known != nil { slots[index].insertions += 1 }
        let presence: ChipPresence = isPresent ? .present(insertion: slots[index].insertions) : .absent
        slots[index].presence = presence
        actions.append(.output(.presence(slot: index, presence)))
        let told = slots[index].watching.filter { $0.known != presence }
        slots[index].watching.removeAll { $0.known != presence }
        for (id, _) in told { answer(id, .success(.presence(presence))) }
    }

    /// Answers as soon as the presence of a card differs from what the caller knows.
    mutating func watch(_ index: Int, _ id: Int, _ known: ChipPresence) {
        if let presence = slots[index].presence, presence != known {
            return answer(id, .success(.presence(presence)))
        }
        guard slots[index].watching.count < Self.queueLimit else { return answer(id, .failure(.busy)) }
        slots[index].watching.append((id, known))
    }

    /// Whether the card is being switched on or off, which changes its state without another card.
    private func isPowering(_ index: Int) -> Bool {
        switch slots[index].operation {
        case .power, .powerOff: true
        case .status, .transmit, .pin, .escape, .clock, nil: false
        }
    }

    private func isExchanging(_ index: Int) -> Bool {
        switch slots[index].operation {
        case .transmit, .pin: true
        case .power(let powering): powering.step != .off && powering.step != .on
        case .status, .powerOff, .escape, .clock, nil: false
        }
    }
}
