/// Lists of what this gateway does not simulate: nobody can create any of it, so they are always empty.
///
/// A program that reads everything in an account requests them, whether or not it needs the contents.
extension Operation {
    static let emptyLists: [Operation] = objects.map { emptyList("/v1/" + $0, of: $1) }

    /// The objects of the lists, by path.
    private static let objects: [(path: String, object: String)] = [
        ("billing/credit_grants", "billing.credit_grant"), ("billing/meters", "billing.meter"),
        ("billing_portal/configurations", "billing_portal.configuration"), ("country_specs", "country_spec"),
        ("coupons", "coupon"), ("credit_notes", "credit_note"),
        ("entitlements/active_entitlements", "entitlements.active_entitlement"),
        ("entitlements/features", "entitlements.feature"), ("file_links", "file_link"),
        ("files", "file"), ("financial_connections/accounts", "financial_connections.account"),
        ("identity/verification_reports", "identity.verification_report"),
        ("identity/verification_sessions", "identity.verification_session"), ("invoiceitems", "invoiceitem"),
        ("invoices", "invoice"), ("issuing/authorizations", "issuing.authorization"),
        ("issuing/cardholders", "issuing.cardholder"), ("issuing/cards", "issuing.card"),
        ("issuing/disputes", "issuing.dispute"), ("issuing/transactions", "issuing.transaction"), ("plans", "plan"),
        ("promotion_codes", "promotion_code"), ("quotes", "quote"), ("radar/value_lists", "radar.value_list"),
        ("reporting/report_runs", "reporting.report_run"), ("reviews", "review"),
        ("sigma/scheduled_query_runs", "scheduled_query_run"), ("subscription_items", "subscription_item"),
        ("subscription_schedules", "subscription_schedule"), ("subscriptions", "subscription"),
        ("tax/registrations", "tax.registration"), ("tax_codes", "tax_code"), ("tax_ids", "tax_id"),
        ("tax_rates", "tax_rate"),
        ("test_helpers/test_clocks", "test_helpers.test_clock"), ("topups", "topup"),
    ]

    /// The filters of the API's lists; no value finds anything.
    private static let filters = [
        "active", "archived", "canceled_at", "card", "cardholder", "charge", "code", "collection_method",
        "completed_at", "coupon", "credit_note", "currency", "current_period_end", "current_period_start", "customer",
        "customer_account", "due_date", "email", "expired", "file", "from_quote", "inclusive", "invoice", "is_default",
        "lookup_key", "owner", "pending", "phone_number", "plan", "price", "product", "purpose", "released_at",
        "scheduled", "status", "subscription", "test_clock", "type", "verification_session",
    ]

    private static let members = ParameterSpec.Members.list
        .with(Dictionary(uniqueKeysWithValues: filters.map { ($0, .any) }))

    /// Returns an empty list; below an object of a resource, it belongs to that resource.
    ///
    /// - Parameter parent: The kind of the object that the path names, which must exist; `nil` for none.
    static func emptyList(_ path: String, of object: String, in parent: String? = nil) -> Operation {
        let names = path.split(separator: "/").dropFirst().filter { !$0.hasPrefix(":") }
        return Operation(
            names.joined(separator: ".") + ".list", .get, path, .list(Resource.anything), members
        ) { (it, call) throws(APIFailure) in
            let query = try ListQuery(call.parameters)
            if let parent { _ = try it.findDocument(parent, call) }
            for (param, cursor) in [("starting_after", query.startingAfter), ("ending_before", query.endingBefore)] {
                if let cursor { throw .unknown(object, cursor, param: param, isParameter: true) }
            }
            return .json(ResourceContext.list([], hasMore: false, url: call.route.path))
        }
    }
}
