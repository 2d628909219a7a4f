/// The meanings of the bits of a data element.
struct EMVFlags: Sendable {
    /// A bit with a meaning.
    struct Flag: Sendable {
        /// The byte, counted from 1.
        let byte: Int
        /// The bit, 8 being the highest.
        let bit: Int
        let words: String

        init(_ byte: Int, _ bit: Int, _ words: String) {
            self.byte = byte
            self.bit = bit
            self.words = words
        }
    }

    private let flags: [Flag]

    init(_ flags: [Flag]) { self.flags = flags }

    /// Returns a line for each bit that is set, such as "B1b8 SDA is supported".
    func lines(_ bytes: some Sequence<UInt8>) -> [String] {
        bytes.enumerated().flatMap { index, byte in
            stride(from: 8, through: 1, by: -1).filter { byte >> UInt8($0 - 1) & 1 != 0 }.map { bit in
                let words = flags.first { $0.byte == index + 1 && $0.bit == bit }?.words
                return "B\(index + 1)b\(bit) \(words ?? "reserved")"
            }
        }
    }
}
