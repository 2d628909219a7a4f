import SimulatedPayments
import Testing

/// What older versions of the API show otherwise.
@Suite struct VersionTests {
    private static func get(_ shop: inout Shop, _ path: String, _ query: String = "", version: String) -> Shop.Answer {
        var request = shop.request("GET", path)
        request.query = query
        request.headers["stripe-version"] = version
        return Shop.Answer(shop.payments.handle(request, now: shop.now))
    }

    @Test func chargesAndRefundsAreShownBeforeTheirTime() throws {
        var shop = Shop()
        let id = shop.create(1001).id
        _ = shop.post("payment_intents/\(id)/confirm", try shop.present("visa", 1001))
        _ = shop.post("payment_intents/\(id)", [("amount", "1000")])
        let paid = shop.post("payment_intents/\(id)/confirm", try shop.present("visa", 1000))
        let charge = paid["latest_charge"]?.text ?? ""
        let refund = shop.post("refunds", [("charge", charge)]).id

        let old = Self.get(&shop, "payment_intents/\(id)", version: "2022-08-01")
        let charges = old["charges", "data"]?.elements ?? []
        #expect(charges.map { $0["status"] } == ["succeeded", "failed"])
        #expect(charges.first?["id"]?.text == charge)
        #expect(charges.map { $0["refunds"]?["data"]?.elements.map { $0["id"]?.text } } == [[refund], []])
        #expect(old["charges", "url"] == .string("/v1/charges?payment_intent=\(id)"))
        let listed = Self.get(&shop, "payment_intents", version: "2020-08-27")["data"]?.elements.first
        #expect(listed?["charges"] == old["charges"])
        let shown = Self.get(&shop, "charges/\(charge)", version: "2022-08-01")
        #expect(shown["refunds", "url"] == .string("/v1/charges/\(charge)/refunds"))

        let query = "expand[]=charges.data.balance_transaction"
        let expanded = Self.get(&shop, "payment_intents/\(id)", query, version: "2020-08-27")
        let movement = expanded["charges", "data"]?.elements.first?["balance_transaction"]
        #expect(movement?["object"] == "balance_transaction")

        for version in ["2022-11-15", "2026-10-28.endive"] {
            #expect(Self.get(&shop, "payment_intents/\(id)", version: version)["charges"] == nil)
            #expect(Self.get(&shop, "charges/\(charge)", version: version)["refunds"] == nil)
            #expect(Self.get(&shop, "payment_intents/\(id)", query, version: version).param == "expand")
        }
        let event = Self.get(&shop, "events", "type=charge.succeeded", version: "2020-08-27")["data"]?.elements.first
        #expect(event != nil)
        #expect(event?["data"]?["object"]?["refunds"] == nil)
    }
}
