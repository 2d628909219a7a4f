import TenderFlow
import TenderReaders

// The messages of a payment terminal.
extension FuzzTarget {
    /// Parses blocks on a serial line: arbitrary bytes, followed by a whole block.
    @Sendable static func zvtBlocks(_ bytes: [UInt8]) {
        var decoder = ZVTBlockDecoder()
        let found = bytes.compactMap { decoder.take($0) }
        check(found.count <= bytes.count, "findings out of nothing")
        decoder.reset()
        check(!decoder.isInside, "a block that is not forgotten")
        let again = ZVTBlock.encode(bytes).compactMap { decoder.take($0) }
        check(again == [.message(bytes)], "a block that is not read back")
        if let (apdu, count) = ZVTAPDU.first(in: bytes) {
            check((3...bytes.count).contains(count) && ZVTAPDU(apdu.bytes) == apdu, "a message that is not read back")
        }
    }

    /// Parses fields, containers, statuses and texts.
    @Sendable static func zvtFields(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let data = Array(bytes.dropFirst())
        let characters = ZVTCharacterSet.allCases[Int(choice) % ZVTCharacterSet.allCases.count]
        // Encoding takes long.
        let part = data.prefix(64)
        let text = characters.decode(part)
        check(text.unicodeScalars.count == part.count, "a text of another length")
        check(characters.encode(text).count == part.count, "a text that is not written back")
        check(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "a control character")
        if let number = BCD.decode(data) {
            check(number >= 0 && BCD.encode(number, byteCount: data.count) == data, "a number")
        }
        if let fields = try? ZVTFields(parsing: data) {
            check((try? ZVTFields(parsing: fields.bytes)) == fields, "fields that are not read back")
            _ = try? fields.container()
        }
        if let objects = try? ZVTContainer.parse(data) {
            check((try? ZVTContainer.parse(objects.flatMap(\.bytes))) == objects, "objects that are not read back")
        }
        if let status = try? ZVTStatus(parsing: data, characters) { checkStatus(status, characters) }
    }

    private static func checkStatus(_ status: ZVTStatus, _ characters: ZVTCharacterSet) {
        check((0...999_999_999_999).contains(status.amount ?? 0), "an amount")
        check((0...9999).contains(status.receipt ?? 0) && (0...999_999).contains(status.trace ?? 0), "a number")
        check(status.last4?.utf8.count ?? 4 == 4, "more of the number than its last digits")
        let fields = status.fields(characters).bytes
        guard let again = try? ZVTStatus(parsing: fields, characters) else { return check(false, "not read back") }
        check(
            again.amount == status.amount && again.receipt == status.receipt && again.trace == status.trace
                && again.terminalID == status.terminalID && again.result == status.result,
            "a status that is not read back")
    }

    /// Runs the till's side with the input's requests, bytes, messages and time.
    @Sendable static func zvt(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        var game = ZVTGame(input.number() & 1 == 0 ? .stream : .serial)
        while let byte = input.byte() {
            switch byte & 7 {
            case 0: game.feed(.received(input.piece()))
            case 1: game.expire(input.number())
            case 2: game.run(input.number())
            case 3: game.feed(.command(byte & 8 == 0 ? .recorded : byte & 16 == 0 ? .recordFailed : .abort))
            default:
                let control = input.pick(ZVTGame.controls)
                game.speak(ZVTAPDU(control, input.piece()), acknowledges: byte & 8 == 0)
            }
        }
        game.end()
    }

    /// A till's core and its invariants.
    private struct ZVTGame {
        static let controls: [ZVTControl] = [
            .accepted, .statusInformation, .intermediateStatus, .printLine, .printTextBlock, .completion, .aborted,
            .moreTime, .goodsNotIssued, .registration, ZVTControl(classByte: 0x99, instruction: 0),
        ]
        private static let requests: [ZVTRequest] = [
            .authorize(amount: 1199), .register, .reverse(receipt: 42), .refund(amount: 500), .endOfDay,
            .repeatReceipt, .status, .book(amount: 900, receipt: 7), .reset,
        ]

        private let framing: ZVTLink.Framing
        private var core: FuzzedCore<ZVTCore>
        private var open: ZVTRequest?
        private var timesSent = 0
        private var isRecording = false

        init(_ framing: ZVTLink.Framing) {
            self.framing = framing
            // The core's own two, and on a serial line one more for a block of each direction.
            core = FuzzedCore(ZVTCore(ZVTConfiguration(framing)), mostTimers: framing == .serial ? 4 : 2)
            feed(.opened)
        }

        mutating func feed(_ input: ProtocolInput<ZVTCore.Command>) {
            let wasRecording = isRecording
            if case .command(let command) = input, command == .recorded || command == .recordFailed {
                isRecording = false
            }
            let (outputs, sent) = core.feed(input)
            // Nothing is acknowledged before it is recorded; on a serial line earlier blocks may still leave.
            if framing == .stream, wasRecording, isRecording {
                check(messages(sent).isEmpty, "a word before the record is made")
            }
            timesSent += messages(sent).count { $0 == open?.message(ZVTConfiguration(framing)).bytes }
            if open?.movesMoney == true {
                check(timesSent <= (framing == .serial ? ZVTLink.maximumTries : 1), "money is asked for again")
            }
            for output in outputs { take(output) }
            check(open == nil || isRecording || !core.timers.isEmpty || timesSent == 0, "a wait without an end")
        }

        private func messages(_ sent: [[UInt8]]) -> [[UInt8]] {
            guard framing == .serial else { return sent }
            var decoder = ZVTBlockDecoder()
            return sent.flatMap { $0 }.compactMap {
                if case .message(let message)? = decoder.take($0) { message } else { nil }
            }
        }

        private mutating func take(_ output: ZVTCore.Output) {
            switch output {
            case .askToAcknowledge: isRecording = true
            case .ended(let request, let end):
                guard end != .busy else { return }
                check(request == open, "a second end, or one of nothing")
                open = nil
                isRecording = false
                // Behind blocks that wait for their acknowledgment it may not have left yet: then nobody can say.
                if timesSent == 0 { check(end == .notSent || end.isUnknown, "\(end) of what was not sent") }
            case .receipt(let receipt): check(receipt.lines.count <= 2000, "a receipt without an end")
            case .askToSend, .status, .display, .progress, .unreadable, .lost: break
            }
        }

        mutating func run(_ choice: Int) {
            guard open == nil else { return feed(.command(.run(.diagnose))) }
            open = Self.requests[choice % Self.requests.count]
            timesSent = 0
            if let open { feed(.command(.run(open))) }
        }

        mutating func speak(_ apdu: ZVTAPDU, acknowledges: Bool) {
            let bytes = framing == .serial ? ZVTBlock.encode(apdu.bytes) : apdu.bytes
            feed(.received(framing == .serial && acknowledges ? [ZVTBlock.acknowledge] + bytes : bytes))
        }

        mutating func expire(_ choice: Int) {
            if let fired = core.expire(choice) { feed(fired) }
        }

        /// Loses the connection, by which time everything has ended.
        mutating func end() {
            feed(.lost(.disconnected))
            check(open == nil, "a request without an end")
        }
    }
}

extension ZVTEnd {
    fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
