/// A value that is written to the customer: one write at a time, and only the latest of those that wait.
struct LatestWrite<Value: Hashable & Sendable>: Hashable, Sendable {
    private var value: Value?
    private var number: Int?
    private(set) var waiting: Value?

    /// Takes a value; returns whether to write it now, under `number`.
    mutating func write(_ value: Value, number: Int) -> Bool {
        guard self.number == nil else {
            waiting = value
            return false
        }
        (self.value, self.number) = (value, number)
        return true
    }

    /// Ends a write; returns `nil` for one that was forgotten.
    mutating func end(_ number: Int) -> Value? {
        guard number == self.number else { return nil }
        defer { (value, self.number) = (nil, nil) }
        return value
    }

    /// Returns the waiting value, and removes it.
    mutating func takeWaiting() -> Value? {
        defer { waiting = nil }
        return waiting
    }
}
