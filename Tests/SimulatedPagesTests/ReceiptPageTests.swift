import SimulatedPayments
import TenderBytes
import Testing

@testable import SimulatedPages

/// The receipts of charges, and that nobody else finds them.
@Suite struct ReceiptPageTests {
    private var visitor = Visitor()

    private mutating func charge(_ more: [(String, String)] = []) -> JSONValue {
        let form = [
            ("amount", "1500"), ("currency", "usd"), ("payment_method_types[]", "card"), ("confirm", "true"),
            ("expand[]", "latest_charge"),
        ]
        let method = more.contains { $0.0 == "payment_method" } ? [] : [("payment_method", "pm_card_visa")]
        let intent = visitor.ask("POST", "payment_intents", form + method + more)
        return intent["latest_charge"] ?? intent["error"]?["payment_intent"]?["latest_charge"] ?? .null
    }

    private static func path(_ charge: JSONValue) -> String {
        String(charge["receipt_url"]?.text?.trimmingPrefix("http://127.0.0.1") ?? "")
    }

    @Test mutating func aReceiptSaysWhatWasPaid() {
        let paid = charge([("description", "Tea <b>"), ("receipt_email", "jo@example.com")])
        _ = visitor.ask("POST", "refunds", [("charge", paid["id"]?.text ?? ""), ("amount", "400")])
        let page = visitor.visit("GET", Self.path(paid))
        let wanted = [
            "$15.00", "Visa •••• 4242", "2027-01-15", "Tea &lt;b&gt;", "Refunds", "$4.00", "Receipt number",
            paid["receipt_number"]?.text ?? "none",
        ]
        #expect(wanted.filter { !page.text.contains($0) } == [])
        #expect([page.status, page.text.contains("<b>") ? 1 : 0] == [200, 0])
        let again = visitor.ask("GET", "charges/\(paid["id"]?.text ?? "")")
        #expect([again["receipt_url"], again["receipt_number"]] == [paid["receipt_url"], paid["receipt_number"]])
    }

    @Test mutating func aReceiptListsWhatWasBought() {
        let line = "line_items[0]"
        let session = visitor.ask(
            "POST", "checkout/sessions",
            [
                ("mode", "payment"), ("success_url", "https://shop.test"), (line + "[quantity]", "3"),
                (line + "[price_data][currency]", "usd"), (line + "[price_data][unit_amount]", "500"),
                (line + "[price_data][product_data][name]", "<i>Cup</i>"),
            ])
        let id = session["id"]?.text ?? ""
        _ = visitor.ask(
            "POST", "payment_pages/\(id)/confirm",
            [("email", "jo@example.com"), ("payment_method", "pm_card_mastercard")])
        guard case .array(let charges)? = visitor.ask("GET", "charges")["data"], let paid = charges.first else {
            Issue.record("nothing was paid")
            return
        }
        let page = visitor.visit("GET", Self.path(paid))
        #expect(
            ["&lt;i&gt;Cup&lt;/i&gt;", "× 3", "$15.00", "Mastercard •••• "].filter { !page.text.contains($0) } == [])
    }

    @Test mutating func addressesCannotBeGuessed() {
        let paid = charge(), other = charge()
        let path = Self.path(paid), code = path.suffix(32)
        let otherID = other["id"]?.text ?? "", id = paid["id"]?.text ?? ""
        let wrong = [
            "/receipts/\(otherID)_\(code)", "/receipts/\(id)", "/receipts/\(id)_", "/receipts/\(id)_\(code)0",
            "/receipts/\(id)_\(code.dropLast())", "/receipts/_\(code)", "/receipts/%00", path.uppercased(),
            "/receipts/" + String(repeating: "a", count: 5000),
        ]
        let statuses = wrong.map { visitor.visit("GET", $0).status }
        #expect(statuses == wrong.map { _ in 404 })
        let foreign = SimulatedPayments(seed: [2]), own = visitor.payments
        visitor.payments = foreign
        let elsewhere = visitor.visit("GET", path).status
        visitor.payments = own
        #expect(elsewhere == 404)
    }

    @Test mutating func onlyWhatSucceededHasOne() {
        let failed = charge([("payment_method", "pm_card_visa_chargeDeclined")])
        let held = charge([("capture_method", "manual")])
        let declined = visitor.ask("GET", "charges/\(failed.text ?? "")")
        #expect([declined["status"], declined["receipt_url"], declined["receipt_number"]] == ["failed", .null, .null])
        let page = visitor.visit("GET", Self.path(held))
        #expect(page.text.contains("Reserved"))
        _ = visitor.ask("POST", "payment_intents/\(held["payment_intent"]?.text ?? "")/cancel")
        #expect(visitor.visit("GET", Self.path(held)).text.contains("Released"))
    }
}
