import TenderFlow

extension CCIDMachine {
    /// Handles a command that took too long.
    mutating func expired(_ index: Int) {
        guard let flight = slots[index].flight else { return }
        guard let abort = flight.abort else {
            // A reader that does not even report whether there is a card needs more than an abort.
            if flight.command == .getSlotStatus { return reset() }
            return self.abort(index, .timedOut)
        }
        // A reader that refuses to abort had its second for a late answer; one that agreed must keep its word.
        abort.isDraining || abort.late != nil ? finishAbort(index, abort) : reset()
    }

    /// Asks the reader to abort the command of a slot: first over the control pipe, then with a message.
    mutating func abort(_ index: Int, _ cause: CCIDError.Cause) {
        guard let flight = slots[index].flight else { return fail(index, cause) }
        guard flight.abort == nil else { return }
        guard flight.isHandedOut else { return fail(index, cause) }
        stopTimers(index)
        slots[index].flight?.strangers = 0
        slots[index].flight?.abort = Abort(cause: cause)
        controls.append(.abort(slot: index))
        if controls.count == 1 { requestAbort(index, flight.sequence) }
    }

    private mutating func requestAbort(_ index: Int, _ sequence: UInt8) {
        let value = UInt16(sequence) << 8 | UInt16(truncatingIfNeeded: index)
        actions.append(
            .control(request: CCIDCode.Request.abort.rawValue, value: value, byteCount: 0, timeout: Self.readTimeout))
    }

    mutating func controlled(_ result: TransferResult<[UInt8]>) {
        guard !controls.isEmpty, phase != .resetting else { return }
        let purpose = controls.removeFirst()
        if case .failure(let error) = result, [.disconnected, .canceled].contains(error) { return end(.removed) }
        switch (purpose, result) {
        case (.dataRates, .success(let bytes)):
            rates = stride(from: 0, to: min(bytes.count, 1024) / 4 * 4, by: 4).map { number(bytes[$0..<($0 + 4)]) }
        // A reader that does not list its speeds supports any.
        case (.dataRates, .failure): rates = []
        case (.abort(let index), .success): sendAbort(index)
        case (.abort(let index), .failure): drain(index)
        }
        // Skip aborts whose command has ended in the meantime.
        while case .abort(let index)? = controls.first {
            if slots.indices.contains(index), let flight = slots[index].flight {
                return requestAbort(index, flight.sequence)
            }
            controls.removeFirst()
        }
    }

    private mutating func sendAbort(_ index: Int) {
        guard slots.indices.contains(index), let flight = slots[index].flight, flight.abort != nil else { return }
        let message = CCIDMessage(.abort)
        let bytes = message.bytes(slot: UInt8(truncatingIfNeeded: index), sequence: flight.sequence)
        outbox.append(Outgoing(slot: index, bytes: bytes, isAbort: true))
        let timer = startTimer(Self.readTimeout)
        slots[index].flight?.timer = timer
    }

    private mutating func drain(_ index: Int) {
        guard slots.indices.contains(index), slots[index].flight?.abort != nil else { return }
        slots[index].flight?.abort?.isDraining = true
        let timer = startTimer(.seconds(1))
        slots[index].flight?.timer = timer
    }

    /// Handles an answer with the number of an aborted command: to the abort, or to the command after all.
    mutating func answeredDuringAbort(_ index: Int, _ flight: Flight, _ answer: CCIDAnswer) {
        guard var abort = flight.abort else { return }
        if answer.kind == flight.command.answer && answer.result != .timeExtension {
            // Nothing is unknown if the answer came late.
            abort.late = answer
            slots[index].flight?.abort = abort
            if flight.command.answer != .slotStatus && !abort.isDraining { return }
            return finishAbort(index, abort)
        }
        guard answer.kind == .slotStatus, !abort.isDraining else { return stranger(index) }
        observe(index, answer)
        finishAbort(index, abort)
    }

    private mutating func finishAbort(_ index: Int, _ abort: Abort) {
        slots[index].needsStatus = true
        guard slots[index].operation != nil else { return endFlight(index) }
        let late = abort.late
        if let late, !(late.result == .failed && CCIDFault(rawValue: late.error) == .aborted) {
            stopTimers(index)
            slots[index].flight?.abort = nil
            outbox.removeAll { $0.slot == index }
            return complete(index, late)
        }
        fail(index, abort.cause)
    }

    /// Takes the second-to-last step: resets the device, and every card with it.
    mutating func reset() {
        guard phase != .resetting else { return }
        phase = .resetting
        resets += 1
        outbox = []
        writing = nil
        isReading = false
        partial = []
        emptyReads = 0
        controls = []
        for index in slots.indices {
            if slots[index].operation != nil { fail(index, .readerReset) }
            endFlight(index)
            if slots[index].card != nil { actions.append(.output(.cardReset(slot: index))) }
            slots[index].card = nil
            slots[index].hasAnswered = false
        }
        stopTimer(pollTimer)
        pollTimer = nil
        guard resets <= Self.resetLimit else { return end(.dead) }
        actions.append(.reset)
    }

    mutating func wasReset(_ result: TransferResult<NoData>) {
        guard phase == .resetting else { return }
        switch result {
        case .success:
            phase = .starting
            begin()
        case .failure(.disconnected), .failure(.notFound), .failure(.canceled): end(.removed)
        case .failure: end(.dead)
        }
    }

    /// Takes the last step: ends the driver and answers everybody who waits.
    mutating func end(_ error: CCIDError) {
        if case .ended = phase { return }
        let cause: CCIDError.Cause =
            error == .removed ? .readerRemoved : error == .closed ? .canceled : .readerReset
        for index in slots.indices {
            if slots[index].operation != nil { fail(index, cause) }
            endFlight(index)
            for (id, _) in slots[index].waiting { answer(id, .failure(error)) }
            for (id, _) in slots[index].watching { answer(id, .failure(error)) }
            (slots[index].waiting, slots[index].watching) = ([], [])
            slots[index].card = nil
            if slots[index].presence?.isPresent == true { actions.append(.output(.presence(slot: index, .absent))) }
            slots[index].presence = nil
        }
        stopTimer(pollTimer)
        phase = .ended(error)
        actions.append(.output(.ended(error)))
        actions.append(.close)
    }
}
