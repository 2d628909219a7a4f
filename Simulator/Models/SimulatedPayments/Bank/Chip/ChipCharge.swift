/// What a merchant asks an issuer for, beside what the chip told.
public struct ChipCharge: Hashable, Sendable {
    /// The amount in minor units, with the surcharge.
    public let amount: Int64
    /// The part of it that was put on top for the card, after it was read, in minor units.
    public let surcharge: Int64
    /// Whether the issuer is asked for a part of what the card was read for.
    public let isPart: Bool

    /// Creates a charge.
    public init(amount: Int64, surcharge: Int64 = 0, isPart: Bool = false) {
        self.amount = amount
        self.surcharge = surcharge
        self.isPart = isPart
    }

    /// Whether a cryptogram over an amount covers it: all of it but a surcharge, or a part.
    func isCovered(by amount: Int64) -> Bool {
        let (covered, overflow) = self.amount.subtractingReportingOverflow(surcharge)
        guard !overflow else { return false }
        return isPart ? covered <= amount : covered == amount
    }
}
