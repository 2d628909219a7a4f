import SimulatedCard
import TenderEMV
import TenderReaders

extension SimulatedCCID {
    mutating func transfer(_ index: Int, _ bytes: [UInt8], _ data: [UInt8]) {
        blocksSeen += 1
        guard slots[index].isOn else { return fail(index, bytes, 0xFE) }
        let fault = faults.first { $0.message == blocksSeen }?.kind
        if fault == .mute {
            faults.removeAll { $0.message == blocksSeen }
            slots[index].busyWith = bytes[6]
            return
        }
        if fault == .waitingTime, model.kind == .t1 { slots[index].blocks.extraTime = 2 }
        switch model.kind {
        case .short:
            guard data.count <= 261, bytes[8] == 0 else { return fail(index, bytes, 8) }
            give(index, bytes, slots[index].execute(data))
        case .extended where slots[index].card != nil: give(index, bytes, slots[index].execute(data))
        case .extended: chained(index, bytes, data)
        case .t0, .t1:
            guard data.first != 0xFF else { return proposal(index, bytes, data) }
            guard slots[index].cardSpeed == slots[index].readerSpeed else { return fail(index, bytes, 0xFE) }
            give(index, bytes, model.kind == .t0 ? characters(index, data) : block(index, data))
        }
    }

    /// Hands over what the card answers; the reader tells when it does not, or is gone.
    private mutating func give(_ index: Int, _ bytes: [UInt8], _ answer: ChipAnswer) {
        switch answer {
        case .bytes(let answer): reply(index, bytes, .dataBlock, answer)
        case .silence: fail(index, bytes, 0xFE)
        case .removed:
            change(index, hasCard: false)
            fail(index, bytes, 0xFE)
        }
    }

    /// Handles a T=1 card.
    private mutating func block(_ index: Int, _ data: [UInt8]) -> ChipAnswer {
        var blocks = slots[index].blocks
        defer { slots[index].blocks = blocks }
        return blocks.take(data) { slots[index].execute($0) }
    }

    /// Handles PPS: the card accepts any speed up to its own, while it still listens at the first one.
    private mutating func proposal(_ index: Int, _ bytes: [UInt8], _ data: [UInt8]) {
        let isWhole = data.count == 4 && data.reduce(0, ^) == 0 && data[1] & 0xF0 == 0x10
        guard isWhole, slots[index].cardSpeed == 0x11, slots[index].readerSpeed == 0x11,
            ATR.adjustment(data[2]) <= ATR.adjustment(atr.speed)
        else { return fail(index, bytes, 0xFE) }
        slots[index].cardSpeed = data[2]
        reply(index, bytes, .dataBlock, data)
    }

    private mutating func chained(_ index: Int, _ bytes: [UInt8], _ data: [UInt8]) {
        let part = Int(model.maximumMessage) - 10
        switch CCIDCode.Chain(rawValue: bytes[8]) {
        case .whole: slots[index].answer = slots[index].chip.execute(data)
        case .first, .middle:
            if bytes[8] == 1 { slots[index].command = [] }
            slots[index].command += data
            guard slots[index].command.count <= 66_000 else { return fail(index, bytes, 0xBE) }
            return reply(index, bytes, .dataBlock, [], specific: CCIDCode.Chain.goOn.rawValue)
        case .last:
            slots[index].answer = slots[index].chip.execute(slots[index].command + data)
            slots[index].command = []
        case .goOn:
            guard data.isEmpty, !slots[index].answer.isEmpty else { return fail(index, bytes, 8) }
        case nil: return fail(index, bytes, 8)
        }
        let isFirst = bytes[8] != CCIDCode.Chain.goOn.rawValue
        let now = [UInt8](slots[index].answer.prefix(part))
        slots[index].answer.removeFirst(now.count)
        let isLast = slots[index].answer.isEmpty
        let chain: CCIDCode.Chain = isFirst ? (isLast ? .whole : .first) : (isLast ? .last : .middle)
        reply(index, bytes, .dataBlock, now, specific: chain.rawValue)
    }

