import TenderBytes
public import TenderPostgres
public import TenderRecords

extension OfficeServer {
    /// A lane as head office knows it.
    public struct Lane: Hashable, Sendable, Encodable {
        /// How far one branch of its copy goes.
        public struct Branch: Hashable, Sendable, Encodable {
            /// The number; 0 is the first.
            public let number: Int64
            /// The last record that it shares with the branch that it left.
            public let base: Int64
            /// The last record.
            public let sequence: Int64
            /// Whether it is the first one, or a person has settled that there is another.
            public let isSettled: Bool
        }

        /// The shop's name.
        public let shop: String
        /// The lane's name, unique in its shop.
        public let lane: String
        /// The journal's name.
        public let journal: String
        /// The branches of the journal's copy, by number.
        public let branches: [Branch]
        /// How long ago it was last heard of, in seconds; `nil` if never.
        public let silence: Int64?
        /// Whether nobody has heard of it for a quarter of an hour, although it should be heard of each minute.
        public let isSilent: Bool
        /// How it said that it stands; `nil` if it said nothing.
        public let state: String?
        /// Whether it is blocked.
        public let isBlocked: Bool
        /// The kinds of findings that nobody has settled, with a sentence each.
        public let findings: [String]

        /// Whether nothing has to be looked into.
        public var isWell: Bool { !isSilent && findings.isEmpty && branches.allSatisfy(\.isSettled) }
    }

    /// After how long a lane is silent, in seconds.
    private static let longestSilence = 900

    /// Returns the lanes, by shop and name.
    ///
    /// - Throws: `ChainError`.
    public func lanes() async throws(ChainError) -> [Lane] {
        let lanes = try await rows(
            """
            SELECT journal::text, shop, lane, floor(extract(epoch FROM now() - heard))::bigint, state, blocked IS NOT NULL
            FROM tender.lanes ORDER BY shop, lane, enrolled
            """)
        let heads = try await rows(
            """
            SELECT journal::text, branch, base, sequence, branch = 0 OR \(Self.isForkSettled)
            FROM tender.heads h ORDER BY 1, 2
            """)
        let findings = try await rows(
            "SELECT journal::text, kind || ': ' || detail FROM tender.findings WHERE settled IS NULL ORDER BY found")
        let branches = Dictionary(grouping: heads) { $0[0].text }
        let open = Dictionary(grouping: findings) { $0[0].text }
        return lanes.map { row in
            let (silence, isBlocked) = (row[3].integer.map { max(0, $0) }, row[5] == .bool(true))
            return Lane(
                shop: row[1].text ?? "", lane: row[2].text ?? "", journal: Self.plain(row[0].text ?? ""),
                branches: (branches[row[0].text] ?? []).map {
                    .init(
                        number: $0[1].integer ?? 0, base: $0[2].integer ?? 0, sequence: $0[3].integer ?? 0,
                        isSettled: $0[4] == .bool(true))
                },
                silence: silence, isSilent: !isBlocked && silence.map { $0 > Self.longestSilence } ?? true,
                state: row[4].text,
                isBlocked: isBlocked,
                findings: (open[row[0].text] ?? []).compactMap { $0[1].text })
        }
    }

    /// Enrolls a journal as a lane, with a role of its own; again for the same lane gives it a new role and withdraws the old
    /// one.
    ///
    /// - Parameters:
    ///   - start: The end of the journal before its first record.
    ///   - shop: The shop's name.
    ///   - lane: The lane's name.
    /// - Returns: How the lane connects. Its password is nowhere else.
    /// - Throws: `ChainError`, if the journal or the lane is enrolled otherwise too.
    public func enroll(
        _ start: JournalHead, shop: String, lane: String
    ) async throws(ChainError) -> PostgresConfiguration {
        guard start.sequence == 0 else { throw ChainError("the head is not that before a journal's first record") }
        let known = try await rows(
            """
            SELECT journal = $1::uuid, shop = $2 AND lane = $3, role, start FROM tender.lanes
            WHERE journal = $1::uuid OR (shop = $2 AND lane = $3 AND blocked IS NULL)
            """, [.text(start.journalID), .text(shop), .text(lane)])
        if let other = known.first(where: { $0[0] != .bool(true) || $0[1] != .bool(true) }) {
            throw ChainError(
                other[0] == .bool(true)
                    ? "this journal is enrolled as another lane: see tender chain status"
                    : "\(shop) has a lane \(lane) with another journal: block it first (tender chain block), or name another"
            )
        }
        if let same = known.first, same[3] != .bytes(start.hash) {
            throw ChainError("this journal is enrolled with another beginning: it is not the same journal")
        }
        return try await giveRole(start, shop: shop, lane: lane, old: known.first?[2].text)
    }

