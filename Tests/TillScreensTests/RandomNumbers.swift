import TillScreens

/// Numbers that look random and are the same in each run.
struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A text of narrow, wide, combining and forbidden characters.
    mutating func text(upTo length: Int) -> String {
        let pieces = [
            "a", "Z", "7", " ", "é", "世", "界", "e\u{301}", "\u{1B}[2J", "\n", "€", "👍", "한", "\u{200D}", "👨‍👩‍👧", "\u{301}",
        ]
        return (0..<Int.random(in: 0...length, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }
            .joined()
    }

    mutating func style() -> CellStyle { CellStyle.allCases.randomElement(using: &self) ?? .normal }
}
