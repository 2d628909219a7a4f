public import TenderBytes
import TenderDevices

/// A session at a PostgreSQL server, which carries out one statement or transaction at a time.
///
/// It never waits on a thread of the cooperative pool, and no half-read answer stays in it: when a statement ends in any
/// way but an answer or a refusal, the session is closed, and a new one is needed.
public actor PostgresConnection {
    private let maximumAnswerSize: Int
    private var session: LibPQ?
    private var isInUse = false

    private init(_ session: LibPQ, _ configuration: PostgresConfiguration) {
        self.session = session
        maximumAnswerSize = configuration.maximumAnswerSize
    }

    /// Connects; canceling the task gives up.
    ///
    /// - Throws: `.invalid` if the configuration is not allowed, `.refused` if the server said no, else `.notConnected`.
    public static func connect(_ configuration: PostgresConfiguration) async throws(PostgresError) -> PostgresConnection
    {
        PostgresConnection(try await Connector(configuration).connect(), configuration)
    }

    /// Whether the session is known to have ended.
    public var isClosed: Bool { session == nil }

    /// Carries out a statement in a transaction of its own.
    ///
    /// Canceling the task closes the session; the statement may have been carried out then.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - limit: The time until the whole answer must have arrived.
    /// - Throws: `PostgresError`; `.invalid` too if another statement is being carried out.
    public func run(_ statement: PostgresStatement, within limit: Duration) async throws(PostgresError) -> PostgresRows
    {
        let statement = try EncodedStatement(statement)
        try begin()
        defer { isInUse = false }
        return try await exchange(statement, leaves: .none, isDecisive: true, until: .now + limit).rows
    }

    /// Carries out several statements in one transaction, of which all or none take effect.
    ///
    /// Until its commit is sent, whatever ends it, a cancel too, leaves nothing behind and is told so. A commit whose answer
    /// does not come may have taken effect: `.lost` or `.timedOut`.
    ///
    /// - Parameters:
    ///   - statements: The statements, none of which begins or ends a transaction.
    ///   - isolation: How far it is kept apart from other transactions.
    ///   - limit: The time until all answers must have arrived.
    /// - Returns: The results, one for each statement.
    /// - Throws: `PostgresError`; `.invalid` too if another statement is being carried out.
    public func run(
        _ statements: [PostgresStatement], isolation: PostgresIsolation = .readCommitted, within limit: Duration
    ) async throws(PostgresError) -> [PostgresRows] {
        let deadline = ContinuousClock.now + limit
        let begin = try EncodedStatement(PostgresStatement("BEGIN ISOLATION LEVEL \(isolation.rawValue)"))
        let commit = try EncodedStatement(PostgresStatement("COMMIT"))
        let statements = try statements.map { (statement) throws(PostgresError) in try EncodedStatement(statement) }
        try self.begin()
        defer { isInUse = false }
        _ = try await exchange(begin, leaves: .open, isDecisive: false, until: deadline)
        var results: [PostgresRows] = []
        for statement in statements {
            do throws(PostgresError) {
                results.append(
                    try await exchange(statement, leaves: .open, isDecisive: false, until: deadline).rows)
            } catch {
                await rollBack(until: deadline)
                throw error
            }
        }
        let end = try await exchange(commit, leaves: .none, isDecisive: true, until: deadline)
        guard end.command == "COMMIT" else { throw .unusable("the server answered a commit with \(end.command)") }
        return results
    }

    /// Closes the session; a statement that is being carried out ends as if the connection were lost.
    public func close() {
        if isInUse { session?.hangUp() } else { session = nil }
    }

    /// Returns the form in which a server keeps a user's password, from which the password cannot be told (SCRAM-SHA-256).
    ///
    /// It computes for a millisecond and sends nothing.
    ///
    /// - Parameters:
    ///   - password: The password, without the character NUL.
    ///   - user: The name of the user.
    /// - Throws: `.notConnected` if the session has ended.
    public func verifier(of password: SecretBytes, user: String) throws(PostgresError) -> String {
        guard let verifier = session?.verifier(of: password, user: user) else {
            throw .notConnected("the session has ended")
        }
        return verifier
    }

    private func begin() throws(PostgresError) {
        guard !isInUse else { throw .invalid("another statement is being carried out") }
        guard !Task.isCancelled else { throw .notConnected("canceled before anything was sent") }
        guard let session, session.isAlive() else {
            self.session = nil
            throw .notConnected("the session has ended")
        }
        isInUse = true
    }

    /// Ends a transaction of which a statement was refused; what does not answer is closed, which ends it too.
    private func rollBack(until deadline: ContinuousClock.Instant) async {
        guard session != nil, let rollback = try? EncodedStatement(PostgresStatement("ROLLBACK")) else { return }
        _ = try? await exchange(rollback, leaves: .none, isDecisive: false, until: deadline)
    }
}

