import CLibPQ
import Glibc
import TenderBytes

/// A connection of libpq, freed with its last reference.
///
/// No call on it waits for the network.
final class LibPQ: @unchecked Sendable {
    // Protected by its users: the task that connects, of whose calls there is one at a time, then the connection's actor.
    private let pointer: OpaquePointer
    /// The bytes of the present answer, as far as the system had them.
    private var receivedCount = 0

    /// What connecting needs next.
    enum Step: Sendable {
        case reading, writing, done
        case failed(PostgresError)
    }

    /// Where the server stands, as it says after each statement.
    enum Transaction: Sendable {
        case none, open, failed
        /// There is no connection, or an answer is not complete.
        case unknown
    }

    /// Begins to connect to an address; `nil` for a socket in a folder.
    init(_ configuration: PostgresConfiguration, address: String?) throws(PostgresError) {
        Self.forgetEnvironment()
        let pointer = Self.withParameters(configuration, address) { PQconnectStartParams($0, $1, 0) }
        guard let pointer else { throw .notConnected("out of memory") }
        self.pointer = pointer
        cpq_drop_notices(pointer)
        // Errors while connecting are told in words only; these have the code in them.
        PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
        guard PQstatus(pointer) != CONNECTION_BAD else { throw connectError }
    }

    deinit { PQfinish(pointer) }

    /// Goes on connecting; may read certificates and compute, and so is not for the cooperative pool.
    func advance() -> Step {
        switch PQconnectPoll(pointer) {
        case PGRES_POLLING_READING: return .reading
        case PGRES_POLLING_WRITING: return .writing
        case PGRES_POLLING_OK:
            return PQsetnonblocking(pointer, 1) == 0 ? .done : .failed(.notConnected("PQsetnonblocking failed"))
        default: return .failed(connectError)
        }
    }

    /// The reason that there is no connection: the server's refusal, if its code is in libpq's message.
    private var connectError: PostgresError {
        let message = message
        guard let (state, words) = Self.refusal(in: message) else { return .notConnected(message) }
        return .refused(PostgresRefusal(state: state, message: words))
    }

    /// The socket, which may be another after each call while connecting; negative if there is none.
    var socket: Int32 { PQsocket(pointer) }

    /// Whether the connection has ended.
    var isBroken: Bool { PQstatus(pointer) != CONNECTION_OK }

    /// What libpq said last, without what it adds on further lines.
    var message: String { Self.line(PQerrorMessage(pointer)) }

    /// Where the server stands.
    var transaction: Transaction {
        guard !isBroken else { return .unknown }
        return switch PQtransactionStatus(pointer) {
        case PQTRANS_IDLE: .none
        case PQTRANS_INTRANS: .open
        case PQTRANS_INERROR: .failed
        default: .unknown
        }
    }

    /// Returns the form in which a server keeps a password (SCRAM-SHA-256); `nil` without memory or randomness.
    func verifier(of password: SecretBytes, user: String) -> String? {
        let terminated = SecretBytes(count: password.count + 1) { output in
            password.withUnsafeBytes { output.copyBytes(from: $0) }
        }
        let text = terminated.withUnsafeBytes {
            PQencryptPasswordConn(pointer, $0.bindMemory(to: CChar.self).baseAddress, user, "scram-sha-256")
        }
        guard let text else { return nil }
        defer { PQfreemem(text) }
        return String(cString: text)
    }

    /// Ends the connection for whoever waits for it.
    func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }
}

/// Statements.
extension LibPQ {
    /// Whether the connection still stands, as far as the server has said: reads what it sent unasked.
    func isAlive() -> Bool {
        // More than a few messages without a question are no server's.
        for _ in 0..<16 where cpq_is_readable(socket) {
            guard PQconsumeInput(pointer) == 1, PQisBusy(pointer) == 0 else { return false }
            while let notification = PQnotifies(pointer) { PQfreemem(notification) }
        }
        return !isBroken && !cpq_is_readable(socket)
    }

    /// Puts a statement into the send buffer; returns `false` if that fails, with nothing sent.
    func send(_ statement: EncodedStatement) -> Bool {
        receivedCount = 0
        let lengths = statement.values.map { Int32(truncatingIfNeeded: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: lengths.count)
        // One buffer for all values, which is never empty, so that an empty value has an address too.
        let bytes = statement.values.reduce(into: []) { $0 += $1 ?? [] } + [0]
        let isSent = bytes.withUnsafeBytes { bytes in
            var next = bytes.baseAddress
            let values = statement.values.map { value -> UnsafePointer<CChar>? in
                defer { next = next.map { $0 + (value?.count ?? 0) } }
                return value == nil ? nil : next?.assumingMemoryBound(to: CChar.self)
            }
            return PQsendQueryParams(
                pointer, statement.text, Int32(lengths.count), statement.types, values, lengths, formats, 1)
        }
        return isSent == 1 && PQsetSingleRowMode(pointer) == 1
    }

    /// Sends what the system accepts now; returns whether that was all.
    func flush() throws(PostgresError) -> Bool {
        switch PQflush(pointer) {
        case 0: return true
        case 1: return false
        default: throw .lost(message)
        }
    }

    /// Takes what the system has received.
    func receive(atMost limit: Int) throws(PostgresError) {
        // libpq keeps a message until it is whole, however long it claims to be.
        receivedCount += Int(cpq_available(socket))
        guard receivedCount <= limit else { throw .unusable("it is larger than \(limit) bytes") }
        guard PQconsumeInput(pointer) == 1 else { throw .lost(message) }
    }

    /// Whether the next part of the answer has not arrived.
    var isBusy: Bool { PQisBusy(pointer) != 0 }

    /// Adds the next part of the answer, which must have arrived; returns `false` when there is none left.
    func takePart(into answer: inout Answer) throws(PostgresError) -> Bool {
        guard let result = PQgetResult(pointer) else { return false }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK:
            answer.columns = try Self.columns(result)
            for row in 0..<PQntuples(result) { try answer.add(try Self.row(row, of: result)) }
            answer.finish(Self.text(PQcmdStatus(result)), Self.text(PQcmdTuples(result)))
        case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            answer.finish(Self.text(PQcmdStatus(result)), Self.text(PQcmdTuples(result)))
        case PGRES_FATAL_ERROR:
            // Without a code it is libpq's own, about the connection.
            guard let state = cpq_sqlstate(result) else { throw .lost(message) }
            answer.refusal = PostgresRefusal(
                state: SQLState(rawValue: Self.line(state)), message: Self.line(cpq_message(result)),
                constraint: cpq_constraint(result).map(Self.line))
        default: throw .unusable("the server answered with \(Self.line(PQresStatus(PQresultStatus(result))))")
        }
        return true
    }

    private static func columns(_ result: OpaquePointer) throws(PostgresError) -> [String] {
        var columns: [String] = []
        for column in 0..<PQnfields(result) {
            guard PQfformat(result, column) == 1 else { throw .unusable("a column is not in binary format") }
            columns.append(text(PQfname(result, column)))
        }
        return columns
    }

    private static func row(_ row: Int32, of result: OpaquePointer) throws(PostgresError) -> [PostgresValue] {
        var values: [PostgresValue] = []
        for column in 0..<PQnfields(result) {
            guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else {
                values.append(.null)
                continue
            }
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
            do throws(UnreadableValue) {
                values.append(try PostgresValue(type: PQftype(result, column), bytes: Array(bytes)))
            } catch {
                throw .unusable(error.reason)
            }
        }
        return values
    }
}
