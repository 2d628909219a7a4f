extension Migration {
    /// What head office publishes for its shops.
    ///
    /// A lane reads what is of its own shop. Who works there, with the hashes of their PINs, is a table apart, which only
    /// lanes read, through a role of its own: whoever reports reads none of it.
    static let bundles = Migration(
        number: 3,
        statements: [
            """
            CREATE TABLE tender.bundles (
                shop text, version bigint, sha256 bytea NOT NULL, signature bytea NOT NULL, body bytea NOT NULL,
                published timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (shop, version))
            """,
            """
            CREATE TABLE tender.people_secrets (
                shop text, version bigint, body bytea NOT NULL, PRIMARY KEY (shop, version),
                FOREIGN KEY (shop, version) REFERENCES tender.bundles ON DELETE CASCADE)
            """,
            "GRANT SELECT ON tender.bundles TO tender_lane",
            "GRANT SELECT ON tender.people_secrets TO tender_people",
        ]
            + [("bundles", "tender_lane"), ("people_secrets", "tender_people")].flatMap { table, role in
                [
                    "ALTER TABLE tender.\(table) ENABLE ROW LEVEL SECURITY",
                    """
                    CREATE POLICY own ON tender.\(table) FOR SELECT TO \(role) USING (
                        shop IN (SELECT shop FROM tender.lanes WHERE role = session_user AND blocked IS NULL))
                    """,
                ]
            })
}
