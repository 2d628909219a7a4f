import TenderBytes
import TenderEMV
import TenderReaders

// The messages of a chip card reader.
extension FuzzTarget {
    /// Parses a file for `tender reader explain`, and the same bytes as the descriptors of an interface.
    @Sendable static func ccidDescriptor(_ bytes: [UInt8]) {
        if let explanation = CCIDExplanation(bytes) {
            check((6...16).contains(explanation.lines.count), "\(explanation.lines.count) lines")
            if bytes.count == CCIDDescriptor.byteCount {
                let text = CCIDExplanation(Array(Hex.encode(bytes).utf8))
                check(text == nil || text == explanation, "the text is read in another way")
            }
        }
        var interface = FuzzedReader.interface(features: 0)
        interface.extra = bytes
        guard var machine = try? CCIDMachine(interface) else { return }
        let plan = machine.plan
        check((1...256).contains(plan.slotCount) && (1...plan.slotCount).contains(plan.busySlots), "slots")
        check((22...524_288).contains(plan.maximumData), "\(plan.maximumData) bytes in a message")
        check((1...254).contains(plan.fieldSize) && Int(plan.fieldSize) < plan.maximumData, "a field without room")
        check(plan.clock > 0 && !plan.powerSelections.isEmpty, "neither clock nor supply")
        check(machine.handle(.opened).count < 16, "actions without an end")
    }

    /// Parses all descriptors of a device, as the kernel delivers them.
    @Sendable static func usbDescriptors(_ bytes: [UInt8]) {
        let active = USBInterface.all(in: bytes)
        check(active.count <= 32, "\(active.count) interfaces")
        check(active.allSatisfy { $0.endpoints.count <= 32 && $0.extra.count < bytes.count }, "more than there is")
        let configurations = (0...255).map { USBInterface.all(in: bytes, configuration: $0) }
        check(active.isEmpty || configurations.contains(active), "the first configuration has no value")
        for interface in active where interface.isChipCardReader { _ = try? CCIDMachine(interface) }
    }

    @Sendable static func ccidAnswer(_ bytes: [UInt8]) {
        guard let answer = CCIDAnswer(bytes) else { return }
        check(CCIDAnswer.count(of: bytes) == bytes.count && answer.data.count + 10 == bytes.count, "a lost byte")
        let status: UInt8 = answer.result == .done ? 0 : answer.result == .failed ? 0x40 : 0x80
        let head = [answer.kind.rawValue] + bytes[1..<5] + [answer.slot, answer.sequence]
        let again = head + [status | answer.cardStatus, answer.error, answer.specific] + answer.data
        var same = bytes
        same[7] &= 0xC3
        check(again == same, "an answer that is not read back")
    }

    @Sendable static func hidDescriptor(_ bytes: [UInt8]) {
        let lengths = HIDReportLengths(bytes)
        for kind in HIDReportLengths.Kind.allCases {
            let longest = lengths.longest(kind) ?? 0
            check((0...16_385).contains(longest), "a report of \(longest) bytes")
            let all = (0...255).compactMap { lengths.byteCount(kind, id: $0) }
            check(all.max() ?? 0 == longest, "the longest report is not the longest")
        }
    }

    /// Runs the driver on transfers whose results the input determines.
    @Sendable static func ccidMachine(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let features = input.pick([0x2_0840, 0x4_0008, 0x1_0008, 0x1_0440, 0x1_0088, 0x2_0080, 0x1_0030] as [UInt32])
        let form = input.number()
        let interface = FuzzedReader.interface(
            features: features, slots: form & 1 == 0 ? 1 : 3, maximumMessage: form & 2 == 0 ? 271 : 80,
            hasInterrupt: form & 4 == 0)
        guard var reader = FuzzedReader(interface) else { return check(false, "an interface that is not taken") }
        if form & 8 == 0 { reader.start() }
        while let byte = input.byte() { reader.play(byte, &input) }
        reader.close()
    }

