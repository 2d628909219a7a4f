import TenderModel
import Testing

@Suite struct BatteryStatusTests {
    @Test func theChargeIsJudgedByItsLimits() {
        let levels = [nil, 0, 5, 6, 20, 21, 100]
        let judged: [BatteryStatus] = [.unknown, .critical, .critical, .low, .low, .nominal, .nominal]
        #expect(levels.map { BatteryStatus(level: $0) } == judged)
    }
}
