import Foundation
import TenderModel
import Testing

@testable import TenderFlow

/// Faults that a review found in the machine; each failed before it was mended.
@Suite struct PaymentRegressionTests {
    @Test func eachInspectedCardIsAttachedUnderAKeyOfItsOwn() {
        var bench = Bench()
        bench.collect(inspect: true)
        bench.cancel()
        bench.collect(inspect: true)
        #expect(bench.keys.count == 2 && Set(bench.keys).count == 2, "\(bench.keys)")
    }
}
