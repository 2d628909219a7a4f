import TenderFlow
import TenderModel

/// A search of the gateway's PaymentIntents for the one that was created under a base key.
struct IntentFinder: Sendable {
    let base: String
    /// The earliest time of creation, in seconds since 1970.
    let from: Int64

    /// The result of the search.
    struct Found: Sendable {
        var search: IntentSearch
        var intent: PaymentIntent?
    }

    private static let maximumPages = 200

    func find(at gateway: any Gateway) async -> Found {
        do throws(GatewayError) {
            let intent = try await look(gateway)
            return Found(search: IntentSearch(intent), intent: intent)
        } catch {
            return Found(search: IntentSearch(error))
        }
    }

    private func look(_ gateway: any Gateway) async throws(GatewayError) -> PaymentIntent? {
        var query = ListQuery(limit: 100, createdFrom: from)
        for _ in 0..<Self.maximumPages {
            let page = try await gateway.listPaymentIntents(query)
            if let found = page.data.first(where: { $0.metadata[PaymentIntent.attemptMetadata] == base }) {
                return found
            }
            guard page.hasMore, let last = page.data.last else { return nil }
            query.startingAfter = last.id
        }
        throw GatewayError(
            .responseNotUnderstood, fate: .answered(status: 500), message: "there are too many payments to look through"
        )
    }
}
