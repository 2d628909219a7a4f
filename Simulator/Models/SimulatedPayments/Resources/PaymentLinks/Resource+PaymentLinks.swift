extension Resource {
    static let paymentLinks = Resource(
        ResourceContext.linkObject, prefix: "plink",
        references: [
            "application": anything, "automatic_tax.liability.account": "account",
            "invoice_creation.invoice_data.account_tax_ids": anything,
            "invoice_creation.invoice_data.issuer.account": "account", "line_items": list(of: "item"),
            "on_behalf_of": "account", "shipping_options.shipping_rate": "shipping_rate",
            "subscription_data.invoice_settings.issuer.account": "account", "transfer_data.destination": "account",
        ],
        onDemand: ["line_items": itemList(of: ResourceContext.linkObject)],
        foundBy: { link, _ in link.hidden["slug"]?.text.map { [$0] } ?? [] },
        operations: Operation.paymentLinks
    )
}
