/// One command for a reader at the level of extended APDUs: in one message, or in several in either direction.
struct ExtendedExchange: Hashable, Sendable {
    private let command: [UInt8]
    private let size: Int
    private var sent = 0
    private var answer: [UInt8] = []
    private var emptyAnswers = 0
    /// Whether the reader may have the whole command.
    private(set) var commandMayHaveRun = false

    /// Whether the reader has begun to answer.
    private(set) var hasAnswer = false

    /// Starts a command, for messages with at most `size` bytes of data.
    init(_ command: [UInt8], size: Int) {
        self.command = command
        self.size = max(size, 1)
    }

    /// Returns the first message.
    mutating func begin() -> BlockStep { next() }

    /// Handles the data and the chain parameter of an answer.
    mutating func receive(_ data: [UInt8], chain: UInt8) -> BlockStep {
        guard commandMayHaveRun else {
            guard chain == CCIDCode.Chain.goOn.rawValue, data.isEmpty else { return .failed(.protocolViolation) }
            return next()
        }
        answer += data
        hasAnswer = true
        emptyAnswers += data.isEmpty ? 1 : 0
        guard answer.count <= T1Machine.answerLimit, emptyAnswers <= 16 else { return .failed(.protocolViolation) }
        return switch CCIDCode.Chain(rawValue: chain) {
        case .whole, .last: .done(answer)
        case .first, .middle: .send([], chain: .goOn)
        case .goOn, nil: .failed(.protocolViolation)
        }
    }

    private mutating func next() -> BlockStep {
        let isFirst = sent == 0
        let data = isFirst && command.count <= size ? command : [UInt8](command.dropFirst(sent).prefix(size))
        sent += data.count
        let isLast = sent == command.count
        commandMayHaveRun = isLast
        let chain: CCIDCode.Chain =
            switch (isFirst, isLast) {
            case (true, true): .whole
            case (true, false): .first
            case (false, false): .middle
            case (false, true): .last
            }
        return .send(data, chain: chain)
    }
}
