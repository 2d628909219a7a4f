import TenderChain
import TenderModel
import TenderPostgres
public import TenderRecords

/// The comparison of the gateway's account with all lanes.
extension OfficeServer {
    /// A comparison of a time, payment by payment.
    public struct Comparison: Hashable, Sendable {
        /// How often something was found at a lane.
        public struct Count: Hashable, Sendable, Encodable {
            /// The lane; `nil` for what belongs to no enrolled journal.
            public let shop, lane: String?
            /// The journal that is not enrolled, if the payments name one.
            public let journal: String?
            /// What was found.
            public let finding: Reconciliation.Finding
            /// The number of payments.
            public let count: Int64
        }

        /// A payment that somebody should look at.
        public struct Line: Hashable, Sendable, Encodable {
            /// The lane; `nil` for what belongs to no enrolled journal.
            public let shop, lane: String?
            /// The comparison.
            public let payment: Reconciliation.Line
            /// The gateway's refunds of it that no lane knows.
            public let unknownRefunds: [String]
        }

        /// How often each thing was found.
        public let counts: [Count]
        /// The payments that somebody should look at, at most 10,000 of them.
        public let lines: [Line]

        /// Returns the number of payments with a finding.
        public func count(_ finding: Reconciliation.Finding) -> Int64 {
            counts.reduce(0) { $1.finding == finding ? $0 + $1.count : $0 }
        }

        /// Whether nothing needs attention.
        public var isClean: Bool { !counts.contains { $0.finding.isUnclean } }
    }

    /// What the gateway booked for a lane.
    public struct Booking: Hashable, Sendable, Encodable {
        /// The lane; `nil` for what belongs to no enrolled journal.
        public let shop, lane: String?
        /// The type of balance transaction, such as `charge` or `refund`, and its currency.
        public let type, currency: String
        /// The number of balance transactions.
        public let count: Int64
        /// The gross amount, the fees and what is left, in minor units.
        public let amount, fee, net: Int64
    }

    /// Compares what was imported with the payments of the lanes, by the rules of `Reconciliation`.
    ///
    /// What another lane gave back of a payment is no difference: head office knows of it.
    ///
    /// - Parameters:
    ///   - period: The time in which a payment began, ended or was created.
    ///   - scope: The lanes; without a shop and a lane also what belongs to no enrolled journal.
    /// - Throws: `ChainError`.
    public func compare(_ period: Period, _ scope: Scope) async throws(ChainError) -> Comparison {
        let rows = try await uncompiled(Self.comparison, Self.parameters(period) + scope.parameters)
        return Comparison(
            counts: rows.compactMap { row in
                row[4].integer.flatMap { count in
                    row[3].text.flatMap { Reconciliation.Finding(rawValue: $0) }.map {
                        .init(shop: row[0].text, lane: row[1].text, journal: row[2].text, finding: $0, count: count)
                    }
                }
            },
            lines: rows.compactMap { row in
                guard let intent = row[5].text,
                    let finding = row[3].text.flatMap({ Reconciliation.Finding(rawValue: $0) })
                else { return nil }
                func amount(_ column: Int, _ currency: Int) -> Amount? {
                    guard let units = row[column].integer else { return nil }
                    return Amount(minorUnits: units, currency: row[currency].text.flatMap { Currency($0) } ?? .eur)
                }
                let line = Reconciliation.Line(
                    intentID: intent, finding: finding, order: row[6].text, ours: amount(7, 8), theirs: amount(9, 10),
                    lost: amount(11, 8), isUnclaimed: row[12] == .bool(true), captureBefore: row[13].integer,
                    journal: row[2].text)
                return .init(
                    shop: row[0].text, lane: row[1].text, payment: line,
                    unknownRefunds: row[14].text.map { $0.split(separator: " ").map(String.init) } ?? [])
            })
    }

