/// The lists by which a chip asks for the terminal's data.
struct ChipLists {
    typealias Entries = [(tag: UInt16, count: Int)]

    /// For GET PROCESSING OPTIONS (tag 9F38).
    let options: Entries
    /// For INTERNAL AUTHENTICATE (tag 9F49).
    let dynamic: Entries = [(0x9F37, 4)]
    /// For the first cryptogram (tag 8C); begins with what is authenticated.
    let first: Entries
    /// For the second cryptogram (tag 8D).
    let second: Entries
    /// Whether the issuer's answer comes with the second list, and not by EXTERNAL AUTHENTICATE.
    let takesIssuerAnswer: Bool

    init(_ profile: ChipProfile) {
        options = profile.asksForOptions ? [(0x9F33, 3), (0x9F1A, 2)] : []
        takesIssuerAnswer = profile.scheme == .mchip
        guard takesIssuerAnswer else {
            first = CryptogramScheme.terminalObjects
            second = [(0x8A, 2)] + CryptogramScheme.terminalObjects
            return
        }
        first = CryptogramScheme.terminalObjects + [(0x9F35, 1), (0x9F45, 2), (0x9F4C, 8), (0x9F34, 3)]
        second = [(0x91, 10), (0x8A, 2), (0x95, 5), (0x9F37, 4), (0x9F4C, 8)]
    }

    static func byteCount(_ entries: Entries) -> Int { entries.reduce(0) { $0 + $1.count } }

    /// The parts of values by their tags; the values must have the size that the list asks for.
    static func split(_ values: [UInt8], by entries: Entries) -> [UInt16: [UInt8]] {
        var rest = values[...]
        var parts: [UInt16: [UInt8]] = [:]
        for entry in entries {
            parts[entry.tag] = Array(rest.prefix(entry.count))
            rest = rest.dropFirst(entry.count)
        }
        return parts
    }
}