    /// Gives a lane a new role, and withdraws the one that its machine has.
    ///
    /// - Returns: How the lane connects. Its password is nowhere else.
    /// - Throws: `ChainError`, if there is no such lane too.
    func enrollAgain(shop: String, lane: String) async throws(ChainError) -> PostgresConfiguration {
        let (journalID, row) = try await newest(shop, lane)
        guard case .bytes(let hash) = row[0] else { throw ChainError("the lane's beginning cannot be read") }
        let start = JournalHead(journalID: journalID, sequence: 0, hash: hash)
        return try await giveRole(start, shop: shop, lane: lane, old: row[1].text)
    }

    /// Returns the journal that was enrolled last as a lane, and its beginning, role, gateway and account.
    func newest(_ shop: String, _ lane: String) async throws(ChainError) -> (journalID: String, row: [PostgresValue]) {
        let found = try await rows(
            """
            SELECT start, role, gateway, account, journal::text FROM tender.lanes WHERE shop = $1 AND lane = $2
            ORDER BY enrolled DESC LIMIT 1
            """, [.text(shop), .text(lane)])
        guard let row = found.first, let journal = row[4].text else {
            throw ChainError("\(shop) has no lane \(lane): see tender chain status")
        }
        return (Self.plain(journal), row)
    }

    /// Blocks a lane: it sends nothing more, and its till begins no ticket once it has heard of it.
    ///
    /// - Returns: Whether there was such a lane.
    /// - Throws: `ChainError`.
    public func block(shop: String, lane: String) async throws(ChainError) -> Bool {
        try await !rows(
            """
            UPDATE tender.lanes SET blocked = now() WHERE shop = $1 AND lane = $2 AND blocked IS NULL RETURNING 1
            """, [.text(shop), .text(lane)]
        ).isEmpty
    }

    /// Gives a lane a role with a new password, in one transaction with its row.
    private func giveRole(
        _ start: JournalHead, shop: String, lane: String, old: String?
    ) async throws(ChainError) -> PostgresConfiguration {
        var generator = SystemRandomNumberGenerator()
        let role = "lane_" + Hex.encode(withUnsafeBytes(of: generator.next() as UInt64) { Array($0) })
        // 256 random bits, in digits that need no quoting anywhere.
        let password = SecretBytes(
            utf8: Hex.encode((0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64) { Array($0) } }))
        let verifier = try await ChainError.words { () async throws(PostgresError) in
            try await connection.verifier(of: password, user: role)
        }
        let journal = PostgresValue.text(start.journalID)
        var statements = [
            // Role and verifier have no quotes: hexadecimal digits, and base 64.
            PostgresStatement(
                "CREATE ROLE \(role) LOGIN CONNECTION LIMIT 4 PASSWORD '\(verifier)' IN ROLE tender_lane"),
            PostgresStatement(
                """
                INSERT INTO tender.lanes (journal, shop, lane, role, start) VALUES ($1::uuid, $2, $3, $4, $5)
                ON CONFLICT (journal) DO UPDATE SET role = $4, blocked = NULL
                """, [journal, .text(shop), .text(lane), .text(role), .bytes(start.hash)]),
            PostgresStatement(
                """
                INSERT INTO tender.heads (journal, branch, base, sequence, hash) VALUES ($1::uuid, 0, 0, 0, $2)
                ON CONFLICT DO NOTHING
                """, [journal, .bytes(start.hash)]),
        ]
        if let old, Self.isRole(old) { statements.append(PostgresStatement("DROP ROLE IF EXISTS \(old)")) }
        try await run(statements)
        var configuration = configuration
        configuration.user = role
        configuration.password = password
        if case .tls(let authority, _) = configuration.security {
            configuration.security = .tls(authority: authority, client: nil)
        }
        return configuration
    }

    /// Whether a name is one that `giveRole` made: it goes into a statement.
    private static func isRole(_ name: String) -> Bool {
        name.hasPrefix("lane_") && name.utf8.count == 21 && Hex.decode(name.dropFirst(5)) != nil
    }

    /// Returns the digits of a UUID.
    private static func plain(_ uuid: String) -> String { uuid.replacing("-", with: "") }
}
