import SimulatedPayments
import Testing

@Suite struct ConnectedAccountTests {
    @Test func aPlatformActsForItsAccountsAlone() {
        var shop = Shop()
        let seller = shop.post("accounts").id
        let own = shop.post("customers", [("name", "Own")]).id
        shop.account = seller
        let theirs = shop.post("customers", [("name", "Theirs")])
        #expect(theirs.header("Stripe-Account") == seller)
        #expect(shop.get("account").id == seller)
        #expect(shop.get("customers")["data"]?.elements.map { $0["id"]?.text } == [theirs.id])
        #expect(shop.get("customers/\(own)").status == 404)
        shop.key = "sk_test_other"
        #expect(shop.get("customers").state == "HTTP 403 account_invalid")
        (shop.key, shop.account) = ("sk_test_shop", nil)
        #expect(shop.get("customers/\(theirs.id)").status == 404)
        shop.account = shop.get("account").id
        #expect(shop.get("customers/\(own)").status == 200)
        shop.account = nil
        _ = shop.delete("accounts/\(seller)")
        shop.account = seller
        #expect(shop.get("customers").state == "HTTP 403 account_invalid")
    }

    @Test func aContextNamesTheAccountToo() {
        var shop = Shop()
        let (seller, own) = (shop.post("accounts").id, shop.get("account").id)
        let table: [(String, String)] = [
            (seller, seller), ("\(own)/\(seller)", seller), (own, own), ("", own),
            ("acct_none", "HTTP 403 account_invalid"), ("\(seller)/acct_none", "HTTP 403 account_invalid"),
        ]
        var found: [String] = []
        for (context, _) in table {
            var request = shop.request("GET", "account")
            request.headers["stripe-context"] = context
            let answer = Shop.Answer(shop.payments.handle(request, now: shop.now))
            found.append(answer.status == 200 ? answer.id : answer.state)
        }
        #expect(found == table.map(\.1))
    }

    @Test func theHeadersOfAnAccountMustAgree() {
        var shop = Shop()
        let (seller, other, own) = (shop.post("accounts").id, shop.post("accounts").id, shop.get("account").id)
        let table: [(account: String, context: String, answer: String)] = [
            (seller, seller, seller), (seller, "\(own)/\(seller)", seller), (own, own, own),
            (seller, other, "HTTP 400"), (seller, "\(seller)/\(other)", "HTTP 400"), (own, seller, "HTTP 400"),
            (seller, own, "HTTP 400"), (seller, "acct_none", "HTTP 400"),
        ]
        for (account, context, answer) in table {
            var request = shop.request("GET", "account")
            request.headers["stripe-account"] = account
            request.headers["stripe-context"] = context
            let found = Shop.Answer(shop.payments.handle(request, now: shop.now))
            #expect((found.status == 200 ? found.id : "HTTP \(found.status)") == answer, "\(account), \(context)")
        }
    }

    @Test func aDirectChargeIsTheAccountsMoney() {
        var shop = Shop()
        let seller = shop.seller()
        shop.account = seller
        let form: Form = [
            ("amount", "1000"), ("currency", "usd"), ("payment_method", "pm_card_visa"), ("confirm", "true"),
            ("payment_method_types[]", "card"),
        ]
        #expect(shop.post("payment_intents", form).state == "succeeded")
        #expect(shop.get("balance")["pending"]?.elements.first?["amount"] == 941)
        shop.account = nil
        #expect(shop.get("balance")["pending"]?.elements.first?["amount"] == 0)
        #expect(shop.get("charges")["data"] == [])
    }

    @Test func aKeyOfIdempotencyIsOfTheAccountThatIsActedFor() {
        var shop = Shop()
        let seller = shop.post("accounts").id
        let own = shop.post("customers", idempotency: "k")
        shop.account = seller
        let theirs = shop.post("customers", idempotency: "k")
        #expect(theirs.status == 200)
        #expect(theirs.id != own.id)
        #expect(shop.post("customers", idempotency: "k").id == theirs.id)
    }

    @Test func eventsOfAccountsGoToThePlatformsEndpointsForThem() {
        var shop = Shop()
        let seller = shop.post("accounts").id
        let own = shop.listen("http://127.0.0.1:9/own", to: "customer.created").id
        let connect = shop.listen("http://127.0.0.1:9/connect", to: "customer.created", more: [("connect", "true")]).id
        shop.account = seller
        let theirs = shop.post("customers").id
        let delivered = shop.takeDeliveries()
        #expect(delivered.map(\.url) == ["http://127.0.0.1:9/connect"])
        #expect(delivered.first?.event["account"] == .string(seller))
        #expect(delivered.first?.event["data"]?["object"]?["id"] == .string(theirs))
        shop.account = nil
        _ = shop.post("customers")
        let others = shop.takeDeliveries()
        #expect(others.map(\.url) == ["http://127.0.0.1:9/own"])
        #expect(others.first?.event["account"] == nil)
        #expect(own != connect)
    }

    @Test func aChangeOfAnAccountIsItsEvent() {
        var shop = Shop()
        let seller = shop.post("accounts").id
        _ = shop.post("accounts/\(seller)", [("email", "a@shop.test")])
        _ = shop.post("accounts/\(seller)", [("email", "a@shop.test")])
        #expect(shop.events([("type", "account.updated")]) == [])
        shop.account = seller
        let told = shop.events([("type", "account.updated")])
        #expect(told.count == 1)
        #expect(told.first?["data"]?["previous_attributes"] == ["email": nil])
    }
}
