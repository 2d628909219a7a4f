import SimulatedCard
import TenderEMV

/// The card's side of T=1, written independently of the driver's: one block in, one block out.
struct SimulatedBlockCard: Hashable, Sendable {
    private enum Sent: Hashable {
        case nothing
        case information
        case acknowledgment
        case supervisory
    }

    private let usesCRC: Bool
    private var expected: UInt8 = 0
    private var own: UInt8 = 0
    private var hostSize = 32
    private var collected: [UInt8] = []
    private var queue: [UInt8] = []
    private var isAnswering = false
    private var last: [UInt8] = []
    private var lastKind = Sent.nothing
    private var waitingAnswer: [UInt8]?
    /// The waiting time extension to request before the next answer, as a multiple of the usual time.
    var extraTime: UInt8?

    init(usesCRC: Bool) { self.usesCRC = usesCRC }

    /// Takes a block, and has a whole command executed; what the card does not answer comes back as it is.
    mutating func take(_ block: [UInt8], execute: ([UInt8]) -> ChipAnswer) -> ChipAnswer {
        let tail = usesCRC ? 2 : 1
        guard block.count >= 3 + tail, block.count == 3 + Int(block[2]) + tail, block[2] < 255, block[0] == 0 else {
            return .bytes(complain(2))
        }
        guard check([UInt8](block.dropLast(tail))) == [UInt8](block.suffix(tail)) else {
            return .bytes(complain(1))
        }
        let field = [UInt8](block.dropFirst(3).dropLast(tail))
        switch block[1] {
        case 0x00, 0x20, 0x40, 0x60: return information(block[1], field, execute)
        case 0x80, 0x90, 0x81, 0x91, 0x82, 0x92: return .bytes(acknowledged(block[1] >> 4 & 1))
        default: return .bytes(supervised(block[1], field))
        }
    }

    private mutating func information(
        _ control: UInt8, _ field: [UInt8], _ execute: ([UInt8]) -> ChipAnswer
    ) -> ChipAnswer {
        guard control >> 6 == expected, !isAnswering || queue.isEmpty else { return .bytes(complain(2)) }
        isAnswering = false
        expected ^= 1
        collected += field
        if control & 0x20 != 0 { return .bytes(acknowledge(0)) }
        let result = execute(collected)
        collected = []
        guard case .bytes(let answer) = result else { return result }
        if let extraTime {
            self.extraTime = nil
            waitingAnswer = answer
            return .bytes(supervisory(0xC3, [extraTime]))
        }
        queue = answer
        isAnswering = true
        return .bytes(nextPart())
    }

    private mutating func acknowledged(_ number: UInt8) -> [UInt8] {
        if lastKind == .information, number == own, !queue.isEmpty { return nextPart() }
        return last.isEmpty ? acknowledge(2) : last
    }

    private mutating func supervised(_ control: UInt8, _ field: [UInt8]) -> [UInt8] {
        switch control {
        case 0xC0 where field.isEmpty:
            let size = hostSize
            self = SimulatedBlockCard(usesCRC: usesCRC)
            // The host announces its own limit again if it likes; until then the smallest holds.
            hostSize = min(size, 32)
            return supervisory(0xE0, [])
        case 0xC1 where field.count == 1 && field[0] > 0 && field[0] < 255:
            hostSize = Int(field[0])
            return supervisory(0xE1, field)
        case 0xC2 where field.isEmpty:
            queue = []
            collected = []
            return supervisory(0xE2, [])
        case 0xE3:
            guard let answer = waitingAnswer else { return complain(2) }
            waitingAnswer = nil
            queue = answer
            isAnswering = true
            return nextPart()
        default: return complain(2)
        }
    }

    private mutating func nextPart() -> [UInt8] {
        let part = [UInt8](queue.prefix(hostSize))
        queue.removeFirst(part.count)
        let control = own << 6 | (queue.isEmpty ? 0 : 0x20)
        own ^= 1
        return remember(.information, control, part)
    }

    private mutating func complain(_ error: UInt8) -> [UInt8] {
        lastKind == .acknowledgment ? last : acknowledge(error)
    }

    private mutating func acknowledge(_ error: UInt8) -> [UInt8] {
        remember(.acknowledgment, 0x80 | expected << 4 | error, [])
    }

    private mutating func supervisory(_ control: UInt8, _ field: [UInt8]) -> [UInt8] {
        remember(.supervisory, control, field)
    }

    private mutating func remember(_ kind: Sent, _ control: UInt8, _ field: [UInt8]) -> [UInt8] {
        let block = [0, control, UInt8(clamping: field.count)] + field
        last = block + check(block)
        lastKind = kind
        return last
    }

    private func check(_ bytes: [UInt8]) -> [UInt8] {
        if !usesCRC {
            var value: UInt8 = 0
            for byte in bytes { value ^= byte }
            return [value]
        }
        // x^16 + x^12 + x^5 + 1, lowest bit first.
        var register = 0xFFFF
        for bit in bytes.flatMap({ byte in (0..<8).map { Int(byte >> UInt8($0)) & 1 } }) {
            let isOdd = register & 1 != bit
            register /= 2
            if isOdd { register ^= 0x8408 }
        }
        return [UInt8(register / 256), UInt8(register % 256)]
    }
}
