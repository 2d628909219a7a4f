extension Expansion {
    /// The fields of each object that hold an id which can be expanded, or that are shown only when asked for.
    ///
    /// Source: the API's public schemas, fields of the type 'id or object'.
    static let references: [String: [String: String]] = [
        "payment_intent": [
            "application": anything, "charges": "charge_list", "customer": "customer", "latest_charge": "charge",
            "on_behalf_of": "account",
            "payment_method": "payment_method", "review": anything, "source": anything,
            "transfer_data.destination": "account",
        ],
        "charge": [
            "application": anything, "application_fee": "application_fee", "balance_transaction": "balance_transaction",
            "customer": "customer", "failure_balance_transaction": "balance_transaction", "on_behalf_of": "account",
            "payment_intent": "payment_intent", "refunds": "refund_list", "review": anything,
            "source_transfer": "transfer", "transfer": "transfer", "transfer_data.destination": "account",
        ],
        "charge_list": [
            "data.balance_transaction": "balance_transaction", "data.customer": "customer",
            "data.payment_intent": "payment_intent", "data.refunds": "refund_list",
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
            "sources": "source_list", "tax": "customer_tax", "test_clock": anything,
        ],
        "customer_tax": [:],
        "source_list": ["data.customer": "customer"],
        "card": ["customer": "customer"],
        "payment_method": ["customer": "customer"],
        "setup_intent": [
            "application": anything, "customer": "customer", "latest_attempt": "setup_attempt", "mandate": "mandate",
            "on_behalf_of": "account", "payment_method": "payment_method", "single_use_mandate": anything,
        ],
        "setup_attempt": [
            "application": anything, "customer": "customer", "on_behalf_of": "account",
            "payment_method": "payment_method", "setup_intent": "setup_intent",
            "payment_method_details.card_present.generated_card": "payment_method",
        ],
        "mandate": ["on_behalf_of": "account", "payment_method": "payment_method"],
        "customer_session": ["customer": "customer"],
        "account": [:],
        "transfer": [
            "balance_transaction": "balance_transaction", "destination": "account", "destination_payment": "charge",
            "source_transaction": "charge",
        ],
        "transfer_reversal": [
            "balance_transaction": "balance_transaction", "destination_payment_refund": "refund",
            "source_refund": "refund", "transfer": "transfer",
        ],
        "application_fee": [
            "account": "account", "application": anything, "balance_transaction": "balance_transaction",
            "charge": "charge", "originating_transaction": "charge",
        ],
        "payout": [
            "balance_transaction": "balance_transaction", "destination": "bank_account",
            "failure_balance_transaction": "balance_transaction", "original_payout": "payout", "reversed_by": "payout",
        ],
        "radar.early_fraud_warning": ["charge": "charge", "payment_intent": "payment_intent"],
        "balance_settings": [:],
        "dispute": ["charge": "charge", "payment_intent": "payment_intent"],
        "fee_refund": ["balance_transaction": "balance_transaction", "fee": "application_fee"],
        "capability": ["account": "account"],
        "bank_account": ["account": "account"],
        "person": [:],
        "product": ["default_price": "price", "tax_code": anything],
        "price": ["product": "product"],
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
        "checkout.session": [
            "customer": "customer", "line_items": "item_list", "payment_intent": "payment_intent",
            "payment_link": "payment_link", "setup_intent": "setup_intent",
            "shipping_cost.shipping_rate": "shipping_rate", "shipping_options.shipping_rate": "shipping_rate",
        ],
        "payment_link": [
            "application": anything, "line_items": "item_list", "on_behalf_of": "account",
            "shipping_options.shipping_rate": "shipping_rate", "transfer_data.destination": "account",
        ],
        "item_list": ["data.price.product": "product"],
        "item": ["price.product": "product"],
        "shipping_rate": [:],
        "payment_page": [:],
        "event": [:],
        "webhook_endpoint": [:],
        "ephemeral_key": [:],
        "token": [:],
        "confirmation_token": [:],
        "tender.clock": [:],
        "balance": [:],
        "terminal.connection_token": [:],
    ]
}
