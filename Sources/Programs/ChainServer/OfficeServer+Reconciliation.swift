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
        let rows = try await rows(Self.comparison, Self.parameters(period) + scope.parameters)
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
        try await rows(Self.booked, Self.parameters(period) + scope.parameters).map { row in
            Booking(
                shop: row[0].text, lane: row[1].text, type: row[2].text ?? "", currency: row[3].text ?? "",
                count: row[4].integer ?? 0, amount: row[5].integer ?? 0, fee: row[6].integer ?? 0,
                net: row[7].integer ?? 0)
        }
    }

    // MARK: - Statements: `$1` and `$2` are the period, `$3` is the shop and `$4` the lane

    private static let isChosen = "($3::text IS NULL OR shop = $3) AND ($4::text IS NULL OR lane = $4)"

    /// The lanes with their journals' names as payments tell them.
    private static let named = "SELECT journal, replace(journal::text, '-', '') AS name, shop, lane FROM tender.lanes"

    private static func word(_ finding: Reconciliation.Finding) -> String { "'\(finding.rawValue)'" }

    /// The full join of what the lanes know with what the gateway knows: each row of a lane beside the gateway's, and then what
    /// the gateway has for a lane, or for nobody, that no row of theirs tells.
    private static let comparison = """
        WITH named AS (\(named)),
        day AS (
            SELECT intent FROM tender.payments WHERE is_compared AND \(isIn("at"))
            UNION SELECT intent FROM tender.payments WHERE is_compared AND \(isIn("ended"))
            UNION SELECT id FROM tender.gateway_intents WHERE \(isIn("created"))),
        given AS (
            SELECT intent, journal, sum(units) AS units FROM (
                SELECT DISTINCT r.intent, r.journal, r.key, coalesce(r.amount, \(Int64.max))::numeric AS units
                FROM tender.refunds r JOIN day USING (intent) WHERE r.result = 'succeeded') AS refund
            GROUP BY 1, 2),
        given_by_all AS (SELECT intent, sum(units) AS units FROM given GROUP BY 1),
        ours AS (
            SELECT p.*, n.name, n.shop, n.lane,
                greatest(0, p.taken - coalesce(a.units, 0) + coalesce(g.units, 0))::bigint AS ours
            FROM day JOIN tender.payments p USING (intent) JOIN named n USING (journal)
                LEFT JOIN given g USING (intent, journal) LEFT JOIN given_by_all a USING (intent)
            WHERE p.is_compared),
        theirs AS (
            SELECT i.*, n.journal AS maker, n.shop, n.lane
            FROM day JOIN tender.gateway_intents i ON i.id = intent LEFT JOIN named n ON n.name = i.journal),
        found AS (
            SELECT o.shop, o.lane, CASE WHEN o.amount IS NULL AND i.journal <> o.name THEN i.journal END AS journal,
                CASE WHEN o.is_unknown THEN \(word(.unresolved))
                    WHEN o.lost IS NOT NULL THEN \(word(.offlineLost))
                    WHEN i.id IS NULL AND ours = 0 THEN \(word(.matched))
                    WHEN i.id IS NULL THEN \(word(.oursOnly))
                    WHEN ours = i.taken AND (ours = 0 OR o.currency IS NULL OR o.currency = i.currency)
                        THEN CASE WHEN i.is_held THEN \(word(.openHold)) ELSE \(word(.matched)) END
                    WHEN ours = 0 AND o.amount IS NULL AND i.journal <> o.name THEN \(word(.otherTill))
                    WHEN ours = 0 THEN \(word(.theirsOnly))
                    WHEN i.taken = 0 THEN \(word(.oursOnly))
                    ELSE \(word(.amountDiffers)) END AS finding,
                intent, "order", ours, coalesce(o.currency, i.currency) AS our_currency, i.taken AS theirs,
                i.currency AS their_currency, lost, is_unclaimed, capture_before, o.at
            FROM ours o LEFT JOIN theirs i ON i.id = intent
            UNION ALL
            SELECT shop, lane, CASE WHEN maker IS NULL THEN i.journal END,
                CASE WHEN maker IS NULL AND i.journal IS NOT NULL THEN \(word(.otherTill)) ELSE \(word(.theirsOnly)) END,
                id, NULL, NULL, NULL, taken, currency, NULL, false, NULL, created
            FROM theirs i
            WHERE taken > 0 AND NOT EXISTS (
                SELECT FROM ours o WHERE o.intent = i.id AND (i.maker IS NULL OR o.journal = i.maker))),
        chosen AS (SELECT * FROM found WHERE \(isChosen))
        SELECT shop, lane, CASE WHEN lane IS NULL THEN journal END, finding, count(*), NULL AS intent, NULL AS "order",
            NULL::bigint AS ours, NULL AS our_currency, NULL::bigint AS theirs, NULL AS their_currency,
            NULL::bigint AS lost, NULL::boolean AS is_unclaimed, NULL::bigint AS capture_before, NULL AS refunds
        FROM chosen GROUP BY 1, 2, 3, 4
        UNION ALL
        (SELECT shop, lane, journal, finding, NULL, intent, "order", ours, our_currency, theirs, their_currency, lost,
            is_unclaimed, capture_before, (
                SELECT string_agg(g.id, ' ' ORDER BY g.id) FROM tender.gateway_refunds g
                WHERE g.intent = c.intent AND g.status NOT IN ('failed', 'canceled') AND NOT EXISTS (
                    SELECT FROM tender.refunds r WHERE r.intent = g.intent AND r.object = g.id))
        FROM chosen c WHERE is_unclaimed OR finding IN (\(unclean))
        ORDER BY shop, lane, at, intent LIMIT 10000)
        """

    private static let unclean = Reconciliation.Finding.allCases.filter(\.isUnclean).map(word).joined(separator: ", ")

    private static let booked = """
        SELECT l.shop, l.lane, m.type, m.currency, count(*), sum(m.amount)::bigint, sum(m.fee)::bigint, sum(m.net)::bigint
        FROM tender.gateway_movements m
            LEFT JOIN tender.gateway_charges c ON c.id = m.source LEFT JOIN tender.gateway_refunds r ON r.id = m.source
            LEFT JOIN tender.gateway_intents i ON i.id = coalesce(c.intent, r.intent)
            LEFT JOIN (\(named)) AS n ON n.name = i.journal
            LEFT JOIN LATERAL (
                SELECT journal FROM tender.payments p
                WHERE n.journal IS NULL AND p.intent = coalesce(c.intent, r.intent) AND p.is_payment
                ORDER BY amount IS NULL, journal LIMIT 1) AS p ON true
            LEFT JOIN tender.lanes l ON l.journal = coalesce(n.journal, p.journal)
        WHERE \(isIn("m.created")) AND ($3::text IS NULL OR l.shop = $3) AND ($4::text IS NULL OR l.lane = $4)
        GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4, 3
        """
}
