import TenderFlow
import TenderTestSupport
import Testing

@testable import TenderDevices

@Suite struct DeadlinesTests {
    @Test func timersRunOutInOrderAndStoppedOnesDoNot() {
        let clock = TestClock()
        var deadlines = Deadlines(clock)
        deadlines.start(1, .seconds(3))
        deadlines.start(2, .seconds(1))
        deadlines.start(3, .seconds(1))
        deadlines.start(4, .seconds(2))
        deadlines.stop(4)
        #expect(deadlines.next == .seconds(1))
        #expect(deadlines.takeExpired() == nil)
        clock.advance(by: .seconds(2))
        let first = [deadlines.takeExpired(), deadlines.takeExpired(), deadlines.takeExpired()]
        clock.advance(by: .seconds(1))
        #expect(first == [2, 3, nil])
        #expect(deadlines.takeExpired() == 1)
        #expect(deadlines.next == nil)
    }
}
