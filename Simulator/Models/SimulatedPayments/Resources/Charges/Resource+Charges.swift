extension Resource {
    static let charges = Resource(
        "charge", prefix: "ch", otherPrefix: "py",
        references: [
            "application": anything, "application_fee": "application_fee", "balance_transaction": "balance_transaction",
            "customer": "customer", "failure_balance_transaction": "balance_transaction", "on_behalf_of": "account",
            "outcome.rule": anything, "payment_intent": "payment_intent",
            "payment_method_details.bancontact.generated_sepa_debit": "payment_method",
            "payment_method_details.bancontact.generated_sepa_debit_mandate": "mandate",
            "payment_method_details.card.mandate": "mandate",
            "payment_method_details.ideal.generated_sepa_debit": "payment_method",
            "payment_method_details.ideal.generated_sepa_debit_mandate": "mandate",
            "payment_method_details.sofort.generated_sepa_debit": "payment_method",
            "payment_method_details.sofort.generated_sepa_debit_mandate": "mandate",
            "payment_method_details.us_bank_account.mandate": "mandate",
            "refunds": list(of: "refund"), "review": anything, "source": anything,
            "source_transfer": "transfer", "transfer": "transfer", "transfer_data.destination": "account",
        ],
        onDemand: ["refunds": { it, id, account in it.refundList(ofCharge: id, account) }],
        search: SearchField.ofCharges,
        operations: Operation.charges
    )
}
