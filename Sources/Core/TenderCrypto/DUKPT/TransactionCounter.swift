/// How DUKPT counts transactions: by numbers that have few one-bits, because each one-bit is a step of the derivation.
struct TransactionCounter: Sendable {
    /// The number of bits of the counter.
    let bitCount: Int
    /// The number of one-bits that a counter may have.
    let maximumOnes: Int

    /// ANSI X9.24-1:2009, A.1.2: 21 bits.
    static let tripleDES = TransactionCounter(bitCount: 21, maximumOnes: 10)
    /// ANSI X9.24-3:2017, 6.5.2: 32 bits.
    static let aes = TransactionCounter(bitCount: 32, maximumOnes: 16)

    func isValid(_ counter: UInt32) -> Bool {
        counter > 0 && counter >> (bitCount - 1) <= 1 && counter.nonzeroBitCount <= maximumOnes
    }

    /// The smallest larger valid counter; `nil` after the last.
    func next(after counter: UInt32) -> UInt32? {
        var (next, overflow) = counter.addingReportingOverflow(1)
        // Numbers that differ only below the lowest one-bit have as many one-bits or more.
        while !overflow, next.nonzeroBitCount > maximumOnes {
            (next, overflow) = next.addingReportingOverflow(1 << UInt32(next.trailingZeroBitCount))
        }
        return !overflow && isValid(next) ? next : nil
    }

    /// The counters that lead to this one: its one-bits from the top, each with those above it.
    func path(to counter: UInt32) -> some Sequence<UInt32> {
        (0..<bitCount).reversed().lazy.filter { (counter >> $0) & 1 == 1 }.map { (counter >> $0) << $0 }
    }
}
