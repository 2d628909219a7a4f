import TenderTestSupport
import Testing

@Suite struct TerminalExplorationTests {
    @Test func everyFaultOfTheShortBoundIsSurvived() {
        let results = TerminalScenario.short.map { scenario in
            var explorer = Explorer<TerminalWorld>()
            return explorer.explore(scenario.world)
        }
        let states = results.map(\.states).reduce(0, +)
        #expect(results.allSatisfy { $0.isClean }, "\(results)")
        #expect(states > 500, "\(results)")
    }
}
