import SimulatedPayments

extension PageRoute {
    /// The pages where customers read their mandates.
    static let mandates = [
        PageRoute("GET", "/mandates/:id") { (visit, payments) throws(PageRefusal) in
            guard let account = payments.account(ofPage: visit.id) else { throw .notFound }
            let (status, mandate) = visit.ask("GET", "/v1/mandates/\(visit.id)", for: account, of: &payments)
            guard status == 200, let id = mandate["payment_method"]?.text else { throw .notFound }
            let method = visit.ask("GET", "/v1/payment_methods/\(id)", for: account, of: &payments).json
            return mandatePage(mandate, method).response()
        }
    ]

    private static func mandatePage(_ mandate: JSONValue, _ method: JSONValue) -> Page {
        let reference = mandate["payment_method_details"]?["sepa_debit"]?["reference"]?.text ?? ""
        let payer = method["billing_details"]?["name"]?.text ?? "Unknown"
        let (country, last4) = (method["sepa_debit"]?["country"]?.text, method["sepa_debit"]?["last4"]?.text)
        let use =
            mandate["type"] == "single_use"
            ? "One payment may be taken from the account."
            : "Payments may be taken from the account until the mandate is withdrawn."
        let content: HTML = """
            <h1>SEPA direct debit mandate</h1>
            <p>\(use)</p>
            <dl class="card">
            <dt>Reference</dt><dd>\(reference)</dd>
            <dt>Payer</dt><dd>\(payer)</dd>
            <dt>Account</dt><dd>\(country ?? "") •••• \(last4 ?? "")</dd>
            </dl>
            """
        return Page(title: "SEPA direct debit mandate", content: content)
    }
}
