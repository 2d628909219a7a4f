import TenderTestSupport
import Testing

@Suite struct ExplorerTests {
    /// A world that goes round, and counts the rounds.
    private struct Endless: Explorable {
        var rounds = 0
        var steps: [Int] { [1] }
        var violation: String? { nil }
        var isFinished: Bool { false }

        func isOptional(_ step: Int) -> Bool { false }

        func after(_ step: Int) -> Endless { Endless(rounds: rounds + step) }
    }

    @Test func aWorldWithoutEndIsTold() {
        var explorer = Explorer<Endless>()
        let seen = explorer.explore(Endless(), limit: (states: 1_000, depth: 10))
        #expect(seen.violation?.hasPrefix("more than 10 steps in a row") == true)
        #expect(seen.depth == 10)
    }
}
