/// The host's side of the block protocol T=1 as a pure value: blocks in, blocks out (ISO/IEC 7816-3 clause 11).
///
/// Every chain of errors ends: after three in a row the link is resynchronized, and after three attempts at that it is
/// dead until the card is reset. A command that the card may have received completely is never sent again after that.
public struct T1Machine: Hashable, Sendable {
    static let errorLimit = 3
    static let requestLimit = 250
    static let answerLimit = 65_538

    private enum Phase: Hashable {
        case idle
        case sending
        case receiving
        case announcing(UInt8)
        case synchronizing
        case aborting
    }

    private enum Block {
        case information(number: UInt8, more: Bool, [UInt8])
        case acknowledgment(number: UInt8)
        case supervisory(UInt8, [UInt8])
    }

    private enum Wrong: UInt8, Error {
        case check = 1
        case other = 2
    }

    /// The maximum size of the information field in a block to the card.
    public private(set) var fieldSize: Int
    /// Whether the card may have received the whole current command.
    public private(set) var commandMayHaveRun = false
    /// Whether only a reset of the card helps.
    public private(set) var isDead = false

    /// Whether the last block of the command was sent, and something after it: a refusal then says nothing about the
    /// command.
    var hasSentMore: Bool { commandMayHaveRun && lastBlock != lastInformation }

    private let initialFieldSize: Int
    private let largestField: Int
    private let usesCRC: Bool
    private var phase = Phase.idle
    // N(S) of the next I-block from the host, and from the card.
    private var sendNumber: UInt8 = 0
    private var receiveNumber: UInt8 = 0
    private var command: [UInt8] = []
    private var sent = 0
    private var chunk = 0
    private var answer: [UInt8] = []
    private var lastBlock: [UInt8] = []
    private var lastInformation: [UInt8]?
    private var errors = 0
    private var synchronizations = 0
    private var requests = 0
    private var isOutOfStep = false
    private var goesOn = false

    /// Creates the host's side after a reset of the card.
    ///
    /// - Parameters:
    ///   - fieldSize: The card's information field size, 1 to 254.
    ///   - largestField: The maximum field size that the reader passes in one block.
    ///   - usesCRC: Whether blocks end in a CRC.
    public init(fieldSize: UInt8, largestField: Int = 254, usesCRC: Bool = false) {
        self.largestField = max(1, min(largestField, 254))
        self.usesCRC = usesCRC
        initialFieldSize = max(1, min(Int(fieldSize), self.largestField))
        self.fieldSize = initialFieldSize
    }

    /// Announces the reader's information field size to the card.
    mutating func announce(_ size: UInt8) -> BlockStep {
        begin()
        phase = .announcing(size)
        return send(0xC1, [size])
    }

    /// Sends a command.
    mutating func transmit(_ bytes: [UInt8]) -> BlockStep {
        begin()
        command = bytes
        if isDead { return fail(.cardMute) }
        if isOutOfStep {
            goesOn = true
            return synchronize()
        }
        return sendChunk()
    }

    /// Returns the first three bytes of the block that a PIN pad fills; the answer goes to `receive` as usual.
    ///
    /// - Returns: `nil` if the link must be resynchronized first.
    mutating func beginPIN(byteCount: Int) -> [UInt8]? {
        guard !isOutOfStep, !isDead, byteCount <= fieldSize else { return nil }
        begin()
        phase = .sending
        chunk = 0
        commandMayHaveRun = true
        lastInformation = nil
        lastBlock = []
        return [0, sendNumber << 6, UInt8(clamping: byteCount)]
    }

    /// Records that the exchange was broken off externally, so that the next command begins by resynchronizing the
    /// link.
    mutating func breakOff() {
        phase = .idle
        isOutOfStep = true
    }

    /// Records that the PIN pad gave up before it sent anything.
    mutating func cancelPIN() {
        phase = .idle
        commandMayHaveRun = false
    }

    /// Handles a block from the card.
    mutating func receive(_ bytes: [UInt8]) -> BlockStep {
        switch parse(bytes) {
        case .failure(let wrong): complain(wrong)
        case .success(let block): take(block)
        }
    }

