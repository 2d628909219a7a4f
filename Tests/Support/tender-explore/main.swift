import Glibc
import TenderTestSupport

// Explores every combination of the full bound of faults and prints what was seen; exit code 7 for a violation.
// An argument names the scenarios to explore by the beginning of their names.

var isClean = true
var states = 0
var transitions = 0
let clock = ContinuousClock()
let start = clock.now
let filter = CommandLine.arguments.dropFirst().first ?? ""
for scenario in PaymentScenario.full where filter.isEmpty || scenario.name.hasPrefix(filter) {
    var explorer = Explorer<PaymentWorld>()
    let began = clock.now
    let seen = explorer.explore(scenario.world)
    let time = clock.now - began
    print(
        "\(seen.isClean ? "ok  " : "FAIL") \(scenario.name): \(seen.states) states, \(seen.transitions) transitions, "
            + "depth \(seen.depth), \(time)")
    for problem in [seen.violation].compactMap({ $0 }) + seen.stuck.map({ "cannot finish:" + $0 }) { print(problem) }
    isClean = isClean && seen.isClean
    states += seen.states
    transitions += seen.transitions
}
print("explored \(states) states and \(transitions) transitions in \(clock.now - start)")
if !isClean { exit(7) }
