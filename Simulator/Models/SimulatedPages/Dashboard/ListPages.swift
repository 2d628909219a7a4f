import SimulatedPayments

/// The pages of refunds: all of them, or those of a payment.
enum RefundPages {
    private static let columns: [DeskTable.Column] = [
        .text("Payment"), .number("Amount"), .text("Status"), .text("Created (UTC)"), .text("Reason"), .text("Refund"),
    ]

    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DeskList("/v1/refunds", on: "/refunds", desk, &payments)
        let content: HTML = "\(table(list.rows, desk).html)\n\(list.paging)"
        return desk.page("Refunds", .refunds, content, payments)
    }

    /// Returns the refunds of one payment; nothing without any.
    static func section(_ refunds: [JSONValue], _ desk: Desk) -> HTML {
        refunds.isEmpty ? "" : "<h2>Refunds</h2>\n\(table(refunds, desk).html)"
    }

    private static func table(_ refunds: [JSONValue], _ desk: Desk) -> DeskTable {
        let rows = refunds.map { refund -> [HTML] in
            let why = refund["failure_reason"]?.text ?? refund["reason"]?.text
            return [
                payment(of: refund, desk), DeskFormats.amount(of: refund), DeskFormats.tag(refund.string("status")),
                DeskFormats.time(refund["created"]?.number), "\(why.map(DeskFormats.words) ?? "–")",
                "\(refund.string("id"))",
            ]
        }
        return DeskTable(name: "Refunds", columns: columns, rows: rows, empty: "Nothing was refunded yet.")
    }

    /// Returns a link to the payment that an object belongs to.
    static func payment(of object: JSONValue, _ desk: Desk) -> HTML {
        guard let id = object["payment_intent"]?.text else { return "–" }
        return "<a href=\"\(desk.address(PaymentPage.path(id)))\">\(id)</a>"
    }
}

enum CustomerPages {
    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DeskList("/v1/customers", on: "/customers", desk, &payments)
        let rows = list.rows.map { customer -> [HTML] in
            let id = customer.string("id")
            return [
                "<a href=\"\(desk.address("/payments", [("customer", id)]))\">\(customer["name"]?.text ?? id)</a>",
                "\(customer["email"]?.text ?? "–")", "\(customer["description"]?.text ?? "")",
                DeskFormats.time(customer["created"]?.number), "\(id)",
            ]
        }
        let table = DeskTable(
            name: "Customers",
            columns: [.long("Name"), .long("Email"), .long("Description"), .text("Created (UTC)"), .text("Customer")],
            rows: rows, empty: "There are no customers.")
        return desk.page("Customers", .customers, "\(table.html)\n\(list.paging)", payments)
    }
}

/// The pages of products, with the newest prices of each.
enum ProductPages {
    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DeskList("/v1/products", on: "/products", desk, &payments)
        let rows = list.rows.map { product -> [HTML] in
            let id = product.string("id")
            let prices = desk.ask("GET", "/v1/prices", [("product", id), ("limit", "5")], of: &payments).json
            let amounts = prices.elements("data").map { price in
                price["unit_amount"]?.number.map { AmountText.text($0, price.string("currency")) } ?? "any amount"
            }
            return [
                "\(product["name"]?.text ?? "–")", "\(product["description"]?.text ?? "")",
                "\(amounts.isEmpty ? "–" : amounts.joined(separator: ", "))",
                DeskFormats.yesOrNo(product.isTrue("active")), DeskFormats.time(product["created"]?.number), "\(id)",
            ]
        }
        let table = DeskTable(
            name: "Products",
            columns: [
                .long("Name"), .long("Description"), .long("Prices"), .text("Sold"), .text("Created (UTC)"),
                .text("Product"),
            ], rows: rows, empty: "There are no products.")
        let content: HTML = """
            \(table.html)
            \(list.paging)
            <h2>Payment links</h2>
            \(links(desk, &payments).html)
            """
        return desk.page("Products", .products, content, payments)
    }

    /// Returns the newest payment links.
    private static func links(_ desk: Desk, _ payments: inout SimulatedPayments) -> DeskTable {
        let rows = desk.elements("/v1/payment_links", of: &payments).map { link -> [HTML] in
            let url = link.string("url")
            return [
                WebAddress(url).map { "<a href=\"\($0.text)\">\($0.text)</a>" } ?? "\(url)",
                DeskFormats.yesOrNo(link.isTrue("active")), "\(link.string("id"))",
            ]
        }
        return DeskTable(
            name: "Payment links", columns: [.long("Address"), .text("Open"), .text("Payment link")], rows: rows,
            empty: "There are no payment links.")
    }
}

extension PageRoute {
    static let listPages = [
        desk("/refunds", RefundPages.show), desk("/customers", CustomerPages.show),
        desk("/products", ProductPages.show),
    ]
}
