import TenderFlow
import Testing

@testable import SimulatedWorld

@Suite struct SimulatedDiskTests {
    private let old: [SimulatedDisk.Row]
    private let new: [SimulatedDisk.Row]

    /// Takes the rows from a sale.
    init() {
        var shop = Shop(Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none))
        shop.run()
        old = Array(shop.disk.rows[..<1])
        new = Array(shop.disk.rows[1..<3])
    }

    /// A disk with one durable row and a stored payload, and two rows that were written and not synced.
    private func written() -> SimulatedDisk {
        var disk = SimulatedDisk()
        disk.write([.init(row: old[0], payload: .store(key: "a", [1, 2, 3]))])
        disk.sync()
        disk.write([.init(row: new[0], payload: .delete(key: "a")), .init(row: new[1], payload: .store(key: "b", [4]))])
        return disk
    }

    private func left(by fate: SimulatedDisk.Fate) -> SimulatedDisk {
        var disk = written()
        disk.powerCut(fate)
        return disk
    }

    @Test func aSyncMakesATransactionDurableAndARollBackTakesItBack() {
        var (synced, rolledBack) = (written(), written())
        #expect(synced.rows == old)
        #expect(synced.payloads == ["a": [1, 2, 3]])
        synced.sync()
        #expect(synced.rows == old + new)
        #expect(synced.payloads == ["b": [4]])
        rolledBack.rollBack()
        rolledBack.sync()
        #expect(rolledBack.rows == old)
        #expect(rolledBack.payloads == ["a": [1, 2, 3]])
    }

    @Test func aPowerCutLeavesAllOfATransactionOrNothing() {
        let (lost, kept) = (left(by: .lost), left(by: .kept))
        #expect(lost.rows == old)
        #expect(lost.payloads == ["a": [1, 2, 3]])
        #expect(kept.rows == old + new)
        #expect(kept.payloads == ["b": [4]])
        let torn = (0..<Int64(1000)).map { left(by: .torn(permille: $0)) }
        #expect(torn.allSatisfy { $0.rows == old && $0.payloads == ["a": [1, 2, 3]] })
    }
}
