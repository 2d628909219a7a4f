import SimulatedCard
import SimulatedPayments
import SimulatedReader
import TenderModel

/// One sale with everything fixed beforehand, for the crash points.
struct Scenario {
    let name: String
    var order = SaleOrder(amount: 1100)
    /// The cards, one per collection.
    var cards: [SimulatedCard] = [.visa]
    /// Whether they pay with chips that compute.
    var hasChip = false
    /// The time until which no gateway can be reached.
    var outage: Int64?
    /// The faults of the nth request of each endpoint.
    var faults: [Endpoint: [Int: FaultKind]] = [:]

    var script: ReaderScript { .cards(cards) }

    func fault(of endpoint: Endpoint, _ count: Int) -> FaultKind? { faults[endpoint]?[count] }
}