    /// Returns what the gateway booked, by lane, type and currency; a payment's lane is the one that sold it.
    ///
    /// - Parameters:
    ///   - period: The time of the balance transactions.
    ///   - scope: The lanes; without a shop and a lane also what belongs to no enrolled journal.
    /// - Throws: `ChainError`.
    public func bookings(_ period: Period, _ scope: Scope) async throws(ChainError) -> [Booking] {
        try await uncompiled(Self.booked, Self.parameters(period) + scope.parameters).map { row in
            Booking(
                shop: row[0].text, lane: row[1].text, type: row[2].text ?? "", currency: row[3].text ?? "",
                count: row[4].integer ?? 0, amount: row[5].integer ?? 0, fee: row[6].integer ?? 0,
                net: row[7].integer ?? 0)
        }
    }

    /// The rows of a statement that PostgreSQL would compile for longer than that saves.
    private func uncompiled(_ text: String, _ parameters: [PostgresValue]) async throws(ChainError) -> [[PostgresValue]]
    {
        let setting = PostgresStatement("SELECT set_config(name, 'off', true) FROM pg_settings WHERE name = 'jit'")
        return try await run([setting, PostgresStatement(text, parameters)]).last?.rows ?? []
    }

    // MARK: - Statements: `$1` and `$2` are the period, `$3` is the shop and `$4` the lane

    private static let isChosen = "($3::text IS NULL OR shop = $3) AND ($4::text IS NULL OR lane = $4)"

    /// The lanes with their journals' names as payments tell them.
    private static let named = "SELECT journal, replace(journal::text, '-', '') AS name, shop, lane FROM tender.lanes"

    private static func word(_ finding: Reconciliation.Finding) -> String { "'\(finding.rawValue)'" }

    /// The full join of what the lanes know with what the gateway knows: each payment of a lane beside the gateway's, and then what
    /// the gateway has of a lane, or of nobody, that no payment of theirs tells.
    ///
    /// Each part of it reads the rows of the period alone, by an index.
    private static let comparison = """
        WITH named AS (\(named)),
        given AS (
            SELECT intent, sum(units) AS units FROM (
                SELECT DISTINCT p.intent, r.journal, r.key, coalesce(r.amount, \(Int64.max)) AS units
                FROM tender.payments p JOIN tender.refunds r USING (journal, branch, intent)
                WHERE p.amount IS NULL AND r.result = 'succeeded') AS refund
            GROUP BY 1),
        known AS (
            SELECT \(sides) FROM tender.payments p LEFT JOIN tender.gateway_intents i ON i.id = p.intent
                LEFT JOIN given g ON g.intent = p.intent
            WHERE p.is_compared AND \(isOurs)
            UNION ALL
            SELECT \(sides) FROM tender.gateway_intents i JOIN tender.payments p ON p.intent = i.id
                LEFT JOIN given g ON g.intent = p.intent
            WHERE p.is_compared AND \(isIn("i.created")) AND \(isOurs) IS NOT TRUE),
        lacked AS (
            SELECT i.* FROM tender.gateway_intents i
            WHERE \(isIn("i.created")) AND i.taken > 0 AND NOT EXISTS (
                SELECT FROM tender.payments p
                WHERE p.intent = i.id AND p.is_compared AND (
                    i.journal IS NULL OR i.journal = replace(p.journal::text, '-', '')
                    OR i.journal NOT IN (SELECT name FROM named)))),
        found AS (
            SELECT owner, CASE WHEN is_other THEN maker END AS stranger,
                CASE WHEN is_unknown THEN \(word(.unresolved))
                    WHEN lost IS NOT NULL THEN \(word(.offlineLost))
                    WHEN theirs IS NULL AND ours = 0 THEN \(word(.matched))
                    WHEN theirs IS NULL THEN \(word(.oursOnly))
                    WHEN ours = theirs AND (ours = 0 OR currency IS NULL OR currency = their_currency)
                        THEN CASE WHEN is_held THEN \(word(.openHold)) ELSE \(word(.matched)) END
                    WHEN ours = 0 AND is_other THEN \(word(.otherTill))
                    WHEN ours = 0 THEN \(word(.theirsOnly))
                    WHEN theirs = 0 THEN \(word(.oursOnly))
                    ELSE \(word(.amountDiffers)) END AS finding,
                intent, "order", ours, coalesce(currency, their_currency) AS our_currency, theirs, their_currency, lost,
                is_unclaimed, capture_before, at
            FROM known
            UNION ALL
            SELECT n.journal, CASE WHEN n.journal IS NULL THEN i.journal END,
                CASE WHEN n.journal IS NULL AND i.journal IS NOT NULL THEN \(word(.otherTill)) ELSE \(word(.theirsOnly)) END,
                i.id, NULL, NULL, NULL, i.taken, i.currency, NULL, false, NULL, i.created
            FROM lacked i LEFT JOIN named n ON n.name = i.journal),
        counted AS (
            SELECT owner, CASE WHEN owner IS NULL THEN stranger END AS stranger, finding, count(*) AS count
            FROM found GROUP BY 1, 2, 3)
        SELECT shop, lane, stranger, finding, count, NULL AS intent, NULL AS "order", NULL::bigint AS ours,
            NULL AS our_currency, NULL::bigint AS theirs, NULL AS their_currency, NULL::bigint AS lost,
            NULL::boolean AS is_unclaimed, NULL::bigint AS capture_before, NULL AS refunds
        FROM counted LEFT JOIN named ON journal = owner WHERE \(isChosen)
        UNION ALL
        (SELECT shop, lane, stranger, finding, NULL, intent, "order", ours, our_currency, theirs, their_currency, lost,
            is_unclaimed, capture_before, (
                SELECT string_agg(g.id, ' ' ORDER BY g.id) FROM tender.gateway_refunds g
                WHERE g.intent = f.intent AND g.status NOT IN ('failed', 'canceled') AND NOT EXISTS (
                    SELECT FROM tender.refunds r WHERE r.intent = g.intent AND r.object = g.id))
        FROM found f LEFT JOIN named ON journal = owner
        WHERE (is_unclaimed OR finding IN (\(unclean))) AND \(isChosen)
        ORDER BY shop, lane, at, intent LIMIT 10000)
        """

