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
var isClean = true
var (states, transitions) = (0, 0)
await withTaskGroup(of: (String, [Exploration], Duration).self) { group in
    for work in all where filter.isEmpty || work.name.hasPrefix(filter) {
        group.addTask {
            let began = clock.now
            return (work.name, work.explore(), clock.now - began)
        }
    }
    for await (name, seen, time) in group {
        let sums = seen.reduce(into: (0, 0, 0)) { sums, seen in
            sums = (sums.0 + seen.states, sums.1 + seen.transitions, max(sums.2, seen.depth))
        }
        let wrong = seen.filter { !$0.isClean }
        print(
            "\(wrong.isEmpty ? "ok  " : "FAIL") \(name): \(sums.0) states, \(sums.1) transitions, depth \(sums.2), \(time)"
        )
        for seen in wrong.prefix(3) {
            for problem in [seen.violation].compactMap({ $0 }) + seen.stuck.map({ "cannot finish:" + $0 }) {
                print(problem)
            }
        }
        isClean = isClean && wrong.isEmpty
        (states, transitions) = (states + sums.0, transitions + sums.1)
        if !isClean && stopsAtFirst { exit(7) }
    }
}
print("explored \(states) states and \(transitions) transitions in \(clock.now - start)")
if !isClean { exit(7) }
