extension Expansion {
    /// The fields of each object that hold an id which can be expanded, or that are shown only when asked for.
    ///
    /// Source: the API's public schemas, fields of the type 'id or object'.
    static let references: [String: [String: String]] = [
        "payment_intent": [
            "application": anything, "customer": "customer", "latest_charge": "charge", "on_behalf_of": "account",
            "payment_method": "payment_method", "review": anything, "source": anything,
            "transfer_data.destination": "account",
        ],
        "charge": [
            "application": anything, "application_fee": "application_fee", "balance_transaction": "balance_transaction",
            "customer": "customer", "failure_balance_transaction": "balance_transaction", "on_behalf_of": "account",
            "payment_intent": "payment_intent", "refunds": "refund_list", "review": anything,
            "source_transfer": "transfer", "transfer": "transfer", "transfer_data.destination": "account",
        ],
        "refund_list": ["data.balance_transaction": "balance_transaction", "data.charge": "charge"],
        "refund": [
            "balance_transaction": "balance_transaction", "charge": "charge", "customer": "customer",
            "failure_balance_transaction": "balance_transaction", "payment_intent": "payment_intent",
            "payment_method": "payment_method", "source_transfer_reversal": "transfer_reversal",
            "transfer_reversal": "transfer_reversal",
        ],
        "balance_transaction": ["source": anything],
        "customer": [
            "default_source": anything, "invoice_settings.default_payment_method": "payment_method",
            "sources": "source_list", "test_clock": anything,
        ],
        "source_list": ["data.customer": "customer"],
        "card": ["customer": "customer"],
        "payment_method": ["customer": "customer"],
        "setup_intent": [
            "application": anything, "customer": "customer", "latest_attempt": "setup_attempt", "mandate": anything,
            "on_behalf_of": "account", "payment_method": "payment_method", "single_use_mandate": anything,
        ],
        "setup_attempt": [
            "application": anything, "customer": "customer", "on_behalf_of": "account",
            "payment_method": "payment_method", "setup_intent": "setup_intent",
            "payment_method_details.card_present.generated_card": "payment_method",
        ],
        "customer_session": ["customer": "customer"],
        "terminal.reader": [
            "location": "terminal.location",
            "action.process_payment_intent.payment_intent": "payment_intent",
            "action.process_setup_intent.setup_intent": "setup_intent",
            "action.collect_payment_method.payment_intent": "payment_intent",
            "action.confirm_payment_intent.payment_intent": "payment_intent",
            "action.refund_payment.charge": "charge",
            "action.refund_payment.payment_intent": "payment_intent",
            "action.refund_payment.refund": "refund",
        ],
        "terminal.location": [:],
        "terminal.configuration": [:],
        "event": [:],
        "webhook_endpoint": [:],
        "ephemeral_key": [:],
        "token": [:],
        "balance": [:],
        "terminal.connection_token": [:],
    ]
}
