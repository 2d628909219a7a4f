import TenderTestSupport
import Testing

/// Whatever happens, the server gets every record once, and the uplink comes to rest.
struct UplinkExplorationTests {
    @Test(
        arguments: [
            .init(records: 4, faults: 3, crashes: 1),
            .init(records: 3, faults: 1, serverRestores: 1),
            .init(records: 3, faults: 1, journalRestores: 1),
            .init(records: 2, faults: 1, clones: 1),
            .init(records: 2, journalRestores: 1, clones: 1),
            .init(records: 2, serverRestores: 1, clones: 1),
            .init(records: 3, faults: 1, crashes: 1, blocks: 1),
            .init(records: 2, clones: 1, blocks: 1),
        ] as [ChainWorld.Budget])
    func nothingIsLostOrOverwritten(_ budget: ChainWorld.Budget) {
        var explorer = Explorer<ChainWorld>()
        let exploration = explorer.explore(ChainWorld(budget))
        #expect(exploration.violation == nil)
        #expect(exploration.stuck == [])
    }
}