    /// Sends blocks of a T=1 card, with valid check values if the input says so.
    @Sendable static func t1(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let form = input.number()
        let usesCRC = form & 1 != 0
        // T=1 with fields of 32 bytes and an LRC, or of 16 and a CRC.
        let answer: [UInt8] = usesCRC ? [0x3B, 0x80, 0x81, 0x51, 0x10, 0x01, 0xC1] : [0x3B, 0x80, 0x01, 0x81]
        guard var reader = FuzzedReader(FuzzedReader.interface(features: 0x1_0448)), reader.powerOn(answer) else {
            return check(false, "a card that is not taken")
        }
        while let count = input.byte() {
            let data = (0..<Int(count)).map { UInt8(truncatingIfNeeded: $0) }
            guard let command = CommandAPDU(cla: 0, ins: 0xEE, p1: 0, p2: 0, data: data) else { continue }
            let id = reader.ask(.transmit(command))
            var blocks = 0
            while reader.isOpen(id), let message = reader.takeMessage() {
                blocks += 1
                check(blocks < 2000, "a command without an end")
                checkBlock(message, of: command, usesCRC: usesCRC)
                guard let choice = input.byte() else { break }
                reader.answer(message, block(choice, &input, usesCRC: usesCRC), choice: choice)
            }
            reader.settle(id)
        }
        reader.close()
    }

    private static func block(_ choice: UInt8, _ input: inout FuzzInput, usesCRC: Bool) -> [UInt8] {
        guard choice & 1 == 0 else { return input.piece() }
        let control = UInt8(input.number())
        let field = Array(input.piece().prefix(254))
        let block = [0, control, UInt8(field.count)] + field
        return block + T1Machine.check(block, usesCRC: usesCRC)
    }

    private static func checkBlock(_ message: [UInt8], of command: CommandAPDU, usesCRC: Bool) {
        // Anything that is not a block of the card is a step of the error recovery.
        guard message.count > 10, message[0] == CCIDCode.Command.xfrBlock.rawValue else { return }
        let block = Array(message[10...])
        let tail = usesCRC ? 2 : 1
        guard block.count >= 3 + tail else { return check(false, "a block of \(block.count) bytes") }
        check(block[0] == 0 && Int(block[2]) == block.count - 3 - tail, "a block with a wrong length")
        check(Array(block.suffix(tail)) == T1Machine.check(block.dropLast(tail), usesCRC: usesCRC), "a wrong check")
        guard block[1] & 0x80 == 0 else { return }
        check(command.bytes.contains(block[3..<(block.count - tail)]), "a block that is not of the command")
    }

    /// Sends the answers of a T=0 card.
    @Sendable static func t0(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        guard var reader = FuzzedReader(FuzzedReader.interface(features: 0x1_0448)), reader.powerOn([0x3B, 0x00]) else {
            return check(false, "a card that is not taken")
        }
        while let form = input.byte() {
            let count = input.number()
            let data = form & 1 == 0 ? [] : [UInt8](repeating: 0x5A, count: count)
            let expected = form & 2 == 0 ? nil : form & 4 == 0 ? 256 : 1 + count * 257
            guard
                let command = CommandAPDU(
                    cla: 0, ins: 0xB0, p1: 0, p2: 0, data: data, expectedCount: expected, isExtended: form & 8 != 0)
            else { continue }
            let id = reader.ask(.transmit(command))
            var messages: [[UInt8]] = []
            while reader.isOpen(id), let message = reader.takeMessage() {
                messages.append(message)
                guard let choice = input.byte() else { break }
                let field = input.piece()
                let isCut = choice & 1 != 0
                reader.answer(
                    message, isCut ? field : field + [UInt8(input.number()), UInt8(input.number())], choice: choice)
            }
            checkCharacters(messages, command)
            if case .success(.answer(let answer))? = reader.results[id] {
                check(answer.data.count <= command.expectedCount ?? 65_536, "more than was asked for")
            }
            reader.settle(id)
        }
        reader.close()
    }

    private static func checkCharacters(_ messages: [[UInt8]], _ command: CommandAPDU) {
        let blocks = messages.filter { $0.count > 10 && $0[0] == CCIDCode.Command.xfrBlock.rawValue }.map { $0[10...] }
        check(blocks.count <= 401, "\(blocks.count) blocks for one command")
        let own = blocks.prefix { $0.starts(with: command.header) }
        // Sent once, and once more with the correct length if it has no data.
        check(own.count <= (command.data.isEmpty ? 2 : 1), "a command that is sent again")
        check(
            blocks.dropFirst(own.count).allSatisfy { Array($0.prefix(4)) == [0, 0xC0, 0, 0] && $0.count == 5 },
            "neither the command nor GET RESPONSE")
    }
}

extension Collection<UInt8> {
    /// Returns whether the array contains these bytes.
    fileprivate func contains(_ part: ArraySlice<UInt8>) -> Bool {
        part.isEmpty || indices.contains { self[$0...].starts(with: part) }
    }
}