    /// Handles a report by the reader that it saw no block, or a broken one.
    mutating func receiveNothing(parityError: Bool) -> BlockStep { complain(parityError ? .check : .other) }

    private mutating func begin() {
        command = []
        sent = 0
        chunk = 0
        answer = []
        errors = 0
        synchronizations = 0
        requests = 0
        commandMayHaveRun = false
        goesOn = false
        lastInformation = nil
    }

    private mutating func take(_ block: Block) -> BlockStep {
        if phase == .aborting { return fail(.abortedByCard) }
        return switch block {
        case .information(let number, let more, let field): take(number, more, field)
        case .acknowledgment(let number): acknowledge(number)
        case .supervisory(let code, let field): supervise(code, field)
        }
    }

    private mutating func take(_ number: UInt8, _ more: Bool, _ field: [UInt8]) -> BlockStep {
        let isExpected = phase == .receiving || (phase == .sending && sent + chunk == command.count)
        guard isExpected, number == receiveNumber else { return complain(.other) }
        // An I-block acknowledges the last block of the command.
        if phase == .sending { sendNumber ^= 1 }
        phase = .receiving
        receiveNumber ^= 1
        errors = 0
        answer += field
        guard answer.count <= Self.answerLimit else { return fail(.protocolViolation) }
        // The size of a chain of empty blocks does not limit it.
        if field.isEmpty && more && !countRequest() { return fail(.protocolViolation) }
        if more { return sendAcknowledgment(0) }
        phase = .idle
        return .done(answer)
    }

    private mutating func acknowledge(_ number: UInt8) -> BlockStep {
        switch phase {
        case .sending where number == sendNumber: return countError() ? repeatInformation() : synchronize()
        case .sending where sent + chunk < command.count:
            sendNumber ^= 1
            sent += chunk
            errors = 0
            return sendChunk()
        // The card has the whole command: request its answer, and do not send the block again.
        case .sending where lastBlock == lastInformation: return complain(.other)
        // Nothing more to send: the card missed our last answer to it.
        case .sending, .receiving, .announcing: return countError() ? again() : synchronize()
        case .synchronizing: return synchronize()
        case .idle, .aborting: return fail(.protocolViolation)
        }
    }

    private mutating func supervise(_ code: UInt8, _ field: [UInt8]) -> BlockStep {
        switch (code, phase) {
        case (0xE0, .synchronizing) where field.isEmpty: return resume()
        case (0xE1, .announcing(let size)) where field == [size]:
            phase = .idle
            return .done([])
        case (0xC1, _) where field.count == 1 && (1...254).contains(field[0]) && isExchanging:
            guard countRequest() else { return fail(.endlessExtensions) }
            fieldSize = min(Int(field[0]), largestField)
            return send(0xE1, field)
        case (0xC2, _) where field.isEmpty && isExchanging:
            phase = .aborting
            return send(0xE2, [])
        case (0xC3, _) where field.count == 1 && field[0] > 0 && isExchanging:
            guard countRequest() else { return fail(.endlessExtensions) }
            return send(0xE3, field, waitingTime: field[0])
        default: return complain(.other)
        }
    }

    private var isExchanging: Bool { phase == .sending || phase == .receiving }

    /// Reports a faulty block, in the way that suits what was sent before.
    private mutating func complain(_ wrong: Wrong) -> BlockStep {
        switch phase {
        case .idle: return fail(.protocolViolation)
        case .aborting: return fail(.abortedByCard)
        case .synchronizing: return synchronize()
        case .announcing: return countError() ? again() : synchronize()
        case .sending, .receiving:
            guard countError() else { return synchronize() }
            let lastWasAcknowledgment = lastBlock.count > 1 && lastBlock[1] & 0xC0 == 0x80
            return lastWasAcknowledgment ? again() : sendAcknowledgment(wrong.rawValue)
        }
    }

    private mutating func countError() -> Bool {
        errors += 1
        return errors <= Self.errorLimit
    }

    private mutating func countRequest() -> Bool {
        requests += 1
        return requests <= Self.requestLimit
    }

