import FoundationEssentials
import TenderSale
import Testing

@Suite struct QuantityTests {
    @Test func whatIsOutOfRangeIsRefused() {
        let shares = [-1, 0, 100_000, 100_001].map { Percentage(thousandths: $0)?.thousandths }
        #expect(shares == [nil, 0, 100_000, nil])
        let quantities = [-1_000_000_001, 1_000_000_001, Int64.min].map { Quantity(thousandths: $0)?.thousandths }
        #expect(quantities == [nil, nil, nil])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Quantity.self, from: [UInt8]("1e12".utf8).data) }
    }
}

extension [UInt8] {
    fileprivate var data: Data { Data(self) }
}
