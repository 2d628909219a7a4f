/// A world that can be explored: it says what may happen next and what must never be.
///
/// Its hash must tell all apart that is compared, since the explorer goes by the hash.
public protocol Explorable: Hashable, Sendable {
    /// One thing that happens.
    associatedtype Step: Hashable, Sendable

    /// Everything that may happen now.
    var steps: [Step] { get }

    /// Returns whether the step is a fault or somebody's whim; finishing must not depend on one.
    func isOptional(_ step: Step) -> Bool

    /// Returns the world after the step.
    func after(_ step: Step) -> Self

    /// The violation in this state, if any.
    var violation: String? { get }

    /// Whether nothing is owed to anybody.
    var isFinished: Bool { get }
}

/// The result of an exhaustive exploration.
public struct Exploration: Hashable, Sendable {
    /// The number of different states.
    public var states = 0
    /// The number of steps between states.
    public var transitions = 0
    /// The number of steps of the longest shortest path.
    public var depth = 0
    /// The first violation, with the shortest story that leads to it.
    public var violation: String?
    /// The stories that lead to states that can no longer finish, at most three.
    public var stuck: [String] = []

    /// Whether nothing is wrong.
    public var isClean: Bool { violation == nil && stuck.isEmpty }
}

/// An explorer that visits every reachable state, breadth first.
///
/// It keeps worlds only until their steps are taken, and tells states apart by a hash of 64 bits: a world is a thousand
/// times larger. Of ten million states two have the same hash in one run of 300,000, and the next run has other hashes.
public struct Explorer<World: Explorable> {
    private var table = StateTable()
    private var parents: [(state: Int, step: World.Step?)] = []
    private var isFinished: [Bool] = []
    /// The steps that are not optional, as lists: the newest one into each state, and the one before each.
    private var newestEdges: [Int32] = []
    private var edges: [(from: Int32, before: Int32)] = []
    /// The worlds of the next depth, and the number of each.
    private var next: [(state: Int, world: World)] = []

    /// Creates an explorer.
    public init() {}

    /// Explores from `root`; stops at the first violation, or when there are more than `limit` states or steps in a row:
    /// a world that goes in circles and counts them is never the same twice.
    public mutating func explore(
        _ root: World, limit: (states: Int, depth: Int) = (20_000_000, 1_000)
    ) -> Exploration {
        var result = Exploration()
        _ = visit(root, from: 0, by: nil)
        while result.violation == nil, !next.isEmpty {
            let level = next
            next = []
            next.reserveCapacity(level.count)
            if let wrong = explore(level, limit.states, &result) ?? endless(after: result.depth, limit.depth) {
                result.violation = wrong.text + story(of: wrong.state, from: root)
            } else if !next.isEmpty {
                result.depth += 1
            }
        }
        result.states = parents.count
        if result.violation == nil { result.stuck = stuckStates().prefix(3).map { story(of: $0, from: root) } }
        return result
    }

    /// Takes every step from the worlds of one depth; returns the first violation.
    private mutating func explore(
        _ level: [(state: Int, world: World)], _ limit: Int, _ result: inout Exploration
    ) -> (state: Int, text: String)? {
        for (state, world) in level {
            if let violation = world.violation { return (state, violation) }
            for step in world.steps {
                let reached = visit(world.after(step), from: state, by: step)
                if !world.isOptional(step) { connect(state, to: reached) }
                result.transitions += 1
            }
            if parents.count > limit { return (parents.count - 1, "more than \(limit) states") }
        }
        return nil
    }

    private func endless(after depth: Int, _ limit: Int) -> (state: Int, text: String)? {
        guard depth >= limit, let state = next.first?.state else { return nil }
        return (state, "more than \(limit) steps in a row")
    }

    private mutating func visit(_ world: World, from parent: Int, by step: World.Step?) -> Int {
        let (state, isNew) = table.number(of: world.hashValue)
        guard isNew else { return state }
        parents.append((parent, step))
        isFinished.append(world.isFinished)
        newestEdges.append(-1)
        next.append((state, world))
        return state
    }

    private mutating func connect(_ state: Int, to next: Int) {
        edges.append((from: Int32(state), before: newestEdges[next]))
        newestEdges[next] = Int32(edges.count - 1)
    }

    /// Returns the states from which no path without faults leads to a finished one.
    private func stuckStates() -> [Int] {
        var canFinish = isFinished
        var open = canFinish.indices.filter { canFinish[$0] }
        while let state = open.popLast() {
            var edge = newestEdges[state]
            while edge >= 0 {
                let (from, before) = edges[Int(edge)]
                if !canFinish[Int(from)] {
                    canFinish[Int(from)] = true
                    open.append(Int(from))
                }
                edge = before
            }
        }
        return canFinish.indices.filter { !canFinish[$0] }
    }

    private func story(of state: Int, from root: World) -> String {
        var steps: [World.Step] = []
        var current = state
        while let step = parents[current].step {
            steps.append(step)
            current = parents[current].state
        }
        steps.reverse()
        let world = steps.reduce(root) { $0.after($1) }
        return "\n" + steps.map { "  \($0)" }.joined(separator: "\n") + "\n  → \(world)"
    }
}
