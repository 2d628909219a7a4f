import SimulatedCard
import SimulatedPayments
import SimulatedReader
import TenderModel

/// One sale of which everything is said beforehand: for the crash points.
struct Scenario {
    let name: String
    var order = SaleOrder(amount: 1100)
    /// The cards, one a collection.
    var cards: [SimulatedCard] = [.visa]
    /// Until when no gateway can be reached.
    var outage: Int64?
    /// What happens to the nth request of an endpoint.
    var faults: [Endpoint: [Int: FaultKind]] = [:]

    var script: ReaderScript { .cards(cards) }

    func fault(of endpoint: Endpoint, _ count: Int) -> FaultKind? { faults[endpoint]?[count] }
}
