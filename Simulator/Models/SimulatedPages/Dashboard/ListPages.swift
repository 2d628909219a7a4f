import SimulatedPayments

/// The pages of refunds: all of them, or those of a payment.
enum RefundPages {
    private static let columns: [DashboardTable.Column] = [
        .text("Payment"), .number("Amount"), .text("Status"), .text("Created (UTC)"), .text("Reason"), .text("Refund"),
    ]

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DashboardList("/v1/refunds", on: "/refunds", dashboard, &payments)
        let content: HTML = "\(table(list.rows, dashboard).html)\n\(list.paging)"
        return dashboard.page("Refunds", .refunds, content, payments)
    }

    /// Returns the refunds of one payment; nothing without any.
    static func section(_ refunds: [JSONValue], _ dashboard: Dashboard) -> HTML {
        refunds.isEmpty ? "" : "<h2>Refunds</h2>\n\(table(refunds, dashboard).html)"
    }

    private static func table(_ refunds: [JSONValue], _ dashboard: Dashboard) -> DashboardTable {
        let rows = refunds.map { refund -> [HTML] in
            let why = refund["failure_reason"]?.text ?? refund["reason"]?.text
            return [
                payment(of: refund, dashboard), DashboardFormats.amount(of: refund),
                DashboardFormats.tag(refund.string("status")),
                DashboardFormats.time(refund["created"]?.number), "\(why.map(DashboardFormats.words) ?? "–")",
                "\(refund.string("id"))",
            ]
        }
        return DashboardTable(name: "Refunds", columns: columns, rows: rows, empty: "Nothing was refunded yet.")
    }

    /// Returns a link to the payment that an object belongs to.
    static func payment(of object: JSONValue, _ dashboard: Dashboard) -> HTML {
        guard let id = object["payment_intent"]?.text else { return "–" }
        return "<a href=\"\(dashboard.address(PaymentPage.path(id)))\">\(id)</a>"
    }
}

enum CustomerPages {
    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DashboardList("/v1/customers", on: "/customers", dashboard, &payments)
        let rows = list.rows.map { customer -> [HTML] in
            let id = customer.string("id")
            return [
                "<a href=\"\(dashboard.address("/payments", [("customer", id)]))\">\(customer["name"]?.text ?? id)</a>",
                "\(customer["email"]?.text ?? "–")", "\(customer["description"]?.text ?? "")",
                DashboardFormats.time(customer["created"]?.number), "\(id)",
            ]
        }
        let table = DashboardTable(
            name: "Customers",
            columns: [.long("Name"), .long("Email"), .long("Description"), .text("Created (UTC)"), .text("Customer")],
            rows: rows, empty: "There are no customers.")
        return dashboard.page("Customers", .customers, "\(table.html)\n\(list.paging)", payments)
    }
}

/// The pages of products, with the newest prices of each.
enum ProductPages {
    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let list = try DashboardList("/v1/products", on: "/products", dashboard, &payments)
        let rows = list.rows.map { product -> [HTML] in
            let id = product.string("id")
            let prices = dashboard.ask("GET", "/v1/prices", [("product", id), ("limit", "5")], of: &payments).json
            let amounts = prices.elements("data").map { price in
                price["unit_amount"]?.number.map { AmountText.text($0, price.string("currency")) } ?? "any amount"
            }
            return [
                "\(product["name"]?.text ?? "–")", "\(product["description"]?.text ?? "")",
                "\(amounts.isEmpty ? "–" : amounts.joined(separator: ", "))",
                DashboardFormats.yesOrNo(product.isTrue("active")), DashboardFormats.time(product["created"]?.number),
                "\(id)",
            ]
        }
        let table = DashboardTable(
            name: "Products",
            columns: [
                .long("Name"), .long("Description"), .long("Prices"), .text("Sold"), .text("Created (UTC)"),
                .text("Product"),
            ], rows: rows, empty: "There are no products.")
        let content: HTML = """
            \(table.html)
            \(list.paging)
            <h2>Payment links</h2>
            \(links(dashboard, &payments).html)
            """
        return dashboard.page("Products", .products, content, payments)
    }

    /// Returns the newest payment links.
    private static func links(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) -> DashboardTable {
        let rows = dashboard.elements("/v1/payment_links", of: &payments).map { link -> [HTML] in
            let url = link.string("url")
            return [
                WebAddress(url).map { "<a href=\"\($0.text)\">\($0.text)</a>" } ?? "\(url)",
                DashboardFormats.yesOrNo(link.isTrue("active")), "\(link.string("id"))",
            ]
        }
        return DashboardTable(
            name: "Payment links", columns: [.long("Address"), .text("Open"), .text("Payment link")], rows: rows,
            empty: "There are no payment links.")
    }
}

extension PageRoute {
    static let listPages = [
        dashboard("/refunds", RefundPages.show), dashboard("/customers", CustomerPages.show),
        dashboard("/products", ProductPages.show),
    ]
}
