import TenderChain
import Testing

/// The versions of head office's tables.
@Suite struct MigrationTests {
    @Test func theyAreNumberedInOrder() {
        #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
    }
}
