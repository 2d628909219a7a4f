import SimulatedPayments
import Testing

@Suite struct TokenTests {
    @Test func aTokenServesOnce() {
        var shop = Shop()
        let token = shop.post(
            "tokens", Shop.typed + [("card[name]", "Ada"), ("card[address_zip]", "9")], key: "pk_test_shop")
        #expect(token.id.hasPrefix("tok_") && token["card", "last4"] == "4242" && token["used"] == false)
        let method = shop.method([("card[token]", token.id)])
        #expect(method["card", "exp_month"] == 8 && method["billing_details", "name"] == "Ada")
        #expect(method["billing_details", "address", "postal_code"] == "9")
        #expect(shop.method([("card[token]", token.id)]).refusal == "400 token_already_used")
        #expect(shop.get("tokens/\(token.id)")["used"] == true)
        #expect(shop.get("tokens/tok_nothing").refusal == "404 resource_missing")
        #expect(shop.post("tokens").param == "card")
    }

    @Test func ofATokenWithoutANameTheDetailsAreThere() {
        var shop = Shop()
        let token = shop.post("tokens", Shop.typed, key: "pk_test_shop")
        let method = shop.method([("card[token]", token.id)])
        #expect(method["billing_details", "name"] == .null && method["billing_details", "address", "city"] == .null)
    }
}
