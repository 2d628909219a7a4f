extension Migration {
    /// What the gateway says of the account, and what a comparison with it needs of the payments; lanes see none of it.
    ///
    /// `asked` is when the gateway was asked, by the clock of the database's server. The payments are computed anew, since they get columns.
    static let gateway = Migration(
        number: 4,
        statements: [
            "ALTER TABLE tender.payments ADD ended timestamptz, ADD is_compared boolean NOT NULL DEFAULT false",
            "DELETE FROM tender.cursors",
            "CREATE INDEX payments_by_intent ON tender.payments (intent)",
            "CREATE INDEX payments_refunded ON tender.payments (intent) WHERE amount IS NULL",
            "CREATE INDEX payments_by_time ON tender.payments (at)",
            "CREATE INDEX payments_by_end ON tender.payments (ended) WHERE ended IS NOT NULL",
            "CREATE INDEX refunds_by_intent ON tender.refunds (intent)",
            """
            CREATE TABLE tender.gateway_intents (
                id text PRIMARY KEY, created timestamptz NOT NULL, journal text, currency text NOT NULL,
                taken bigint NOT NULL, is_held boolean NOT NULL, asked timestamptz NOT NULL)
            """,
            "CREATE INDEX gateway_intents_by_time ON tender.gateway_intents (created)",
            "CREATE TABLE tender.gateway_charges (id text PRIMARY KEY, intent text, asked timestamptz NOT NULL)",
            """
            CREATE TABLE tender.gateway_refunds (
                id text PRIMARY KEY, intent text, status text NOT NULL, asked timestamptz NOT NULL)
            """,
            "CREATE INDEX gateway_refunds_by_intent ON tender.gateway_refunds (intent)",
            """
            CREATE TABLE tender.gateway_movements (
                id text PRIMARY KEY, created timestamptz NOT NULL, type text NOT NULL, source text, currency text NOT NULL,
                amount bigint NOT NULL, fee bigint NOT NULL, net bigint NOT NULL, asked timestamptz NOT NULL)
            """,
            "CREATE INDEX gateway_movements_by_time ON tender.gateway_movements (created)",
            "CREATE TABLE tender.gateway_days (day text PRIMARY KEY, asked timestamptz NOT NULL)",
        ])
}
