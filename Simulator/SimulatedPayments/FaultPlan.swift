/// Faults that are used up in the order in which they were given.
public struct FaultPlan: Sendable {
    private var faults: [Fault]

    /// Plans faults.
    public init(_ faults: [Fault] = []) { self.faults = faults }

    /// Takes the effect for the next request of `endpoint`; `nil` when it is served as usual.
    public mutating func next(for endpoint: Endpoint?) -> Fault.Effect? {
        let index = faults.firstIndex { $0.count > 0 && ($0.endpoint == nil || $0.endpoint == endpoint) }
        guard let index else { return nil }
        faults[index].count -= 1
        return faults[index].effect
    }
}
