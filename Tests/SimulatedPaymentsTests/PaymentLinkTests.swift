import SimulatedPayments
import Testing

/// Payment links, and the sessions that they make.
@Suite struct PaymentLinkTests {
    private var shop = Shop()

    private mutating func open(_ link: String, _ more: Form = []) -> Shop.Answer {
        shop.post("payment_pages", [("payment_link", link)] + more)
    }

    @Test mutating func aLinkMakesSessions() {
        let link = shop.post("payment_links", Shop.line(1200, quantity: 2) + [("metadata[table]", "7")])
        #expect([link["active"], link["currency"], link["livemode"]] == [true, "usd", false])
        let first = open(link.id, [("prefilled_email", "jo@example.com"), ("client_reference_id", "A")])
        let second = open(link.id)
        let paid = shop.pay(session: first.id)
        #expect(first.id != second.id)
        #expect([paid["amount_total"], paid["payment_link"], paid["status"]] == [2400, .string(link.id), "complete"])
        #expect([first["customer_details", "email"], first["metadata", "table"]] == ["jo@example.com", "7"])
        let found = shop.get("checkout/sessions", [("payment_link", link.id)])["data"]?.elements.count
        let items = shop.get("payment_links/\(link.id)/line_items")["data"]?.elements
        #expect(found == 2)
        #expect(items?.map { $0["quantity"] } == [2])
        #expect(shop.eventTypes("payment_link.*") == ["payment_link.created"])
    }

    @Test mutating func aLinkSharesMoney() {
        let seller = shop.seller()
        let link = shop.post(
            "payment_links",
            Shop.line(1000) + [("application_fee_amount", "123"), ("transfer_data[destination]", seller)])
        _ = shop.pay(session: open(link.id).id)
        #expect([shop.total(), shop.total(of: seller)] == [64, 877])
        let refusals: [(Form, String)] = [
            ([("application_fee_amount", "1")], "application_fee_amount"),
            ([("application_fee_percent", "1.5")], "application_fee_percent"),
            ([("transfer_data[destination]", "acct_x")], "transfer_data[destination]"),
            ([("after_completion[type]", "redirect")], "after_completion[redirect]"),
            ([("on_behalf_of", "acct_x")], "on_behalf_of"),
        ]
        let params = refusals.map { shop.post("payment_links", Shop.line(1000) + $0.0).param }
        #expect(params == refusals.map(\.1))
        #expect(shop.get("payment_links")["data"]?.elements.count == 1)
    }

    @Test mutating func aLinkOfASellerIsADirectCharge() {
        let seller = shop.seller()
        let link = shop.acting(for: seller) {
            $0.post("payment_links", Shop.line(1000) + [("application_fee_amount", "123")])
        }
        shop.account = seller
        let session = open(link.id)
        _ = shop.pay(session: session.id)
        shop.account = nil
        #expect([shop.total(), shop.total(of: seller)] == [123, 818])
    }

    @Test mutating func linksClose() {
        let link = shop.post(
            "payment_links", Shop.line(500) + [("restrictions[completed_sessions][limit]", "1")])
        let one = open(link.id), two = open(link.id)
        _ = shop.pay(session: one.id)
        let closed = open(link.id)
        let late = shop.pay(session: two.id)
        let now = shop.get("payment_links/\(link.id)")
        #expect([closed.status, now["restrictions", "completed_sessions", "count"]?.number.map(Int.init)] == [400, 1])
        #expect([late.status == 400, now["active"] == false] == [true, true])
        let other = shop.post("payment_links", Shop.line(500)).id
        let changed = shop.post(
            "payment_links/\(other)",
            [
                ("active", "false"), ("inactive_message", "Sold <out>"), ("after_completion[type]", "redirect"),
                ("after_completion[redirect][url]", "https://a.test/x"), ("payment_intent_data[description]", "Tea"),
            ])
        let refused = open(other)
        #expect([changed["active"], changed["after_completion", "redirect", "url"]] == [false, "https://a.test/x"])
        #expect(refused["error", "message"] == "Sold <out>")
        let active = shop.get("payment_links", [("active", "true")])["data"]?.elements
        #expect(active == [])
    }

    @Test mutating func linesOfALinkChange() {
        let link = shop.post(
            "payment_links",
            Shop.line(500) + [
                ("payment_method_types[]", "card"), ("shipping_address_collection[allowed_countries][]", "DE"),
            ])
        let path = "payment_links/\(link.id)"
        let item = shop.get(path + "/line_items")["data"]?.elements.first?["id"]?.text ?? ""
        let changed = shop.post(
            path,
            [
                ("line_items[0][id]", item), ("line_items[0][quantity]", "4"), ("payment_method_types", ""),
                ("line_items[0][adjustable_quantity][enabled]", "true"), ("shipping_address_collection", ""),
            ])
        let line = shop.get(path + "/line_items")["data"]?.elements.first
        let refusals: [(Form, String)] = [
            ([("line_items[0][id]", "li_x")], "line_items[0][id]"),
            ([("line_items[0][quantity]", "2")], "line_items[0][id]"),
            ([("line_items[0][id]", item), ("line_items[0][quantity]", "0")], "line_items[0][quantity]"),
            ([("line_items[0][id]", item), ("line_items[0][quantity]", "999999")], "line_items[0][quantity]"),
            // More than the customer may choose: the bounds that were kept hold.
            ([("line_items[0][id]", item), ("line_items[0][quantity]", "100")], "line_items[0][quantity]"),
        ]
        let params = refusals.map { shop.post(path, $0.0).param }
        let many = shop.post("payment_links", (0...20).flatMap { Shop.line(100, $0) })
        #expect([changed["payment_method_types"], changed["shipping_address_collection"]] == [.null, .null])
        #expect(
            [line?["quantity"], line?["amount_total"], line?["adjustable_quantity"]?["enabled"]] == [4, 2000, true])
        #expect(params == refusals.map(\.1))
        #expect(many.param == "line_items")
        #expect(open(link.id)["amount_total"] == 2000)
    }
}
