/// A world that can be explored: it says what may happen next and what must never be.
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
public struct Explorer<World: Explorable> {
    private var worlds: [World] = []
    private var table = WorldTable()
    private var parents: [(state: Int, step: World.Step?)] = []
    private var depths: [Int] = []
    /// The steps that are not optional, as lists: the newest one into each state, and the one before each.
    private var newestEdges: [Int32] = []
    private var edges: [(from: Int32, before: Int32)] = []

    /// Creates an explorer.
    public init() {}

    /// Explores from `root`; stops at the first violation, or when there are more than `limit` states.
    public mutating func explore(_ root: World, limit: Int = 20_000_000) -> Exploration {
        var result = Exploration()
        _ = visit(root, parent: 0, step: nil, depth: 0)
        var next = 0
        while next < worlds.count {
            let world = worlds[next]
            if let violation = world.violation {
                result.violation = violation + story(of: next)
                break
            }
            for step in world.steps {
                let index = visit(world.after(step), parent: next, step: step, depth: depths[next] + 1)
                if !world.isOptional(step) { connect(next, to: index) }
                result.transitions += 1
            }
            if worlds.count > limit {
                result.violation = "more than \(limit) states" + story(of: worlds.count - 1)
                break
            }
            next += 1
        }
        result.states = worlds.count
        result.depth = depths.last ?? 0
        if result.violation == nil { result.stuck = stuckStates().prefix(3).map(story) }
        return result
    }

    private mutating func visit(_ world: World, parent: Int, step: World.Step?, depth: Int) -> Int {
        let hash = world.hashValue
        if let index = table.find(hash, where: { worlds[$0] == world }) { return index }
        table.insert(hash, worlds.count)
        worlds.append(world)
        parents.append((parent, step))
        depths.append(depth)
        newestEdges.append(-1)
        return worlds.count - 1
    }

    private mutating func connect(_ state: Int, to next: Int) {
        edges.append((from: Int32(state), before: newestEdges[next]))
        newestEdges[next] = Int32(edges.count - 1)
    }

    /// Returns the states from which no path without faults leads to a finished one.
    private func stuckStates() -> [Int] {
        var canFinish = [Bool](repeating: false, count: worlds.count)
        var open = worlds.indices.filter { worlds[$0].isFinished }
        for index in open { canFinish[index] = true }
        while let index = open.popLast() {
            var edge = newestEdges[index]
            while edge >= 0 {
                let (from, before) = edges[Int(edge)]
                if !canFinish[Int(from)] {
                    canFinish[Int(from)] = true
                    open.append(Int(from))
                }
                edge = before
            }
        }
        return worlds.indices.filter { !canFinish[$0] }
    }

    private func story(of index: Int) -> String {
        var steps: [String] = []
        var current = index
        while let step = parents[current].step {
            steps.append("  \(step)")
            current = parents[current].state
        }
        return "\n" + steps.reversed().joined(separator: "\n") + "\n  → \(worlds[index])"
    }
}
