/// A plan of faults, used up in the order they were given.
public struct FaultPlan: Sendable {
    /// The most faults that can be planned over HTTP.
    static let maximumCount = 100

    /// The faults that are not used up.
    public private(set) var faults: [Fault]

    /// Creates a plan.
    public init(_ faults: [Fault] = []) { self.faults = faults }

    /// Returns the effect on the next request of `endpoint`; `nil` if it is served normally.
    ///
    /// The endpoints of the plan itself are spared, so that it can always be changed, and those of the log, which only
    /// reads.
    public mutating func next(for endpoint: Endpoint?) -> Fault.Effect? {
        let spared = ["tender.faults", "tender.requests"]
        guard !spared.contains(where: { endpoint?.rawValue.hasPrefix($0) == true }) else { return nil }
        let index = faults.firstIndex { $0.count > 0 && ($0.endpoint == nil || $0.endpoint == endpoint) }
        guard let index else { return nil }
        faults[index].count -= 1
        let effect = faults[index].effect
        if faults[index].count == 0 { faults.remove(at: index) }
        return effect
    }
}
