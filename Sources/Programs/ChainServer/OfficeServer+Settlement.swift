import TenderPostgres

extension OfficeServer {
    /// Something that was found about a lane.
    public struct Finding: Hashable, Sendable, Encodable {
        /// The branch and the record that it is about; 0 where that says nothing.
        public let branch, sequence: Int64
        /// Its kind, and a sentence for people.
        public let kind, detail: String
    }

    /// Whether somebody has settled that the branch `h` exists.
    static let isForkSettled = """
        EXISTS (
            SELECT FROM tender.findings f WHERE f.journal = h.journal AND f.branch = h.branch AND f.kind = 'forked'
                AND f.settled IS NOT NULL)
        """

    /// Settles what was found about a lane until now: no status or report names it any more, and nothing else changes.
    ///
    /// - Parameters:
    ///   - shop: The shop's name.
    ///   - lane: The lane's name.
    ///   - kind: The kind of findings; `nil` for all.
    ///   - person: Who has looked into them.
    ///   - note: What came of it.
    /// - Returns: The findings; none if nothing was open.
    /// - Throws: `ChainError`, if there is no such lane too.
    public func settle(
        shop: String, lane: String, kind: String? = nil, by person: String, note: String
    ) async throws(ChainError) -> [Finding] {
        _ = try await newest(shop, lane)
        let chosen: [PostgresValue] = [.text(shop), .text(lane), kind.map(PostgresValue.text) ?? .null]
        // An uplink that died after it had made a branch has not told it.
        let untold = PostgresStatement(
            """
            INSERT INTO tender.findings (journal, branch, sequence, kind, detail)
            SELECT h.journal, h.branch, h.base, 'forked', 'two files of one journal have sold since record ' || h.base
            FROM tender.heads h JOIN tender.lanes l USING (journal)
            WHERE l.shop = $1 AND l.lane = $2 AND h.branch > 0 AND coalesce($3, 'forked') = 'forked' AND NOT EXISTS (
                SELECT FROM tender.findings f WHERE f.journal = h.journal AND f.branch = h.branch AND f.kind = 'forked')
            """, chosen)
        let settled = PostgresStatement(
            """
            UPDATE tender.findings f SET settled = now(), settled_by = $4, note = $5 FROM tender.lanes l
            WHERE l.journal = f.journal AND l.shop = $1 AND l.lane = $2 AND f.settled IS NULL
                AND ($3::text IS NULL OR f.kind = $3)
            RETURNING f.branch, f.sequence, f.kind, f.detail
            """, chosen + [.text(person), .text(note)])
        let rows = try await run([untold, settled]).last?.rows ?? []
        return rows.map {
            Finding(
                branch: $0[0].integer ?? 0, sequence: $0[1].integer ?? 0, kind: $0[2].text ?? "",
                detail: $0[3].text ?? "")
        }.sorted { ($0.branch, $0.sequence, $0.kind) < ($1.branch, $1.sequence, $1.kind) }
    }
}
