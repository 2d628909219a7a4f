/// A digest of everything that happened, in order; and its text, if somebody is to read it.
struct Trace {
    private(set) var digest: UInt64
    /// The events, one per line; only kept on request.
    private(set) var lines: [String] = []
    private let keepsText: Bool

    init(seed: UInt64, keepsText: Bool) {
        digest = SplitMix64.mix(seed)
        self.keepsText = keepsText
    }

    /// Adds an event: its code, its numbers, and a line for people.
    mutating func note(
        _ code: UInt64, _ first: Int64 = 0, _ second: Int64 = 0, _ third: Int64 = 0,
        text: @autoclosure () -> String
    ) {
        add(code)
        add(UInt64(bitPattern: first))
        add(UInt64(bitPattern: second))
        add(UInt64(bitPattern: third))
        if keepsText { lines.append(text()) }
    }

    /// Adds a text, such as an id.
    mutating func add(text: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        add(hash)
    }

    mutating func add(_ value: UInt64) {
        digest = (digest ^ value) &* 0x9E37_79B9_7F4A_7C15
        digest ^= digest >> 29
    }
}
