public import TenderChain
import TenderModel
import TenderPostgres

/// The import of what the gateway says of the account.
extension OfficeServer {
    /// A moment by the clock of the database's server.
    public struct Moment: Hashable, Sendable {
        /// Microseconds since 2000-01-01 00:00:00 UTC.
        let microseconds: Int64

        var value: PostgresValue { .timestamp(microseconds) }
    }

    /// Some time of the gateway's account, in seconds since 1970.
    public typealias Period = ClosedRange<Int64>

    /// Returns the present moment: take it before the gateway is asked, since an answer says how things were no earlier.
    ///
    /// - Throws: `ChainError`.
    public func now() async throws(ChainError) -> Moment {
        guard case .timestamp(let moment)? = try await rows("SELECT clock_timestamp()").first?.first else {
            throw ChainError("the server does not tell the time")
        }
        return Moment(microseconds: moment)
    }

    /// Writes an answer of the gateway; the same again is the same, and no row is replaced by one that was asked for earlier.
    ///
    /// - Parameters:
    ///   - answer: The rows.
    ///   - asked: When the gateway was asked for them.
    /// - Throws: `ChainError`.
    public func write(_ answer: GatewayRows, asked: Moment) async throws(ChainError) {
        try await run([answer.upsert(asked: asked.value)])
    }

    /// Returns the PaymentIntents that the lanes know of a time, and that the gateway has not been asked for since a moment.
    ///
    /// Those are created at another time by the gateway's clock, or unknown to it.
    ///
    /// - Throws: `ChainError`.
    public func unasked(_ period: Period, since moment: Moment) async throws(ChainError) -> [String] {
        try await rows(
            """
            SELECT DISTINCT p.intent FROM tender.payments p LEFT JOIN tender.gateway_intents i ON i.id = p.intent
            WHERE p.is_compared AND p.is_payment AND (\(Self.isIn("p.at")) OR \(Self.isIn("p.ended")))
                AND (i.id IS NULL OR i.asked < $3) ORDER BY 1
            """, Self.parameters(period) + [moment.value]
        ).compactMap { $0[0].text }.filter { !PaymentIntent.isOffline(id: $0) }
    }

    /// Notes that the lists of a day were imported to their end.
    ///
    /// - Parameters:
    ///   - day: The day in UTC.
    ///   - begun: When the first of them was asked for.
    /// - Throws: `ChainError`.
    public func finishImport(of day: String, begun: Moment) async throws(ChainError) {
        try await run([
            PostgresStatement(
                """
                INSERT INTO tender.gateway_days AS d (day, asked) VALUES ($1, $2)
                ON CONFLICT (day) DO UPDATE SET asked = greatest(d.asked, excluded.asked)
                """, [.text(day), begun.value])
        ])
    }

    /// Returns when the last import of a day began that came to its end, in seconds since 1970; `nil` if none did.
    ///
    /// - Throws: `ChainError`.
    public func lastImport(of day: String) async throws(ChainError) -> Int64? {
        try await rows(
            "SELECT floor(extract(epoch FROM asked))::bigint FROM tender.gateway_days WHERE day = $1", [.text(day)]
        ).first?.first?.integer
    }

    /// Whether a time lies in the period that `$1` and `$2` are.
    static func isIn(_ column: String) -> String {
        "(\(column) >= to_timestamp($1::bigint) AND \(column) < to_timestamp($2::bigint))"
    }

    static func parameters(_ period: Period) -> [PostgresValue] {
        [.integer(period.lowerBound), .integer(period.upperBound &+ 1)]
    }
}
