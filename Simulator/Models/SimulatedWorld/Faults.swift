/// The decisions about where faults strike, and a record of where they did.
///
/// Every decision has a name of its own (kind, lane, current sale there, ordinal), from which it is drawn; a run that
/// is given a list of names lets only those faults happen.
struct Faults {
    /// The name of a decision.
    typealias ID = UInt64

    private let seed: UInt64
    private let rates: [UInt64]
    private let sales: Int
    private let allowed: Set<ID>?
    private var ordinals: [UInt16]
    /// The current sale of each lane, from 1; 0 before the first.
    private var current: [Int]
    /// Whether no more faults may happen.
    var areOver = false
    /// The faults that happened, in order.
    private(set) var struck: [ID] = []
    /// The number of faults that happened, by the position of their kind in `FaultKind.allCases`.
    private(set) var counts = [Int](repeating: 0, count: FaultKind.allCases.count)

    init(seed: UInt64, level: FaultLevel, lanes: Int, sales: Int, allowed: Set<ID>? = nil) {
        self.seed = SplitMix64.draw(seed, 1)
        self.sales = sales + 1
        self.allowed = allowed
        rates = FaultKind.allCases.map(level.rate)
        ordinals = [UInt16](repeating: 0, count: FaultKind.allCases.count * lanes * (sales + 1))
        current = [Int](repeating: 0, count: lanes)
    }

    /// Begins a sale at a lane.
    mutating func begin(sale number: Int, at lane: Int) { current[lane] = number + 1 }

    /// Returns whether a fault of this kind happens here.
    mutating func strike(_ kind: FaultKind, _ lane: Int) -> Bool {
        let index = kind.index
        let rate = rates[index]
        guard rate > 0, !areOver else { return false }
        let place = (lane * sales + current[lane]) * rates.count + index
        ordinals[place] &+= 1
        let id = UInt64(index) << 48 | UInt64(lane) << 40 | UInt64(current[lane]) << 16 | UInt64(ordinals[place])
        guard SplitMix64.draw(seed, id) % 10_000 < rate, allowed?.contains(id) ?? true else { return false }
        struck.append(id)
        counts[index] += 1
        return true
    }

    /// Returns a number in a range, drawn from the name of the last fault.
    func number(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(range.upperBound - range.lowerBound + 1)
        return range.lowerBound + Int64(SplitMix64.draw(seed ^ 0x55, struck.last ?? 0) % width)
    }

    /// Describes a fault of a shrunk run.
    static func name(of id: ID) -> String {
        let kind = FaultKind.allCases[Int(id >> 48)]
        return "\(kind.rawValue) \(id & 0xFFFF) of order-\(id >> 40 & 0xFF)-\(Int(id >> 16 & 0xFF_FFFF) - 1)"
    }
}

extension FaultKind {
    private static let all = allCases

    /// The position among all kinds: there are so few that searching is faster than hashing.
    var index: Int { Self.all.firstIndex(of: self) ?? 0 }
}
