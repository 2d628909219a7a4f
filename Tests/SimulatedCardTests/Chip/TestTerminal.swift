import SimulatedCard
import TenderBytes
import Testing

/// A terminal as small as a test needs it: it asks, and collects what the card says.
struct TestTerminal {
    /// What the terminal says of itself, by tag; everything else is zeros.
    static let data: [Int: [UInt8]] = [
        0x9F02: [0, 0, 0, 0, 0x12, 0x34], 0x9F1A: [0x08, 0x40], 0x95: [0, 0, 0, 0x80, 0], 0x5F2A: [0x08, 0x40],
        0x9A: [0x26, 0x11, 0x26], 0x9F37: [1, 2, 3, 4], 0x9F33: [0xE0, 0xF8, 0xC8], 0x9F35: [0x22],
    ]
    static let unpredictable: [UInt8] = [1, 2, 3, 4]

    /// What the card sent is no data objects.
    struct Malformed: Error {}

    var card: ChipCard
    var objects: [Int: [UInt8]] = [:]
    var tags: [Int] = []
    var optionValues: [UInt8] = []
    var locator: [UInt8] = []
    var signedContents: [UInt8] = []

    init(_ profile: ChipProfile) throws {
        card = try ChipCard(profile)
        _ = card.powerOn()
    }

    /// Sends a command and fetches the whole answer, in at most 20 steps.
    mutating func send(_ header: [UInt8], _ data: [UInt8] = [], answers: Bool = true) -> (data: [UInt8], status: Int) {
        var command = header + (data.isEmpty ? [] : [UInt8(data.count)] + data)
        let isT0 = card.profile.transport == .t0
        if data.isEmpty || (answers && !isT0) { command.append(0) }
        var collected: [UInt8] = []
        var warning: Int?
        for _ in 0..<20 {
            guard case .bytes(let answer) = card.transmit(command), answer.count >= 2 else { return ([], 0) }
            let status = Int(answer[answer.count - 2]) << 8 | Int(answer[answer.count - 1])
            collected += answer.dropLast(2)
            switch status >> 8 {
            case 0x61: command = [0, 0xC0, 0, 0, UInt8(status & 0xFF)]
            case 0x6C: command = Array(command.dropLast()) + [UInt8(status & 0xFF)]
            case 0x62 where isT0 && !data.isEmpty && warning == nil:
                warning = status
                command = [0, 0xC0, 0, 0, 0]
            default: return (collected, warning ?? status)
            }
        }
        return (collected, 0)
    }

    /// Selects an application, starts a transaction, and reads every record; returns the first status that is bad.
    mutating func start(application: Int = 0) throws -> Int {
        let name = try #require(Hex.decode(card.profile.applications[application].identifier))
        let selected = send([0, 0xA4, 4, 0], name)
        guard selected.status == 0x9000 else { return selected.status }
        try keep(selected.data)
        optionValues = values(objects[0x9F38] ?? [])
        let options = send([0x80, 0xA8, 0, 0], [0x83, UInt8(optionValues.count)] + optionValues)
        guard options.status == 0x9000 else { return options.status }
        if options.data.first == 0x80 {
            objects[0x82] = Array(options.data[2..<4])
            objects[0x94] = Array(options.data[4...])
        } else {
            try keep(options.data)
        }
        locator = try #require(objects[0x94])
        return try readRecords()
    }

    private mutating func readRecords() throws -> Int {
        for place in stride(from: 0, to: locator.count, by: 4) {
            for record in locator[place + 1]...min(locator[place + 2], 16) {
                let answer = send([0, 0xB2, record, locator[place] | 4])
                guard answer.status == 0x9000 else { return answer.status }
                try keep(answer.data)
                if record < locator[place + 1] + locator[place + 3] {
                    signedContents += answer.data.dropFirst(answer.data[1] == 0x81 ? 3 : 2)
                }
            }
        }
        return 0x9000
    }

    private mutating func keep(_ bytes: [UInt8]) throws {
        guard let found = FlatObjects.read(bytes) else { throw Malformed() }
        for object in found {
            tags.append(object.tag)
            objects[object.tag] = object.value
        }
    }

    /// The values that a list of data objects asks for; `more` goes before what the terminal has.
    func values(_ list: [UInt8], _ more: [Int: [UInt8]] = [:]) -> [UInt8] {
        var rest = list[...]
        var values: [UInt8] = []
        while let head = rest.popFirst() {
            let tag = head & 0x1F == 0x1F ? Int(head) << 8 | Int(rest.popFirst() ?? 0) : Int(head)
            let count = Int(rest.popFirst() ?? 0)
            values += ((more[tag] ?? Self.data[tag] ?? []) + [UInt8](repeating: 0, count: count)).prefix(count)
        }
        return values
    }

    /// Asks for a cryptogram; the answer has its objects by tag, whichever format it came in.
    mutating func generate(
        _ asked: UInt8, list: Int = 0x8C, _ more: [Int: [UInt8]] = [:]
    ) throws -> (objects: [Int: [UInt8]], status: Int, values: [UInt8], raw: [UInt8]) {
        let values = values(objects[list] ?? [], more)
        let answer = send([0x80, 0xAE, asked, 0], values)
        guard answer.status == 0x9000 else { return ([:], answer.status, values, []) }
        let found = try #require(FlatObjects.read(answer.data))
        if answer.data.first == 0x77 {
            let pairs = Dictionary(found.map { ($0.tag, $0.value) }) { $1 }
            return (pairs, answer.status, values, answer.data)
        }
        let content = try #require(found.first).value
        let objects = [
            0x9F27: Array(content[0..<1]), 0x9F36: Array(content[1..<3]), 0x9F26: Array(content[3..<11]),
            0x9F10: Array(content[11...]),
        ]
        return (objects, answer.status, values, answer.data)
    }

    /// What the card signed besides its keys: the flagged records, and the profile.
    var staticData: [UInt8] { signedContents + (objects[0x9F4A] == [0x82] ? objects[0x82] ?? [] : []) }
}
