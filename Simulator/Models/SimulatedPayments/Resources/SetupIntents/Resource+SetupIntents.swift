extension Resource {
    static let setupIntents = Resource(
        "setup_intent", prefix: "seti",
        references: [
            "application": anything, "customer": "customer",
            "last_setup_error.payment_intent": "payment_intent", "last_setup_error.payment_method": "payment_method",
            "last_setup_error.source": anything, "latest_attempt": "setup_attempt", "mandate": "mandate",
            "on_behalf_of": "account", "payment_method": "payment_method", "single_use_mandate": anything,
        ],
        foundBy: members("customer"),
        operations: Operation.setupIntents
    )

    static let setupAttempts = Resource(
        "setup_attempt", prefix: "setatt",
        references: [
            "application": anything, "customer": "customer", "on_behalf_of": "account",
            "payment_method": "payment_method", "setup_intent": "setup_intent",
            "payment_method_details.bancontact.generated_sepa_debit": "payment_method",
            "payment_method_details.bancontact.generated_sepa_debit_mandate": "mandate",
            "payment_method_details.card_present.generated_card": "payment_method",
            "payment_method_details.ideal.generated_sepa_debit": "payment_method",
            "payment_method_details.ideal.generated_sepa_debit_mandate": "mandate",
            "payment_method_details.sofort.generated_sepa_debit": "payment_method",
            "payment_method_details.sofort.generated_sepa_debit_mandate": "mandate",
            "setup_error.payment_intent": "payment_intent", "setup_error.payment_method": "payment_method",
            "setup_error.setup_intent": "setup_intent", "setup_error.source": anything,
        ],
        foundBy: members("setup_intent")
    )
}
