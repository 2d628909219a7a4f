extension Migration {
    /// What the lanes write: their records as they are, and up to where each copy goes.
    ///
    /// A lane's role reads and adds what belongs to its journal, and changes nothing: the ends of its copy rise by a function
    /// that compares before it sets.
    static let records = Migration(number: 1, statements: tables + functions + rights)

    private static let tables = [
        """
        CREATE TABLE tender.lanes (
            journal uuid PRIMARY KEY, shop text NOT NULL, lane text NOT NULL, role text NOT NULL UNIQUE,
            start bytea NOT NULL, gateway text, account text, enrolled timestamptz NOT NULL DEFAULT now(),
            heard timestamptz, state text, blocked timestamptz)
        """,
        "CREATE UNIQUE INDEX lanes_name ON tender.lanes (shop, lane) WHERE blocked IS NULL",
        """
        CREATE TABLE tender.heads (
            journal uuid REFERENCES tender.lanes, branch integer, parent integer, base bigint NOT NULL,
            sequence bigint NOT NULL, hash bytea NOT NULL, PRIMARY KEY (journal, branch))
        """,
        """
        CREATE TABLE tender.records (
            journal uuid, branch integer, sequence bigint, hash bytea NOT NULL, body bytea NOT NULL,
            received timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (journal, branch, sequence))
        """,
        """
        CREATE TABLE tender.findings (
            journal uuid, branch integer, sequence bigint, kind text, detail text NOT NULL,
            found timestamptz NOT NULL DEFAULT now(), settled timestamptz,
            PRIMARY KEY (journal, branch, sequence, kind))
        """,
    ]

    private static let functions = [
        // An end that rose beyond what one batch holds would be a lie, of which the sums of others must not suffer.
        definer(
            "raise_head(uuid, integer, bigint, bytea, bigint, bytea) RETURNS boolean",
            """
            WITH moved AS (
                UPDATE tender.heads h SET sequence = $5, hash = $6 FROM tender.lanes l
                WHERE h.journal = $1 AND h.branch = $2 AND h.sequence = $3 AND h.hash = $4
                    AND $5 > $3 AND $5 - $3 <= 1000
                    AND l.journal = h.journal AND l.role = session_user AND l.blocked IS NULL
                RETURNING 1)
            SELECT EXISTS (SELECT FROM moved)
            """),
        // Whoever makes a branch of a journal waits for whoever makes another one, so that each gets a number.
        definer(
            "make_branch(uuid, integer, bigint, bytea) RETURNS integer",
            """
            WITH lane AS (
                SELECT journal FROM tender.lanes
                WHERE journal = $1 AND role = session_user AND blocked IS NULL FOR UPDATE),
            branch AS (
                INSERT INTO tender.heads (journal, branch, parent, base, sequence, hash)
                SELECT $1, 1 + (SELECT max(branch) FROM tender.heads WHERE journal = $1), $2, $3, $3, $4
                FROM lane JOIN tender.heads h ON h.journal = lane.journal AND h.branch = $2 AND h.sequence >= $3
                RETURNING branch)
            SELECT branch FROM branch
            """),
        definer(
            "hear(uuid, text, text, text) RETURNS boolean",
            """
            WITH heard AS (
                UPDATE tender.lanes SET heard = now(), state = $2, gateway = $3, account = $4
                WHERE journal = $1 AND role = session_user AND blocked IS NULL RETURNING 1)
            SELECT EXISTS (SELECT FROM heard)
            """),
        definer(
            "report(uuid, integer, bigint, text, text) RETURNS void",
            """
            INSERT INTO tender.findings (journal, branch, sequence, kind, detail)
            SELECT $1, $2, $3, $4, $5 FROM tender.lanes WHERE journal = $1 AND role = session_user
            ON CONFLICT DO NOTHING
            """),
    ]

    private static let rights =
        [
            "GRANT USAGE ON SCHEMA tender TO tender_lane",
            "GRANT SELECT ON tender.lanes, tender.heads, tender.records TO tender_lane",
            "GRANT INSERT ON tender.records TO tender_lane",
            "REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA tender FROM PUBLIC",
            "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA tender TO tender_lane",
            "ALTER TABLE tender.lanes ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY own ON tender.lanes FOR SELECT TO tender_lane USING (role = session_user)",
        ]
        + ["heads", "records"].flatMap { table in
            [
                "ALTER TABLE tender.\(table) ENABLE ROW LEVEL SECURITY",
                "CREATE POLICY own ON tender.\(table) FOR SELECT TO tender_lane USING (\(isOwn))",
            ]
        } + ["CREATE POLICY add ON tender.records FOR INSERT TO tender_lane WITH CHECK (\(isOwn))"]

    private static let isOwn =
        "journal IN (SELECT journal FROM tender.lanes WHERE role = session_user AND blocked IS NULL)"

    /// A function that only lanes call, with the rights of whoever made it.
    private static func definer(_ signature: String, _ body: String) -> String {
        """
        CREATE FUNCTION tender.\(signature) LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
        AS $function$ \(body) $function$
        """
    }
}
