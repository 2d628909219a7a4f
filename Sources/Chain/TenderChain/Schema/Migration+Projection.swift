extension Migration {
    /// What head office computes from the records, and can compute anew; lanes see none of it.
    ///
    /// Amounts are in minor units of their currency, quantities in thousandths, rates in thousandths of a percent.
    static let projection = Migration(
        number: 2,
        statements: [
            """
            CREATE TABLE tender.cursors (
                journal uuid, branch integer, sequence bigint NOT NULL, PRIMARY KEY (journal, branch))
            """,
            table(
                "sales", key: "sequence",
                """
                sequence bigint, ticket text NOT NULL, number bigint NOT NULL, kind text NOT NULL, original text,
                cashier text NOT NULL, at timestamptz NOT NULL, business_date text NOT NULL, shift bigint,
                currency text NOT NULL, total bigint NOT NULL, rounding bigint NOT NULL, is_training boolean NOT NULL
                """),
            "CREATE INDEX sales_by_day ON tender.sales (business_date)",
            table(
                "sale_lines", key: "sequence, place",
                """
                sequence bigint, place integer, code text, name text NOT NULL, department text NOT NULL,
                thousandths bigint NOT NULL, unit_price bigint NOT NULL, discount bigint NOT NULL, amount bigint NOT NULL,
                tax_class text NOT NULL, seller text
                """),
            table(
                "sale_taxes", key: "sequence, place",
                """
                sequence bigint, place integer, tax_class text NOT NULL, rate bigint NOT NULL, is_included boolean NOT NULL,
                net bigint NOT NULL, tax bigint NOT NULL
                """),
            table(
                "tenders", key: "sequence, place",
                """
                sequence bigint, place integer, method text NOT NULL, amount bigint NOT NULL, tip bigint NOT NULL,
                tendered bigint, change bigint, intent text, refund text, standing text NOT NULL
                """),
            table(
                "payments", key: "intent",
                """
                intent text, sequence bigint NOT NULL, "order" text, at timestamptz NOT NULL, currency text, amount bigint,
                taken bigint, state text NOT NULL, is_unknown boolean NOT NULL, is_held boolean NOT NULL,
                capture_before bigint, is_payment boolean NOT NULL, is_unclaimed boolean NOT NULL, lost bigint
                """),
            "CREATE INDEX payments_open ON tender.payments (state) WHERE state <> 'over'",
            table(
                "refunds", key: "key",
                """
                key text, intent text NOT NULL, at timestamptz NOT NULL, currency text, amount bigint, object text,
                result text NOT NULL
                """),
            table(
                "shifts", key: "shift",
                """
                shift bigint, business_date text NOT NULL, at timestamptz NOT NULL, is_open boolean NOT NULL, report text NOT NULL
                """),
            "CREATE INDEX shifts_by_day ON tender.shifts (business_date)",
            table(
                "z_reports", key: "number, sequence",
                """
                number bigint, sequence bigint, shift bigint NOT NULL, business_date text NOT NULL, at timestamptz NOT NULL,
                report text NOT NULL
                """),
            table(
                "lane_days", key: "business_date",
                """
                business_date text, currency text NOT NULL, is_open boolean NOT NULL, is_clean boolean NOT NULL,
                sales bigint NOT NULL, sales_total bigint NOT NULL, refunds bigint NOT NULL, refunds_total bigint NOT NULL,
                net bigint NOT NULL, tax bigint NOT NULL, difference bigint NOT NULL
                """),
            "CREATE INDEX lane_days_by_day ON tender.lane_days (business_date)",
            table("people", key: "name", "name text, seen timestamptz NOT NULL"),
            "CREATE VIEW tender.shops AS SELECT DISTINCT shop FROM tender.lanes",
        ])

    private static func table(_ name: String, key: String, _ columns: String) -> String {
        "CREATE TABLE tender.\(name) (journal uuid, branch integer, \(columns), PRIMARY KEY (journal, branch, \(key)))"
    }
}
