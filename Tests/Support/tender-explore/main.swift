import Glibc
import TenderTestSupport

// Explores every combination of the full bound of faults and prints what was seen; exit code 7 for a violation.
// An argument names the scenarios to explore by the beginning of their names; --stop-at-first ends at the first violation.

var isClean = true
var states = 0
var transitions = 0
let clock = ContinuousClock()
let start = clock.now
let arguments = CommandLine.arguments.dropFirst()
let stopsAtFirst = arguments.contains("--stop-at-first")
let filter = arguments.first { $0 != "--stop-at-first" } ?? ""

@MainActor func explore<World: Explorable>(_ name: String, _ world: World) {
    guard filter.isEmpty || name.hasPrefix(filter), isClean || !stopsAtFirst else { return }
    var explorer = Explorer<World>()
    let began = clock.now
    let seen = explorer.explore(world)
    let time = clock.now - began
    print(
        "\(seen.isClean ? "ok  " : "FAIL") \(name): \(seen.states) states, \(seen.transitions) transitions, "
            + "depth \(seen.depth), \(time)")
    for problem in [seen.violation].compactMap({ $0 }) + seen.stuck.map({ "cannot finish:" + $0 }) { print(problem) }
    isClean = isClean && seen.isClean
    states += seen.states
    transitions += seen.transitions
}

for scenario in PaymentScenario.full { explore(scenario.name, scenario.world) }
for scenario in ForwarderWorld.full { explore(scenario.name, scenario.world) }
print("explored \(states) states and \(transitions) transitions in \(clock.now - start)")
if !isClean { exit(7) }
