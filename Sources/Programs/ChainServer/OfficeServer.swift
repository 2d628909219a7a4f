import TenderChain
import TenderPostgres

/// Head office's session at its server, with the rights of whoever made the tables.
public struct OfficeServer: Sendable {
    /// The time limit of one call, in which much may be counted.
    static let limit = Duration.seconds(120)

    let connection: PostgresConnection
    /// Where the server is, for the files of lanes.
    let configuration: PostgresConfiguration

    /// Connects to the server that a file names, whose tables must be those that this program knows.
    ///
    /// - Parameter path: The file with the server's address and the office's role.
    /// - Throws: `ChainError`.
    public static func connect(_ path: String) async throws(ChainError) -> OfficeServer {
        let server = try await open(path)
        let version = try await server.version()
        let newest = Migration.all.count
        guard version <= newest else { throw isNewer(version) }
        guard version == newest else {
            throw ChainError(
                version == 0
                    ? "the server has no tables of a chain yet: tender chain init makes them"
                    : "the server's tables have version \(version), and this program needs \(newest): tender chain init"
            )
        }
        return server
    }

    /// Makes the tables, or brings those of an earlier version up to date; what is up to date stays as it is.
    ///
    /// - Parameter path: The file with the server's address and a role that may make roles and schemas.
    /// - Returns: The version before, and the one now.
    /// - Throws: `ChainError`; the version is then the one before, or one in between.
    public static func prepare(_ path: String) async throws(ChainError) -> (before: Int, version: Int) {
        let server = try await open(path)
        let before = try await server.version()
        guard before <= Migration.all.count else { throw isNewer(before) }
        if before < Migration.all.count { try await server.makeRoles() }
        if before == 0 { try await server.begin() }
        for migration in Migration.all where migration.number > before {
            let mark = PostgresStatement(
                "INSERT INTO tender.migrations (number) VALUES ($1)", [.integer(Int64(migration.number))])
            try await server.run([mark] + migration.statements.map { PostgresStatement($0) })
        }
        return (before, Migration.all.count)
    }

    private static func open(_ path: String) async throws(ChainError) -> OfficeServer {
        let configuration = try ServerFile.read(path)
        return try await ChainError.words {
            () async throws(PostgresError) in
            OfficeServer(connection: try await .connect(configuration), configuration: configuration)
        }
    }

    private static func isNewer(_ version: Int) -> ChainError {
        ChainError(
            "the server's tables have version \(version), and this program knows \(Migration.all.count): use a newer one"
        )
    }

    /// The version of the tables; 0 without any.
    private func version() async throws(ChainError) -> Int {
        let exists = try await rows("SELECT to_regclass('tender.migrations') IS NOT NULL")
        guard exists.first?.first == .bool(true) else { return 0 }
        return Int(try await rows("SELECT coalesce(max(number), 0) FROM tender.migrations").first?.first?.integer ?? 0)
    }

    /// Makes the roles that are missing; another office of the same server may be making them now.
    private func makeRoles() async throws(ChainError) {
        for role in Migration.roles {
            do throws(PostgresError) {
                _ = try await connection.run(PostgresStatement(role), within: Self.limit)
            } catch {
                guard case .refused(let refusal) = error, ["42710", .uniqueViolation].contains(refusal.state) else {
                    throw ChainError("the server: \(error)")
                }
            }
        }
    }

    /// Makes what comes before the first migration.
    private func begin() async throws(ChainError) {
        try await run(
            [
                "CREATE SCHEMA IF NOT EXISTS tender",
                """
                CREATE TABLE IF NOT EXISTS tender.migrations (
                    number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())
                """,
            ].map { PostgresStatement($0) })
    }
}

/// Statements whose errors are told in words.
extension OfficeServer {
    func rows(_ text: String, _ parameters: [PostgresValue] = []) async throws(ChainError) -> [[PostgresValue]] {
        try await ChainError.words { () async throws(PostgresError) in
            try await connection.run(PostgresStatement(text, parameters), within: Self.limit).rows
        }
    }

    /// Carries out statements of which all or none take effect.
    @discardableResult
    func run(_ statements: [PostgresStatement]) async throws(ChainError) -> [PostgresRows] {
        try await ChainError.words { () async throws(PostgresError) in
            try await connection.run(statements, within: Self.limit)
        }
    }
}

extension ChainError {
    /// Does something at the server, and tells its error in words.
    static func words<Value>(
        _ body: () async throws(PostgresError) -> Value
    ) async throws(ChainError) -> Value {
        do throws(PostgresError) {
            return try await body()
        } catch {
            let outcome = error.mayHaveHappened ? "; whether it was done is not known: give the command again" : ""
            throw ChainError("the server: \(error)\(outcome)")
        }
    }
}