/// One statement and its answer.
extension PostgresConnection {
    /// Sends a statement and waits for its answer.
    ///
    /// - Parameters:
    ///   - state: Where the server must stand after it.
    ///   - isDecisive: Whether something may have taken effect if no answer comes.
    private func exchange(
        _ statement: EncodedStatement, leaves state: LibPQ.Transaction, isDecisive: Bool,
        until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> Answer {
        guard let session else { throw .notConnected("the session has ended") }
        guard session.send(statement) else {
            self.session = nil
            throw .notConnected(session.message)
        }
        var answer = Answer(atMost: maximumAnswerSize)
        do throws(PostgresError) {
            try await receive(&answer, from: session, until: deadline)
            try Self.judge(answer, session.transaction, leaves: state)
            return answer
        } catch {
            if case .refused = error { throw error }
            self.session = nil
            throw Self.told(error, answer.refusal, isDecisive: isDecisive)
        }
    }

    /// Sends what is in the buffer, and receives the answer to its end.
    private func receive(
        _ answer: inout Answer, from session: LibPQ, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        while try !session.flush() {
            try await wait(for: session, orForWriting: true, until: deadline)
            try session.receive(atMost: maximumAnswerSize)
        }
        repeat {
            while session.isBusy {
                try await wait(for: session, orForWriting: false, until: deadline)
                try session.receive(atMost: maximumAnswerSize)
            }
        } while try session.takePart(into: &answer)
    }

    /// A result counts only when the server stands where it must: a statement's transaction ends after its result.
    private static func judge(
        _ answer: Answer, _ found: LibPQ.Transaction, leaves state: LibPQ.Transaction
    ) throws(PostgresError) {
        guard found != .unknown else { throw .lost("the connection ended") }
        if let refusal = answer.refusal {
            if refusal.state.isUnknownOutcome { throw .lost("\(refusal)") }
            throw .refused(refusal)
        }
        guard found == state else { throw .unusable("the statement began or ended a transaction") }
    }

    /// Says what is known after an answer that did not come to its end.
    ///
    /// - Parameter refusal: What the server said before it ended the connection: its reason, and no proof of the outcome.
    private static func told(
        _ error: PostgresError, _ refusal: PostgresRefusal?, isDecisive: Bool
    ) -> PostgresError {
        switch error {
        case .lost(let reason):
            let reason = refusal.map { "\($0)" } ?? reason
            return isDecisive ? .lost(reason) : .notConnected(reason)
        case .timedOut: return isDecisive ? error : .notConnected("\(error)")
        default: return error
        }
    }

    private func wait(
        for session: LibPQ, orForWriting: Bool, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        // Asked each time: a server that keeps sending never lets a wait end otherwise.
        guard ContinuousClock.now < deadline else { throw .timedOut }
        guard session.socket >= 0 else { throw .lost(session.message) }
        switch await Poller.shared.wait(for: session.socket, orForWriting: orForWriting, until: deadline) {
        case .ready: break
        case .timedOut: throw .timedOut
        case .canceled: throw .lost("canceled")
        }
    }
}
