import TenderEMV
import TenderReaders

/// The readers' protocols without a wire: the host's cost per byte, compared with a single pass over the same bytes.
enum ReaderBenchmark {
    private static let byteCount = 1 << 18

    static func run() async throws -> [Benchmark] {
        let bytes = [UInt8]((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let frame = NEOFrame(0x02, 0x23, [UInt8](bytes.prefix(1024))).encoded(.mostSignificantFirst)
        let frames = byteCount / frame.count
        var card = try BlockCard()
        let kibibytes = byteCount / 1024
        let entries: [(name: String, operations: Int, body: () throws -> Void)] = [
            ("bytes_folded_kibibyte", kibibytes, { try fold(bytes) }),
            ("neo_frame_kibibyte", frames, { try parse(frame, times: frames) }),
            ("neo_frame_kibibyte_in_pieces", frames, { try parse(frame, times: frames, piece: 16) }),
            ("t1_exchange_13_bytes", 1000, { try card.exchange(sending: 7, receiving: 11, times: 1000) }),
            ("t1_exchange_kibibyte_chained", 256, { try card.exchange(sending: 255, receiving: 767, times: 256) }),
        ]
        var results: [Benchmark] = []
        for entry in entries {
            // Nothing waits, so the rest of the machine's load need not count.
            results.append(
                try await Benchmark.measureProcessorTime(entry.name, samples: 15, operations: entry.operations) {
                    try entry.body()
                })
        }
        return results
    }

    /// The baseline: folds all bytes into one, each with its predecessor.
    private static func fold(_ bytes: [UInt8]) throws {
        var value: UInt8 = 1
        for byte in bytes { value = (value &<< 1 | value &>> 7) ^ byte }
        if value == 0 { throw BenchmarkError.notApproved }
    }

    private static func parse(_ frame: [UInt8], times: Int, piece: Int = .max) throws {
        var parser = NEOFrameParser(.mostSignificantFirst)
        let pieces =
            piece < frame.count
            ? stride(from: 0, to: frame.count, by: piece).map { [UInt8](frame[$0..<min($0 + piece, frame.count)]) }
            : [frame]
        var found = 0
        for _ in 0..<times {
            for piece in pieces { found += parser.receive(piece).count }
        }
        guard found == times else { throw BenchmarkError.notApproved }
    }
}

/// A driver with a T=1 card that answers immediately: blocks of 254 bytes, chained both ways.
private struct BlockCard {
    private var machine: CCIDMachine
    private var answer: [UInt8] = []
    private var sent = 0
    private var number: UInt8 = 0
    private var incoming: [[UInt8]] = []
    private var result: Result<CCIDReply, CCIDError>?
    private var lastID = 0

    init() throws {
        machine = try CCIDMachine(Self.interface)
        feed(.opened)
        guard case .success(.card) = ask(.powerOn) else { throw BenchmarkError.notApproved }
    }

    mutating func exchange(sending: Int, receiving: Int, times: Int) throws {
        let data = [UInt8](repeating: 0x5A, count: sending)
        guard let command = CommandAPDU(cla: 0, ins: 0xA4, p1: 4, p2: 0, data: data) else {
            throw BenchmarkError.notApproved
        }
        for _ in 0..<times {
            answer = [UInt8](repeating: 0xA5, count: receiving) + [0x90, 0x00]
            guard case .success(.answer(let response)) = ask(.transmit(command)), response.data.count == receiving
            else {
                throw BenchmarkError.notApproved
            }
        }
    }

    private mutating func ask(_ request: CCIDRequest) -> Result<CCIDReply, CCIDError>? {
        lastID += 1
        result = nil
        feed(.request(lastID, slot: 0, request))
        while result == nil, !incoming.isEmpty { feed(.received(.success(incoming.removeFirst()))) }
        return result
    }

    private mutating func feed(_ input: CCIDInput) {
        for action in machine.handle(input) {
            switch action {
            case .bulkOut(let message, _):
                feed(.sent(.success(NoData())))
                take(message)
            case .output(.answer(_, let answer)): result = answer
            default: break
            }
        }
    }

    private mutating func take(_ message: [UInt8]) {
        guard message.count >= 10 else { return }
        let body = [UInt8](message[10...])
        switch message[0] {
        case 0x62:
            // T=1 with blocks of 254 bytes; the last byte is the XOR of the answer to reset.
            reply(0x80, message, [0x3B, 0x80, 0x81, 0x11, 0xFE, 0xEE])
        case 0x61: reply(0x82, message, body)
        case 0x6F: reply(0x80, message, block(body))
        default: reply(0x81, message, [])
        }
    }

    private mutating func block(_ block: [UInt8]) -> [UInt8] {
        guard block.count >= 4 else { return [] }
        switch block[1] {
        case 0xC1: return sealed(0xE1, [UInt8](block[3..<block.count - 1]))
        // A block that is not the command's last: request the next one.
        case 0x20, 0x60: return sealed(0x80 | (block[1] ^ 0x40) >> 2 & 0x10, [])
        case 0x00, 0x40: sent = 0
        default: break
        }
        let part = [UInt8](answer[sent..<min(sent + 254, answer.count)])
        sent += part.count
        defer { number ^= 0x40 }
        return sealed(number | (sent < answer.count ? 0x20 : 0), part)
    }

    private func sealed(_ control: UInt8, _ field: [UInt8]) -> [UInt8] {
        let bytes = [0, control, UInt8(field.count)] + field
        return bytes + T1Machine.check(bytes, usesCRC: false)
    }

    private mutating func reply(_ kind: UInt8, _ message: [UInt8], _ data: [UInt8]) {
        let count = [UInt8(data.count & 0xFF), UInt8(data.count >> 8), 0, 0]
        incoming.append([kind] + count + [message[5], message[6], 0, 0, 0] + data)
    }

    /// A reader that leaves the blocks to the host, but negotiates the speed itself.
    private static var interface: USBInterface {
        func four(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) } }
        var extra: [UInt8] = [54, 0x21, 0x10, 0x01, 0, 7, 2, 0, 0, 0]
        extra += four(4000) + four(4000) + [0] + four(9600) + four(115_200) + [0] + four(254) + four(0) + four(0)
        extra += four(0x1_0048) + four(271) + [0, 0, 0, 0, 0, 1]
        return USBInterface(
            vendorID: 0x1209, productID: 1, interfaceClass: 0x0B, extra: extra,
            endpoints: [
                USBEndpoint(address: 0x01, kind: .bulkOut, maximumPacketSize: 64),
                USBEndpoint(address: 0x82, kind: .bulkIn, maximumPacketSize: 64),
                USBEndpoint(address: 0x83, kind: .interruptIn, maximumPacketSize: 8),
            ])
    }
}
