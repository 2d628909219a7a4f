import Glibc
import TenderTestSupport

// Explores every combination of the full bound of faults, on all processors, and prints the results; exit code 7 for a
// violation. An argument selects the scenarios whose names begin with it; --stop-at-first ends at the first violation.

let clock = ContinuousClock()
let start = clock.now
let arguments = CommandLine.arguments.dropFirst()
let stopsAtFirst = arguments.contains("--stop-at-first")
let filter = arguments.first { $0 != "--stop-at-first" } ?? ""

/// A scenario with its world hidden, so that one list holds all kinds.
struct Work: Sendable {
    let name: String
    /// A closure that explores each of its worlds once.
    let explore: @Sendable () -> [Exploration]

    init<World: Explorable>(_ name: String, _ worlds: [World]) {
        self.name = name
        explore = {
            worlds.map { world in
                var explorer = Explorer<World>()
                return explorer.explore(world)
            }
        }
    }
}

let all =
    PaymentScenario.full.map { Work($0.name, [$0.world]) } + ForwarderWorld.full.map { Work($0.name, [$0.world]) }
    + RefundWorld.full.map { Work($0.name, [$0.world]) }
    + OrderWorld.full.map { Work($0.name, [$0.world]) }
    + TerminalScenario.full.map { Work($0.name, [$0.world]) }
    + ReaderScenario.full.map { Work("a reader, \($0.name)", $0.worlds) }

/// The sums over the worlds of a scenario.
struct Outcome: Sendable {
    private(set) var states = 0
    private(set) var transitions = 0
    private(set) var depth = 0
    private(set) var problems: [String] = []

    init(_ explorations: [Exploration]) {
        for seen in explorations {
            states += seen.states
            transitions += seen.transitions
            depth = max(depth, seen.depth)
            problems += [seen.violation].compactMap { $0 } + seen.stuck.map { "cannot finish:" + $0 }
        }
    }

    /// The lines about it; the first nine problems.
    func text(_ name: String, _ time: Duration) -> String {
        let mark = problems.isEmpty ? "ok  " : "FAIL"
        let sums = "\(mark) \(name): \(states) states, \(transitions) transitions, depth \(depth), \(time)"
        return ([sums] + problems.prefix(9)).joined(separator: "\n")
    }
}

var isClean = true
var (states, transitions) = (0, 0)
await withTaskGroup(of: Outcome.self) { group in
    for work in all where filter.isEmpty || work.name.hasPrefix(filter) {
        group.addTask {
            let began = clock.now
            let outcome = Outcome(work.explore())
            // At once: whoever awaits the group gets no thread before the last scenario has one.
            print(outcome.text(work.name, clock.now - began))
            fflush(nil)
            if stopsAtFirst, !outcome.problems.isEmpty { exit(7) }
            return outcome
        }
    }
    for await outcome in group {
        isClean = isClean && outcome.problems.isEmpty
        (states, transitions) = (states + outcome.states, transitions + outcome.transitions)
    }
}
print("explored \(states) states and \(transitions) transitions in \(clock.now - start)")
if !isClean { exit(7) }
