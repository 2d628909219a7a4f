import SimulatedPayments
import Testing

@Suite struct TokenTests {
    @Test func aTokenServesOnce() {
        var shop = Shop()
        let token = shop.post(
            "tokens", Shop.typed + [("card[name]", "Ada"), ("card[address_zip]", "9")], key: "pk_test_shop")
        #expect(token.id.hasPrefix("tok_"))
        #expect(token["card", "last4"] == "4242")
        #expect(token["used"] == false)
        let method = shop.method([("card[token]", token.id)])
        #expect(method["card", "exp_month"] == 8)
        #expect(method["billing_details", "name"] == "Ada")
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
        #expect(method["billing_details", "name"] == .null)
        #expect(method["billing_details", "address", "city"] == .null)
    }

    @Test func aBankAccountsTokenServesASellerOnce() {
        var shop = Shop()
        let bank: Form = [
            ("bank_account[country]", "US"), ("bank_account[currency]", "usd"),
            ("bank_account[account_holder_name]", "Ada"), ("bank_account[account_holder_type]", "individual"),
            ("bank_account[routing_number]", "110000000"), ("bank_account[account_number]", "000123456789"),
        ]
        let token = shop.post("tokens", bank, key: "pk_test_shop")
        #expect(token.id.hasPrefix("btok_"))
        #expect(token["type"] == "bank_account")
        #expect(token["used"] == false)
        #expect(token["bank_account", "last4"] == "6789")
        #expect(token["bank_account", "account"] == nil)
        #expect(shop.post("tokens", bank.dropLast() + []).param == "bank_account[account_number]")
        #expect(shop.post("tokens", bank + Shop.typed).refusal == "400 parameters_exclusive")
        #expect(shop.method([("card[token]", token.id)]).status == 400)
        let seller = shop.seller()
        let added = shop.post("accounts/\(seller)/external_accounts", [("external_account", token.id)])
        #expect(added.id == token["bank_account", "id"]?.text)
        #expect(added["account"] == .string(seller))
        #expect(added["account_holder_name"] == "Ada")
        #expect(added["fingerprint"] == token["bank_account", "fingerprint"])
        let again = shop.post("accounts/\(seller)/external_accounts", [("external_account", token.id)])
        #expect(again.refusal == "400 token_already_used")
        let card = shop.post("tokens", Shop.typed)
        #expect(shop.post("accounts/\(seller)/external_accounts", [("external_account", card.id)]).status == 400)
    }
}
