import TenderBytes
import Testing

@Suite
struct GuardedTests {
    /// Only the thread sanitizer can see what is wrong here: a value without a size has the address of what follows it.
    @Test
    func aValueOfNoSizeIsGuardedToo() async {
        let empty = Guarded(())
        let passed = Guarded(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        empty.withLock { _ in }
                        passed.withLock { $0 += 1 }
                    }
                }
            }
        }
        #expect(passed.withLock { $0 } == 1600)
    }
}
