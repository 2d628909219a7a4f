import TenderModel
import Testing

@Suite struct BatteryStatusTests {
    @Test func theChargeIsJudgedByItsLimits() {
        let levels = [0, 5, 6, 20, 21, 100]
        #expect(
            levels.map { BatteryStatus(level: $0) } == [.critical, .critical, .low, .low, .nominal, .nominal])
    }
}
