import TenderEMV

/// One command in T=0: what is sent to the card in which order (ISO/IEC 7816-3 clause 12.2, EMV Book 1 clause 9.3).
struct T0Exchange: Hashable, Sendable {
    static let stepLimit = 400
    /// The most bytes that a short length can ask for; it then means all that the card has.
    private static let mostShort = 256

    private let command: CommandAPDU
    private let getResponseClass: UInt8
    private var header: [UInt8] = []
    private var answer: [UInt8] = []
    private var warning: [UInt8]?
    private var isFetching = false
    private var hasCorrectedLength = false
    private var steps = 0
    /// The pieces that are still fetched beyond what a short length can ask for: an endless card must not be listened to.
    private var piecesLeft = 15

    /// Whether the card has answered a block.
    private(set) var hasBegun = false

    /// Starts a command.
    ///
    /// - Parameter getResponseClass: The class byte of GET RESPONSE; FF for that of the command.
    /// - Returns: `nil` if its data is too long for the protocol.
    init?(_ command: CommandAPDU, getResponseClass: UInt8) {
        guard command.data.count <= 255 else { return nil }
        self.command = command
        self.getResponseClass = getResponseClass == 0xFF ? command.cla : getResponseClass
    }

    /// Returns the first block.
    mutating func begin() -> BlockStep {
        header = command.header
        if !command.data.isEmpty {
            return send(header + [UInt8(truncatingIfNeeded: command.data.count)] + command.data)
        }
        // A case 1 command is sent with P3 = 00; an expected length of 256 or more is also sent as 00.
        let expected = min(command.expectedCount ?? 0, Self.mostShort)
        return send(header + [UInt8(truncatingIfNeeded: expected)])
    }

    /// Handles the card's answer.
    mutating func receive(_ bytes: [UInt8]) -> BlockStep {
        guard bytes.count >= 2, bytes.count <= 258, steps < Self.stepLimit else { return .failed(.protocolViolation) }
        hasBegun = true
        let status = [UInt8](bytes.suffix(2))
        let data = bytes.dropLast(2)
        if status[0] == 0x6C, data.isEmpty, !hasCorrectedLength, isFetching || command.data.isEmpty {
            hasCorrectedLength = true
            return send(header + [status[1]])
        }
        answer += data
        guard answer.count <= 65_536 else { return .failed(.protocolViolation) }
        if status[0] == 0x61, command.expectedCount != nil { return fetch(status[1], status) }
        let isWarning = status[0] == 0x62 || status[0] == 0x63
        if isWarning, !isFetching, command.form == .shortBoth || command.form == .extendedBoth {
            warning = status
            return fetch(0, status)
        }
        return finish(status)
    }

    private mutating func fetch(_ count: UInt8, _ status: [UInt8]) -> BlockStep {
        var left = (command.expectedCount ?? 0) - answer.count
        if left <= 0, command.expectedCount == Self.mostShort, piecesLeft > 0 {
            piecesLeft -= 1
            left = Self.mostShort
        }
        guard left > 0 else { return finish(status) }
        isFetching = true
        hasCorrectedLength = false
        header = [getResponseClass, 0xC0, 0, 0]
        let wanted = min(left, count == 0 ? 256 : Int(count))
        return send(header + [UInt8(truncatingIfNeeded: wanted)])
    }

    private func finish(_ status: [UInt8]) -> BlockStep {
        // A warning persists while the data that came with it is fetched.
        let told = status == [0x90, 0x00] || answer.isEmpty ? warning ?? status : status
        let isAllWanted = command.expectedCount == Self.mostShort
        let data = isAllWanted ? answer[...] : answer.prefix(command.expectedCount ?? answer.count)
        return .done(data + told)
    }

    private mutating func send(_ block: [UInt8]) -> BlockStep {
        steps += 1
        return .send(block)
    }
}
