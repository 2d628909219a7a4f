/// A day, as a NEO reader is told it.
public struct NEODate: Hashable, Sendable {
    /// Year, month and day in decimal digits, two a byte.
    let digits: [UInt8]

    /// Makes a day; of each number, the last two digits count.
    public init(year: Int, month: Int, day: Int) {
        digits = [year, month, day].map { BCD.byte(Int($0.magnitude % 100)) }
    }
}
