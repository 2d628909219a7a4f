/// The names of the API's events, whether or not the simulated payments emit them.
///
/// Source: the API's public schemas, `type` of an event.
public enum EventTypes {
    /// Every name, such as `payment_intent.created`, in alphabetical order.
    public static let all = groups.flatMap { group, names in
        names.split(separator: " ").map { "\(group).\($0)" }
    }.sorted()

    /// The values that a webhook endpoint may subscribe to: every name, and `*` for all.
    static let choices = ["*"] + all

    /// Returns whether a list filter, a name with at most one `*`, matches an event.
    public static func filter(_ filter: String, takes type: String) -> Bool {
        guard let star = filter.firstIndex(of: "*") else { return type == filter }
        let start = filter[..<star]
        let end = filter[filter.index(after: star)...]
        return type.hasPrefix(start) && type.dropFirst(start.count).hasSuffix(end)
    }

    private static let groups: [String: String] = [
        "account": "updated",
        "account.application": "authorized deauthorized",
        "account.external_account": "created deleted updated",
        "application_fee": "created refunded",
        "application_fee.refund": "updated",
        "apps.install": "created deleted updated",
        "balance": "available",
        "balance_settings": "updated",
        "billing.alert": "triggered",
        "billing.credit_balance_transaction": "created",
        "billing.credit_grant": "created updated",
        "billing.meter": "created deactivated reactivated updated",
        "billing_portal.configuration": "created updated",
        "billing_portal.session": "created",
        "capability": "updated",
        "cash_balance": "funds_available",
        "charge": "captured expired failed pending refunded succeeded updated",
        "charge.dispute": "closed created funds_reinstated funds_withdrawn updated",
        "charge.refund": "updated",
        "checkout.session": "async_payment_failed async_payment_succeeded completed expired",
        "climate.order": "canceled created delayed delivered product_substituted",
        "climate.product": "created pricing_updated",
        "coupon": "created deleted updated",
        "credit_note": "created updated voided",
        "customer": "created deleted updated",
        "customer.discount": "created deleted updated",
        "customer.source": "created deleted expiring updated",
        "customer.subscription":
            "created deleted paused pending_update_applied pending_update_expired resumed trial_will_end updated",
        "customer.tax_id": "created deleted updated",
        "customer_cash_balance_transaction": "created",
        "entitlements.active_entitlement_summary": "updated",
        "file": "created",
        "financial_connections.account":
            "account_numbers_updated created deactivated disconnected expected_deactivation_date_updated reactivated "
            + "refreshed_balance refreshed_ownership refreshed_transactions supported_payment_method_types_updated "
            + "upcoming_account_number_expiry upcoming_deactivation",
        "financial_connections.authorization": "expected_deactivation_date_updated upcoming_deactivation",
        "identity.verification_session": "canceled created processing redacted requires_input verified",
        "invoice":
            "created deleted finalization_failed finalized marked_uncollectible overdue overpaid paid "
            + "payment_action_required payment_attempt_required payment_failed payment_succeeded sent upcoming "
            + "updated voided will_be_due",
        "invoice_payment": "paid",
        "invoiceitem": "created deleted",
        "issuing_authorization": "created request updated",
        "issuing_card": "created updated",
        "issuing_cardholder": "created updated",
        "issuing_dispute": "closed created funds_reinstated funds_rescinded submitted updated",
        "issuing_personalization_design": "activated deactivated rejected updated",
        "issuing_token": "created updated",
        "issuing_transaction": "created purchase_details_receipt_updated updated",
        "mandate": "updated",
        "payment_intent":
            "amount_capturable_updated canceled created partially_funded payment_failed processing requires_action "
            + "succeeded",
        "payment_link": "created updated",
        "payment_method": "attached automatically_updated detached updated",
        "payout": "canceled created failed paid reconciliation_completed updated",
        "person": "created deleted updated",
        "plan": "created deleted updated",
        "price": "created deleted updated",
        "product": "created deleted updated",
        "promotion_code": "created updated",
        "quote": "accepted canceled created finalized",
        "radar.early_fraud_warning": "created updated",
        "refund": "created failed updated",
        "reporting.report_run": "failed succeeded",
        "reporting.report_type": "updated",
        "reserve.hold": "created updated",
        "reserve.plan": "created disabled expired updated",
        "reserve.release": "created",
        "review": "closed opened",
        "setup_intent": "canceled created requires_action setup_failed succeeded",
        "sigma.scheduled_query_run": "created",
        "source": "canceled chargeable failed mandate_notification refund_attributes_required",
        "source.transaction": "created updated",
        "subscription_schedule": "aborted canceled completed created expiring released updated",
        "tax.settings": "updated",
        "tax_rate": "created updated",
        "terminal.reader": "action_failed action_succeeded action_updated",
        "test_helpers.test_clock": "advancing created deleted internal_failure ready",
        "three_d_secure.authentication":
            "canceled challenge_started errored failed requires_challenge requires_submission succeeded",
        "topup": "canceled created failed reversed succeeded",
        "transfer": "created reversed updated",
        "treasury.credit_reversal": "created posted",
        "treasury.debit_reversal": "completed created initial_credit_granted",
        "treasury.financial_account": "closed created features_status_updated",
        "treasury.inbound_transfer": "canceled created failed succeeded",
        "treasury.outbound_payment":
            "canceled created expected_arrival_date_updated failed posted returned tracking_details_updated",
        "treasury.outbound_transfer":
            "canceled created expected_arrival_date_updated failed posted returned tracking_details_updated",
        "treasury.received_credit": "created failed succeeded",
        "treasury.received_debit": "created",
    ]
}
