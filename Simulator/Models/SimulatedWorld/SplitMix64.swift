/// The seeded source of all chance in a simulated shop: SplitMix64.
///
/// A chance is drawn by name, not in turn: what one part of the shop draws never shifts what another one draws, so that
/// a run with fewer faults or fewer sales stays the same run.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns the chance with this name.
    static func draw(_ seed: UInt64, _ name: UInt64) -> UInt64 {
        mix(seed &+ mix(name &+ 0x9E37_79B9_7F4A_7C15))
    }
}
