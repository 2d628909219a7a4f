/// A day in the form that a NEO reader receives.
public struct NEODate: Hashable, Sendable {
    /// Year, month and day in decimal digits, two per byte.
    let digits: [UInt8]

    /// Creates a day; only the last two digits of each number count.
    public init(year: Int, month: Int, day: Int) {
        digits = [year, month, day].map { BCD.byte(Int($0.magnitude % 100)) }
    }
}
