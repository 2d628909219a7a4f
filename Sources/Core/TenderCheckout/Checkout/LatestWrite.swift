/// A value that is written to the customer: one writing at a time, and of what waits only the latest.
struct LatestWrite<Value: Hashable & Sendable>: Hashable, Sendable {
    private var value: Value?
    private var number: Int?
    private(set) var waiting: Value?

    /// Takes a value; true when it is to be written now, under `number`.
    mutating func write(_ value: Value, number: Int) -> Bool {
        guard self.number == nil else {
            waiting = value
            return false
        }
        (self.value, self.number) = (value, number)
        return true
    }

    /// The writing ended; nil for one that was forgotten.
    mutating func end(_ number: Int) -> Value? {
        guard number == self.number else { return nil }
        defer { (value, self.number) = (nil, nil) }
        return value
    }

    /// Takes what waits.
    mutating func takeWaiting() -> Value? {
        defer { waiting = nil }
        return waiting
    }
}
