import TenderFlow

extension CCIDMachine {
    mutating func written(_ result: TransferResult<NoData>) {
        guard let message = writing, phase != .resetting else { return }
        switch result {
        case .success: writing = nil
        case .failure(.stalled) where message.stalls == 0:
            // The endpoint refused it: the reader has seen nothing of it.
            writing?.stalls = 1
            actions.append(.clearHalt(.bulkOut))
        case .failure(let error):
            writing = nil
            lose(error)
        }
    }

    mutating func cleared(_ kind: USBEndpoint.Kind, _ result: TransferResult<NoData>) {
        guard phase != .resetting else { return }
        if case .failure(let error) = result { return lose(error) }
        switch kind {
        case .bulkOut:
            if let message = writing { actions.append(.bulkOut(message.bytes, timeout: Self.writeTimeout)) }
        case .bulkIn: isReading = false
        case .interruptIn: listen()
        }
    }

    mutating func read(_ result: TransferResult<[UInt8]>) {
        guard isReading, phase != .resetting else { return }
        switch result {
        case .success(let bytes):
            isReading = false
            take(bytes)
        case .failure(.timedOut): isReading = false
        case .failure(.stalled):
            partial = []
            var isTooOften = false
            for index in slots.indices where slots[index].flight?.isHandedOut == true {
                slots[index].flight?.stalls += 1
                if (slots[index].flight?.stalls ?? 0) > Self.stallLimit { isTooOften = true }
            }
            // The answer may still come: reading again asks nothing of the card.
            if isTooOften { reset() } else { actions.append(.clearHalt(.bulkIn)) }
        case .failure(let error):
            isReading = false
            lose(error)
        }
    }

    /// Handles a transfer that failed in a way that clearing its endpoint cannot fix.
    private mutating func lose(_ error: TransportError) {
        switch error {
        case .disconnected, .notFound, .canceled: end(.removed)
        case .stalled, .timedOut, .overflow, .accessDenied, .busy, .failed: reset()
        }
    }

    private mutating func take(_ bytes: [UInt8]) {
        if bytes.isEmpty {
            emptyReads += 1
            if emptyReads > Self.emptyLimit { reset() }
            return
        }
        emptyReads = 0
        partial += bytes
        guard let count = CCIDAnswer.count(of: partial), count <= plan.maximumData + CCIDCode.headerCount,
            partial.count <= count
        else { return garbled() }
        // A short packet may end before the message does.
        guard partial.count == count else { return }
        let message = partial
        partial = []
        guard let answer = CCIDAnswer(message) else { return garbled() }
        dispatch(answer)
    }

    private static var emptyLimit: Int { 64 }

    /// Handles data that is not a message: nobody knows whose answer it was.
    private mutating func garbled() {
        partial = []
        for index in slots.indices where slots[index].flight?.isHandedOut == true {
            if slots[index].flight?.abort == nil { abort(index, .garbled) } else { stranger(index) }
        }
    }

    private mutating func dispatch(_ answer: CCIDAnswer) {
        let index = Int(answer.slot)
        guard slots.indices.contains(index), let flight = slots[index].flight, flight.isHandedOut,
            flight.sequence == answer.sequence
        else { return strangers() }
        slots[index].hasAnswered = true
        if flight.abort != nil { return answeredDuringAbort(index, flight, answer) }
        guard answer.kind == flight.command.answer else { return stranger(index) }
        if answer.result == .timeExtension { return extend(index, flight, answer.error) }
        complete(index, answer)
    }

    /// Passes an answer to the operation that it belongs to.
    mutating func complete(_ index: Int, _ answer: CCIDAnswer) {
        guard let operation = slots[index].operation else { return }
        stopTimers(index)
        // The message remains out until the operation has judged it, and is gone by then.
        observe(index, answer)
        guard slots[index].operation != nil else { return }
        switch operation {
        case .status:
            // None of our messages is out: a slot that is still busy is stuck in a command that was given up.
            if answer.result == .failed && CCIDFault(rawValue: answer.error) == .slotBusy { return reset() }
            guard let presence = slots[index].presence else { return fail(index, .garbled) }
            finish(index, .success(.presence(presence)))
        case .power(let powering): powered(index, powering, answer)
        case .powerOff:
            slots[index].card = nil
            finish(index, answer.result == .done ? .success(.off) : .failure(failure(answer)))
        case .transmit(_, let exchange): exchanged(index, exchange, answer)
        case .pin: entered(index, answer)
        case .escape: finish(index, answer.result == .done ? .success(.bytes(answer.data)) : .failure(failure(answer)))
        case .clock: finish(index, answer.result == .done ? .success(.done) : .failure(failure(answer)))
        }
        // An operation that continues has sent another message by now.
        if slots[index].flight?.sequence == answer.sequence { endFlight(index) }
    }

    private func failure(_ answer: CCIDAnswer) -> CCIDError {
        answer.cardStatus == 2 ? .noCard : .failed(.fault(CCIDFault(rawValue: answer.error)))
    }

    private mutating func extend(_ index: Int, _ flight: Flight, _ factor: UInt8) {
        guard flight.extensions < policy.extensionLimit else { return abort(index, .endlessExtensions) }
        stopTimer(flight.timer)
        let timeout = min(flight.timeout * max(1, Int(factor)), CCIDCardParameters.longest)
        slots[index].flight?.extensions += 1
        let timer = startTimer(timeout)
        slots[index].flight?.timer = timer
        guard flight.limit == nil else { return }
        let limit = startTimer(CCIDCardParameters.longest)
        slots[index].flight?.limit = limit
    }

    /// Counts an answer that nobody waits for: a late one, or someone else's.
    private mutating func strangers() {
        for index in slots.indices where slots[index].flight?.isHandedOut == true { stranger(index) }
    }

    mutating func stranger(_ index: Int) {
        slots[index].flight?.strangers += 1
        guard let flight = slots[index].flight, flight.strangers > Self.strangerLimit else { return }
        if flight.abort == nil { abort(index, .garbled) } else { reset() }
    }

    mutating func fire(_ timer: Serial) {
        if timer == pollTimer {
            pollTimer = nil
            poll()
            return
        }
        for index in slots.indices where slots[index].flight?.limit == timer {
            slots[index].flight?.limit = nil
            abort(index, .endlessExtensions)
        }
        for index in slots.indices where slots[index].flight?.timer == timer {
            slots[index].flight?.timer = nil
            expired(index)
        }
    }
}
