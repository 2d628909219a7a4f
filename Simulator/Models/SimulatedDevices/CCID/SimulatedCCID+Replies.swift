import TenderReaders

extension SimulatedCCID {
    func header(
        _ kind: CCIDCode.Answer, _ index: Int, _ sequence: UInt8, _ status: UInt8, _ error: UInt8,
        count: Int = 0, specific: UInt8 = 0
    ) -> [UInt8] {
        let card: UInt8 =
            slots.indices.contains(index) && slots[index].hasCard ? (slots[index].isOn ? 0 : 1) : 2
        let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        return [kind.rawValue] + length
            + [UInt8(truncatingIfNeeded: index), sequence, status | card, error, specific]
    }

    /// Answers a command, unless a fault is due now.
    mutating func reply(
        _ index: Int, _ bytes: [UInt8], _ kind: CCIDCode.Answer, _ data: [UInt8], specific: UInt8 = 0
    ) {
        let isBlock = bytes[0] == CCIDCode.Command.xfrBlock.rawValue || bytes[0] == CCIDCode.Command.secure.rawValue
        let head = header(kind, index, bytes[6], 0, 0, count: data.count, specific: specific)
        guard isBlock, let fault = faults.first(where: { $0.message == blocksSeen }) else { return put(head + data) }
        faults.removeAll { $0 == fault }
        var more = header(kind, index, bytes[6], 0x80, 2)
        switch fault.kind {
        case .stall:
            slots[index].held = [head + data]
            actions.append(.halt(endpoint: Self.bulkIn))
        case .mute, .drop: slots[index].busyWith = bytes[6]
        case .timeExtension:
            for _ in 0..<3 { put(more) }
            put(head + data)
        case .waitingTime:
            more[8] = 1
            if model.kind != .t1 { put(more) }
            put(head + data)
        case .badChecksum:
            guard model.kind == .t1, let last = data.last else { return fail(index, bytes, 0xFD) }
            put(head + data.dropLast() + [last ^ 0x55])
        case .late:
            slots[index].busyWith = bytes[6]
            slots[index].held = [head + data]
            lastTimer += 1
            timers.append((lastTimer, index))
            actions.append(.startTimer(lastTimer, fault.duration ?? .seconds(2)))
        case .unplug: actions.append(.unplug)
        case .garbage: put([0xDE, 0xAD, 0xBE, 0xEF, 0x00, 0xFF, 0x13, 0x37, 0x42, 0x99, 0x01, 0x02])
        case .loseCompletion: put(head + data)
        }
    }

    mutating func fail(_ index: Int, _ bytes: [UInt8], _ error: UInt8) {
        let kind = CCIDCode.Command(rawValue: bytes[0])?.answer ?? .slotStatus
        put(header(kind, index, bytes[6], 0x40, error))
    }

    /// Rejects a malformed message.
    mutating func refuse(_ bytes: [UInt8], _ error: UInt8) {
        let padded = bytes + [UInt8](repeating: 0, count: 10)
        let kind = CCIDCode.Command(rawValue: padded[0])?.answer ?? .slotStatus
        var head = header(kind, Int(padded[5]), padded[6], 0x40, error)
        head[5] = padded[5]
        put(head)
    }

    mutating func put(_ message: [UInt8]) {
        actions.append(.in(endpoint: Self.bulkIn, message))
        if model.sendsEmptyPackets && message.count % 64 == 0 { actions.append(.in(endpoint: Self.bulkIn, [])) }
    }

    /// Sends what was held back.
    mutating func release(_ index: Int? = nil) {
        for place in slots.indices where index == nil || index == place {
            if slots[place].busyWith != nil && index == nil { continue }
            let held = slots[place].held
            slots[place].held = []
            slots[place].busyWith = nil
            for message in held { put(message) }
        }
    }
}