    /// Handles a T=0 card: five bytes of header, then data in one direction.
    private mutating func characters(_ index: Int, _ data: [UInt8]) -> ChipAnswer {
        slots[index].card?.transmit(data) ?? .bytes(scriptedCharacters(index, data))
    }

    private mutating func scriptedCharacters(_ index: Int, _ data: [UInt8]) -> [UInt8] {
        guard data.count >= 5 else { return [0x67, 0] }
        let (header, length, rest) = ([UInt8](data.prefix(4)), Int(data[4]), [UInt8](data.dropFirst(5)))
        if header[1] == 0xC0 { return fetch(index, length) }
        slots[index].waiting = []
        if !rest.isEmpty {
            guard rest.count == length else { return [0x67, 0] }
            let (answer, status) = slots[index].chip.execute(header, rest, expected: 0)
            guard !answer.isEmpty else { return status }
            slots[index].waiting = answer
            slots[index].waitingStatus = [0x90, 0]
            // A warning comes at once; the data it is about is fetched all the same.
            if status[0] == 0x62 || status[0] == 0x63 { return status }
            slots[index].waitingStatus = status
            return [0x61, UInt8(truncatingIfNeeded: min(answer.count, 256))]
        }
        if header[1] == 0x84, length != 8 { return [0x6C, 8] }
        let (answer, status) = slots[index].chip.execute(header, [], expected: length == 0 ? 256 : length)
        return header[1] == 0xB0 || header[1] == 0x84 ? answer + status : status
    }

    private mutating func fetch(_ index: Int, _ length: Int) -> [UInt8] {
        let waiting = slots[index].waiting
        guard !waiting.isEmpty else { return [0x69, 0x85] }
        let wanted = length == 0 ? 256 : length
        guard wanted <= waiting.count else { return [0x6C, UInt8(truncatingIfNeeded: waiting.count)] }
        slots[index].waiting = [UInt8](waiting.dropFirst(wanted))
        let left = slots[index].waiting.count
        let status = left == 0 ? slots[index].waitingStatus : [0x61, UInt8(truncatingIfNeeded: min(left, 256))]
        return waiting.prefix(wanted) + status
    }

    /// Plays the PIN pad: the customer's digits go into the gap of the command, and no further than the card.
    mutating func enterPIN(_ index: Int, _ bytes: [UInt8], _ data: [UInt8]) {
        blocksSeen += 1
        guard let customer = model.customer else { return fail(index, bytes, 0) }
        guard slots[index].isOn else { return fail(index, bytes, 0xFE) }
        switch customer {
        case .enters(let digits): enter(digits, index, bytes, data)
        case .knowsPIN: enter(slots[index].card?.pinDigits ?? "", index, bytes, data)
        case .cancels: fail(index, bytes, 0xEF)
        case .leaves: fail(index, bytes, 0xF0)
        case .acts:
            slots[index].busyWith = bytes[6]
            entry = (index, bytes, data)
            if let keys = early {
                early = nil
                press(keys)
            }
        }
    }

    /// Fills the digits into the command of a PIN entry, and gives it to the card.
    mutating func enter(_ digits: String, _ index: Int, _ bytes: [UInt8], _ data: [UInt8]) {
        let isModify = data.first == 1
        let indices: Int = isModify && data.count > 11 ? (data[11] == 0 ? 1 : data[11] == 3 ? 3 : 2) : 1
        let start = isModify ? 14 + indices : 12
        guard data.count >= start + 8 else { return fail(index, bytes, 15) }
        let prologue = [UInt8](data[start...].prefix(3))
        var command = [UInt8](data.dropFirst(start + 3))
        let block = isModify ? SimulatedChip.block("1234") + SimulatedChip.block(digits) : SimulatedChip.block(digits)
        guard command.count >= 5 + block.count else { return fail(index, bytes, 15) }
        command.replaceSubrange(5..<(5 + block.count), with: block)
        switch model.kind {
        case .short, .extended: give(index, bytes, slots[index].execute(command))
        case .t0: give(index, bytes, slots[index].execute([UInt8](command.prefix(5 + block.count))))
        case .t1:
            let plain = prologue + command
            give(index, bytes, self.block(index, plain + [plain.reduce(0, ^)]))
        }
    }
}
