import TenderDevices
import TenderReaders

/// The way to a session: the host's addresses, one after the other.
struct Connector: Sendable {
    private let configuration: PostgresConfiguration

    init(_ configuration: PostgresConfiguration) { self.configuration = configuration }

    /// Connects within the configured time.
    func connect() async throws(PostgresError) -> LibPQ {
        try configuration.check()
        let deadline = ContinuousClock.now + configuration.connectTimeout
        let addresses = try await addresses(until: deadline)
        var failure = PostgresError.notConnected("\(configuration.host) has no address")
        for (index, address) in addresses.enumerated() {
            // An address that does not answer leaves time for those after it.
            let rest = ContinuousClock.now.duration(to: deadline) / (addresses.count - index)
            do throws(PostgresError) {
                return try await open(address, until: .now + rest)
            } catch {
                guard case .notConnected = error, !Task.isCancelled else { throw error }
                failure = error
            }
        }
        throw failure
    }

    /// The numeric addresses; `nil` for a socket in a folder.
    private func addresses(until deadline: ContinuousClock.Instant) async throws(PostgresError) -> [String?] {
        guard !configuration.isFolder else { return [nil] }
        do throws(TransportError) {
            let found = try await SocketAddress.resolve(
                host: configuration.host, port: configuration.port, until: deadline)
            return found.map(\.numericHost)
        } catch {
            throw .notConnected("\(configuration.host) cannot be resolved: \(error)")
        }
    }

    private func open(_ address: String?, until deadline: ContinuousClock.Instant) async throws(PostgresError) -> LibPQ
    {
        let outcome = await withTaskGroup(of: Result<LibPQ, PostgresError>.self) { group in
            group.addTask { await negotiate(address) }
            group.addTask {
                let isLate = (try? await Task.sleep(until: deadline, clock: .continuous)) != nil
                return .failure(.notConnected(isLate ? "no connection in time" : "canceled"))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.notConnected("canceled"))
        }
        return try outcome.get()
    }

    /// Connects, until the task is canceled.
    private func negotiate(_ address: String?) async -> Result<LibPQ, PostgresError> {
        do throws(PostgresError) {
            let session = try LibPQ(configuration, address: address)
            while true {
                // A server decides how much there is to compute for a password; it must not hold up anybody else.
                switch await OwnThread.runAbandonable({ session.advance() }) {
                case .reading: try await wait(for: session, orForWriting: false)
                case .writing: try await wait(for: session, orForWriting: true)
                case .done: return .success(session)
                case .failed(let error): throw error
                case nil: throw .notConnected("canceled")
                }
            }
        } catch {
            return .failure(error)
        }
    }

    private func wait(for session: LibPQ, orForWriting: Bool) async throws(PostgresError) {
        let outcome = await Poller.shared.wait(for: session.socket, orForWriting: orForWriting, until: nil)
        guard case .ready = outcome else { throw .notConnected("canceled") }
    }
}