    /// A payment, less what lanes gave back that did not sell it, beside what the gateway has of it.
    private static let sides = """
        p.journal AS owner, p.intent, p."order", p.currency, p.is_unknown, p.lost, p.is_unclaimed, p.capture_before, p.at,
        i.taken AS theirs, i.currency AS their_currency, i.is_held, i.journal AS maker,
        p.amount IS NULL AND i.journal <> replace(p.journal::text, '-', '') AS is_other,
        greatest(0, p.taken - coalesce(g.units, 0))::bigint AS ours
        """

    private static let isOurs = "(\(isIn("p.at")) OR \(isIn("p.ended")))"

    private static let unclean = Reconciliation.Finding.allCases.filter(\.isUnclean).map(word).joined(separator: ", ")

    private static let booked = """
        WITH named AS (\(named)),
        booked AS (
            SELECT i.journal AS maker, CASE WHEN i.journal IS NULL OR i.journal NOT IN (SELECT name FROM named) THEN (
                    SELECT p.journal FROM tender.payments p WHERE p.intent = coalesce(c.intent, r.intent) AND p.is_payment
                    ORDER BY p.amount IS NULL, p.journal LIMIT 1) END AS other,
                m.type, m.currency, m.amount, m.fee, m.net
            FROM tender.gateway_movements m
                LEFT JOIN tender.gateway_charges c ON c.id = m.source LEFT JOIN tender.gateway_refunds r ON r.id = m.source
                LEFT JOIN tender.gateway_intents i ON i.id = coalesce(c.intent, r.intent)
            WHERE \(isIn("m.created"))),
        added AS (
            SELECT maker, other, type, currency, count(*) AS count, sum(amount) AS amount, sum(fee) AS fee, sum(net) AS net
            FROM booked GROUP BY 1, 2, 3, 4)
        SELECT shop, lane, type, currency, sum(count)::bigint, sum(amount)::bigint, sum(fee)::bigint, sum(net)::bigint
        FROM added LEFT JOIN named ON journal = other OR (other IS NULL AND name = maker)
        WHERE \(isChosen) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4, 3
        """
}