    private mutating func synchronize() -> BlockStep {
        // Whoever requested the announcement of a size repeats it after the card's reset.
        if case .announcing = phase { return fail(.protocolViolation) }
        if phase != .synchronizing && !goesOn { goesOn = !commandMayHaveRun }
        phase = .synchronizing
        synchronizations += 1
        guard synchronizations <= Self.errorLimit else {
            isDead = true
            return fail(.cardMute)
        }
        return send(0xC0, [])
    }

    /// Resumes after resynchronization: the command is sent once more if the card cannot have received all of it.
    private mutating func resume() -> BlockStep {
        sendNumber = 0
        receiveNumber = 0
        fieldSize = initialFieldSize
        isOutOfStep = false
        errors = 0
        sent = 0
        answer = []
        guard goesOn else {
            phase = .idle
            return .failed(.protocolViolation)
        }
        goesOn = false
        return sendChunk()
    }

    private mutating func fail(_ cause: CCIDError.Cause) -> BlockStep {
        phase = .idle
        isOutOfStep = true
        return .failed(cause)
    }

    private mutating func sendChunk() -> BlockStep {
        phase = .sending
        let field = [UInt8](command.dropFirst(sent).prefix(fieldSize))
        chunk = field.count
        let isLast = sent + chunk == command.count
        if isLast { commandMayHaveRun = true }
        let block = block(sendNumber << 6 | (isLast ? 0 : 0x20), field)
        lastInformation = block
        lastBlock = block
        return .send(block)
    }

    private mutating func repeatInformation() -> BlockStep {
        // What a PIN pad sent cannot be repeated, because the host never had it.
        guard let lastInformation else { return fail(.protocolViolation) }
        lastBlock = lastInformation
        return .send(lastInformation)
    }

    private mutating func again() -> BlockStep {
        guard !lastBlock.isEmpty else { return fail(.protocolViolation) }
        // The answer to a request for more time is worth that time again.
        return .send(lastBlock, waitingTime: lastBlock.count > 3 && lastBlock[1] == 0xE3 ? lastBlock[3] : 0)
    }

    private mutating func sendAcknowledgment(_ error: UInt8) -> BlockStep {
        send(0x80 | receiveNumber << 4 | error, [])
    }

    private mutating func send(_ control: UInt8, _ field: [UInt8], waitingTime: UInt8 = 0) -> BlockStep {
        lastBlock = block(control, field)
        return .send(lastBlock, waitingTime: waitingTime)
    }

    private func block(_ control: UInt8, _ field: [UInt8]) -> [UInt8] {
        let bytes = [0, control, UInt8(clamping: field.count)] + field
        return bytes + Self.check(bytes, usesCRC: usesCRC)
    }

    private func parse(_ bytes: [UInt8]) -> Result<Block, Wrong> {
        let checkCount = usesCRC ? 2 : 1
        guard bytes.count >= 3 + checkCount, bytes[2] != 0xFF else { return .failure(.other) }
        guard bytes.count == 3 + Int(bytes[2]) + checkCount else { return .failure(.other) }
        let body = bytes.dropLast(checkCount)
        guard [UInt8](bytes.suffix(checkCount)) == Self.check(body, usesCRC: usesCRC) else { return .failure(.check) }
        guard bytes[0] == 0 else { return .failure(.other) }
        let field = [UInt8](body.dropFirst(3))
        let control = bytes[1]
        if control & 0x80 == 0 {
            guard control & 0x1F == 0 else { return .failure(.other) }
            return .success(.information(number: control >> 6 & 1, more: control & 0x20 != 0, field))
        }
        if control & 0x40 != 0 { return .success(.supervisory(control, field)) }
        guard field.isEmpty, control & 0x20 == 0, control & 0x0F <= 2 else { return .failure(.other) }
        return .success(.acknowledgment(number: control >> 4 & 1))
    }

    /// Returns the check value of a block: the exclusive or of all bytes, or the CRC with its high byte first.
    public static func check(_ bytes: some Sequence<UInt8>, usesCRC: Bool) -> [UInt8] {
        guard usesCRC else { return [bytes.reduce(0, ^)] }
        var value: UInt16 = 0xFFFF
        for byte in bytes {
            value ^= UInt16(byte)
            for _ in 0..<8 { value = value & 1 != 0 ? value >> 1 ^ 0x8408 : value >> 1 }
        }
        return [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }
}
