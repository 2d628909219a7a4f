extension Resource {
    static let accounts = Resource(
        ResourceContext.accountObject, prefix: "acct",
        references: [
            "company.verification.document.back": anything, "company.verification.document.front": anything,
            "external_accounts": list(of: "bank_account"), "individual": "person",
            "settings.branding.icon": anything, "settings.branding.logo": anything,
            "settings.invoices.default_account_tax_ids": anything,
        ],
        shown: { $0.json(account: $1) },
        whenPut: { $0.reconsiderPayouts(of: $1.id) },
        operations: Operation.accounts + Operation.ownName
    )

    static let capabilities = Resource("capability", references: ["account": "account"])
}
