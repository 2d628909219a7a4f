/// What an application counts from one transaction to the next.
struct ChipCounters: Sendable {
    /// The application transaction counter (tag 9F36).
    var transactions: UInt16
    /// Its value at the last transaction online (tag 9F13).
    var lastOnline: UInt16
    /// Whether the last transaction asked for the issuer and was never finished.
    var isUnfinished = false

    /// The transactions since the last one online, this one included.
    var offlineInARow: UInt16 { transactions >= lastOnline ? transactions - lastOnline : .max }
}
