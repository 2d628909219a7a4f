import TenderBytes
import TenderChain
import TenderFlow
import TenderPostgres
import TenderRecords
import TenderUplink

/// A lane's session at head office's server, which lets it add the records of its own journal and change nothing.
struct LaneServer: Sendable {
    /// The time limit of one call: a batch over a slow line, a server under load.
    private static let limit = Duration.seconds(60)

    let connection: PostgresConnection
    let journalID: String

    /// Returns whether head office has blocked the lane.
    func isBlocked() async throws(PostgresError) -> Bool {
        try await !rows("SELECT FROM tender.lanes WHERE journal = $1::uuid AND blocked IS NOT NULL", [journal]).isEmpty
    }

    /// Returns what the server has of the journal; `nil` if nobody enrolled it.
    func copy() async throws(PostgresError) -> JournalCopy? {
        let rows = try await rows(
            """
            SELECT l.start, h.branch, h.parent, h.base, h.sequence, h.hash
            FROM tender.lanes l JOIN tender.heads h USING (journal)
            WHERE l.journal = $1::uuid ORDER BY h.branch
            """, [journal])
        var start: [UInt8]?
        var branches: [JournalCopy.Branch] = []
        for row in rows {
            guard row.count == 6, case .bytes(let first) = row[0], case .integer(let number) = row[1],
                case .integer(let base) = row[3], case .integer(let sequence) = row[4], case .bytes(let hash) = row[5]
            else { throw .unusable("a branch has another form") }
            start = first
            branches.append(
                .init(number: number, parent: row[2].integer, base: base, end: head(sequence, hash)))
        }
        return start.map { JournalCopy(start: head(0, $0), branches: branches) }
    }

    /// Returns the hash of a record of a branch; `nil` if the server does not have it.
    func hash(of sequence: Int64, branch: Int64) async throws(PostgresError) -> [UInt8]? {
        let rows = try await rows(
            """
            SELECT hash FROM tender.records WHERE journal = $1::uuid AND branch = $2::integer AND sequence = $3
            """, [journal, .integer(branch), .integer(sequence)])
        guard case .bytes(let hash)? = rows.first?.first else { return nil }
        return hash
    }

    /// Adds a batch to a branch that ends at `after`, and moves its end, in one statement.
    ///
    /// - Returns: How many records were added: none if the branch ends elsewhere.
    func store(_ batch: UplinkBatch, branch: Int64, after: JournalHead) async throws(PostgresError) -> Int {
        guard let last = batch.records.last else { return 0 }
        let statement = PostgresStatement(
            """
            WITH moved AS MATERIALIZED (SELECT tender.raise_head($1::uuid, $2::integer, $3, $4, $5, $6) AS ok)
            INSERT INTO tender.records (journal, branch, sequence, hash, body)
            SELECT $1::uuid, $2::integer, r.sequence, r.hash, r.body
            FROM moved, unnest($7, $8, $9) AS r (sequence, hash, body) WHERE moved.ok
            """,
            [
                journal, .integer(branch), .integer(after.sequence), .bytes(after.hash), .integer(last.sequence),
                .bytes(last.hash), .integers(batch.records.map(\.sequence)), .byteStrings(batch.records.map(\.hash)),
                .byteStrings(batch.records.map(\.body)),
            ])
        return try await connection.run(statement, within: Self.limit).affected
    }

    /// Makes a branch that leaves another after a record; `nil` if the server does not let it.
    func makeBranch(parent: Int64, base: JournalHead) async throws(PostgresError) -> JournalCopy.Branch? {
        let rows = try await rows(
            "SELECT tender.make_branch($1::uuid, $2::integer, $3, $4)",
            [journal, .integer(parent), .integer(base.sequence), .bytes(base.hash)])
        guard let number = rows.first?.first?.integer else { return nil }
        return .init(number: number, parent: parent, base: base.sequence, end: base)
    }

    /// Tells the server that the lane is there, how it stands, and whose payments its journal holds.
    func hear(_ state: String, _ binding: JournalBinding) async throws(PostgresError) {
        _ = try await rows(
            "SELECT tender.hear($1::uuid, $2, $3, $4)",
            [journal, .text(state), .text(binding.gateway), .text(binding.account)])
    }

    /// Reports a finding; again is as good as once.
    func report(_ finding: UplinkFinding) async throws(PostgresError) {
        _ = try await rows(
            "SELECT tender.report($1::uuid, $2::integer, $3, $4, $5)",
            [
                journal, .integer(finding.branch), .integer(finding.sequence), .text(finding.kind),
                .text(finding.description),
            ])
    }

    /// A bundle as the server has it.
    struct FetchedBundle: Sendable {
        /// The hash that was published with it.
        let sha256: [UInt8]
        /// The bundle, or why it is none.
        let bundle: Result<SignedBundle, BundleRefusal>
    }

    /// Returns the newest bundle of a shop after a version; `nil` if there is none, or it is one that was refused.
    func bundle(
        of shop: String, after version: Int64, refused: [UInt8]
    ) async throws(PostgresError) -> FetchedBundle? {
        let rows = try await rows(
            """
            SELECT b.sha256, b.signature, CASE WHEN octet_length(b.body) <= $3 THEN b.body END, p.body
            FROM (SELECT * FROM tender.bundles WHERE shop = $1 AND version > $2 ORDER BY version DESC LIMIT 1) b
            LEFT JOIN tender.people_secrets p USING (shop, version)
            WHERE b.sha256 <> $4
            """, [.text(shop), .integer(version), .integer(Int64(SignedBundle.maximumBytes)), .bytes(refused)])
        guard let row = rows.first else { return nil }
        guard row.count == 4, case .bytes(let sha256) = row[0], case .bytes(let signature) = row[1] else {
            throw .unusable("a bundle has another form")
        }
        guard case .bytes(let body) = row[2] else { return FetchedBundle(sha256: sha256, bundle: .failure(.tooLarge)) }
        var people: SecretBytes?
        if case .bytes(let bytes) = row[3] { people = SecretBytes(bytes) }
        let bundle = Result { () throws(BundleRefusal) in
            try SignedBundle(body: body, sha256: sha256, signature: signature, people: people)
        }
        return FetchedBundle(sha256: sha256, bundle: bundle)
    }

    /// Reports that a bundle was not taken; again is as good as once.
    func report(_ refusal: BundleRefusal, after version: Int64) async throws(PostgresError) {
        _ = try await rows(
            "SELECT tender.report($1::uuid, 0, $2, 'bundle_refused', $3)",
            [journal, .integer(version), .text(refusal.description)])
    }

    private var journal: PostgresValue { .text(journalID) }

    private func head(_ sequence: Int64, _ hash: [UInt8]) -> JournalHead {
        JournalHead(journalID: journalID, sequence: sequence, hash: hash)
    }

    private func rows(_ text: String, _ parameters: [PostgresValue]) async throws(PostgresError) -> [[PostgresValue]] {
        try await connection.run(PostgresStatement(text, parameters), within: Self.limit).rows
    }
}

extension PostgresValue {
    /// The number; `nil` for anything else.
    var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The text; `nil` for anything else.
    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}
