import SimulatedCard
import TenderBytes

/// A reader for contactless cards, written for these tests alone: it knows the lists of these cards.
struct ContactlessTerminal {
    static let number: [UInt8] = [0x11, 0x22, 0x33, 0x44]

    var card: ContactlessCard
    private(set) var objects: [Int: [UInt8]] = [:]
    private(set) var staticData: [UInt8] = []
    /// The values of GET PROCESSING OPTIONS.
    private(set) var optionValues: [UInt8] = []

    init(_ profile: ContactlessProfile) throws { card = try ContactlessCard(profile) }

    /// The values of `CryptogramScheme.terminalObjects`.
    static func values(amount: [UInt8] = [0, 0, 0, 0, 0x10, 0], number: [UInt8] = number) -> [UInt8] {
        amount + [UInt8](repeating: 0, count: 6) + [0x08, 0x26] + [UInt8](repeating: 0, count: 5) + [0x08, 0x26]
            + [0x25, 0x01, 0x15, 0x00] + number
    }

    mutating func send(_ header: [UInt8], _ data: [UInt8] = []) -> (data: [UInt8], status: UInt16) {
        let body = data.isEmpty ? [] : [UInt8(data.count)] + data
        guard case .bytes(let answer) = card.transmit(header + body + [0]), answer.count > 1 else { return ([], 0) }
        return (Array(answer.dropLast(2)), answer.suffix(2).reduce(0) { $0 << 8 | UInt16($1) })
    }

    /// Selects the card's application, starts it, and reads what it names; returns the status of the start.
    mutating func start(_ optionValues: [UInt8]) -> UInt16 {
        self.optionValues = optionValues
        (objects, staticData) = ([:], [])
        card.present()
        let name = Hex.decode(card.profile.chip.applications[0].identifier) ?? []
        guard send([0, 0xA4, 4, 0], name).status == 0x9000 else { return 0 }
        let started = send([0x80, 0xA8, 0, 0], [0x83, UInt8(optionValues.count)] + optionValues)
        guard started.status == 0x9000 else { return started.status }
        take(started.data)
        let locator = objects[0x94] ?? []
        for entry in stride(from: 0, to: locator.count, by: 4) {
            for record in locator[entry + 1]...locator[entry + 2] {
                let answer = send([0, 0xB2, record, locator[entry] | 4])
                guard answer.status == 0x9000 else { return answer.status }
                take(answer.data)
                // All records here are shorter than 128 bytes where they are authenticated.
                if record - locator[entry + 1] < locator[entry + 3] { staticData += answer.data.dropFirst(2) }
            }
        }
        if objects[0x9F4A] != nil { staticData += objects[0x82] ?? [] }
        return started.status
    }

    mutating func take(_ answer: [UInt8]) {
        for (tag, value) in FlatObjects.read(answer) ?? [] { objects[tag] = value }
    }
}
