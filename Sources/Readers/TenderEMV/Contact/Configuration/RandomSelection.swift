/// How transactions below the floor limit are selected at random to go online (EMV Book 3, 10.6.2).
public struct RandomSelection: Hashable, Sendable {
    /// The amount from which selection becomes more likely, in the currency's smallest unit; below the floor limit.
    public let threshold: UInt64
    /// The share of transactions below the threshold, in percent, 0 to 99.
    public let target: Int
    /// The share just below the floor limit, in percent, from the target to 99.
    public let maximum: Int

    /// Decides about an amount below the floor limit.
    ///
    /// - Parameters:
    ///   - lot: A random number, 1 to 99.
    ///   - floorLimit: In the currency's smallest unit; above the threshold.
    func selects(amount: UInt64, floorLimit: UInt64, lot: Int) -> Bool {
        guard amount >= threshold, floorLimit > threshold else { return lot <= target }
        let share = Double(amount - threshold) / Double(floorLimit - threshold)
        return Double(lot) <= Double(target) + Double(maximum - target) * share
    }
}
