import Testing

@testable import SimulatedPayments

@Suite struct ResourceTests {
    /// Endpoints that are derived from the resources, and those of what is not simulated.
    private static let derived = Operation.searches + Operation.emptyLists

    @Test func everyOperationBelongsToOneResource() {
        let owned = Resource.all.flatMap(\.operations) + Self.derived
        let counts = Dictionary(grouping: owned) { $0.endpoint.rawValue }.mapValues(\.count)
        #expect(counts.filter { $0.value != 1 } == [:])
        #expect(Set(counts.keys) == Set(Operation.all.map(\.endpoint.rawValue)))
    }

    @Test func everyPrefixIsOfOneResource() {
        let prefixes = Resource.all.flatMap { [$0.prefix, $0.otherPrefix] }.filter { !$0.isEmpty }
        let counts = Dictionary(grouping: prefixes) { $0 }.mapValues(\.count)
        #expect(counts.filter { $0.value != 1 } == [:])
    }

    @Test func everyNameIsOfOneResource() {
        let counts = Dictionary(grouping: Resource.all, by: \.object).mapValues(\.count)
        #expect(counts.filter { $0.value != 1 } == [:])
    }

    /// The objects that a day in a shop leaves in the store are declared, and have their resource's ids.
    @Test func whatIsStoredIsDeclared() {
        var shop = Shop()
        let seller = shop.seller()
        _ = shop.charge(1000, Shop.destination(seller, fee: 100) + [("payment_method", "pm_card_bypassPending")])
        _ = shop.post("payouts", [("amount", "20"), ("currency", "usd")])
        _ = shop.charge(1000, [("payment_method", "pm_card_createDispute")])
        _ = shop.post("customers", [("email", "jenny@example.com")])
        _ = shop.checkout(1000)
        _ = shop.post("payment_links", Shop.line(1000))
        let documents = shop.payments.takeChanges().filter { $0.kind == .document }
            .compactMap { shop.payments.context.documents[$0.id] }
        var wrong: [String] = []
        for document in documents {
            guard let resource = Resource.named(document.object) else {
                if document.object != "fingerprint_key" { wrong.append("\(document.object) is not declared") }
                continue
            }
            let prefixes = [resource.prefix, resource.otherPrefix].filter { !$0.isEmpty }
            let isOwn = prefixes.isEmpty || prefixes.contains { document.id.hasPrefix($0 + "_") }
            if !isOwn { wrong.append("\(document.id) is a \(document.object)") }
        }
        #expect(wrong == [])
        #expect(Set(documents.map(\.object)).count > 8)
    }
}
