import FoundationEssentials
public import TenderChain
import TenderDevices
public import TenderFlow
import TenderJournal
public import TenderPostgres
import TenderRecords
public import TenderUplink

/// The process beside a till that copies its journal to head office's server: the shell of `UplinkMachine`.
///
/// It only reads the journal, a page at a time, and no sale waits for it.
public actor Uplink {
    private let tail: JournalTail
    private let journalPath: String
    private let server: PostgresConfiguration
    private let trust: BundleTrust?
    private let bundles: BundleStore
    /// The hash of the bundle that was refused last: it is not fetched each minute.
    private var refusedBundle: [UInt8] = []
    private let tell: @Sendable (UplinkState, String?) -> Void
    private let tellBundle: @Sendable (Result<Int64, BundleRefusal>) -> Void
    private var lane: LaneServer?
    private var state = UplinkState.connecting
    private var note = UplinkNote()
    /// What the connection or the journal said last.
    private var detail: String?
    private var unreported: [UplinkFinding] = []
    /// What the server was told last, and when.
    private var heard: (state: String, at: ContinuousClock.Instant)?
    private var deadline = ContinuousClock.now
    /// The records that follow what is being sent, which are read meanwhile.
    private var ahead: (after: Int64, reading: Task<UplinkEvent, Never>)?
    /// How long records are gathered before they are sent: the till needs the machine more than head office needs haste.
    private static let gathering = Duration.milliseconds(50)

    /// Prepares the uplink of a journal.
    ///
    /// - Parameters:
    ///   - path: The journal's file.
    ///   - server: Where the server is, and the lane's role there.
    ///   - trust: Whose bundles are fetched; `nil` fetches none.
    ///   - tell: Called with each state, and with what the connection said; on no particular thread.
    ///   - tellBundle: Called with the version of each bundle that was fetched, or why it was not taken.
    public init(
        journal path: String, server: PostgresConfiguration, trust: BundleTrust? = nil,
        tell: @escaping @Sendable (_ state: UplinkState, _ detail: String?) -> Void = { _, _ in },
        tellBundle: @escaping @Sendable (Result<Int64, BundleRefusal>) -> Void = { _ in }
    ) {
        tail = JournalTail(path: path)
        journalPath = path
        self.server = server
        self.trust = trust
        bundles = BundleStore(journal: path)
        self.tell = tell
        self.tellBundle = tellBundle
    }

    /// Copies until the task is canceled.
    ///
    /// - Parameter untilCurrent: Whether it ends when the server has everything, or cannot take it now.
    /// - Returns: How it stands in the end.
    /// - Throws: `JournalError` if there is no journal that can be read at the beginning.
    public func run(untilCurrent: Bool = false) async throws(JournalError) -> UplinkState {
        let start = try await tail.start()
        let path = UplinkNote.path(journal: journalPath)
        note = (try? Data(contentsOf: URL(filePath: path))).flatMap { UplinkNote(Array($0)) } ?? UplinkNote()
        let known = note.place.flatMap { $0.head.journalID == start.journalID ? $0 : nil }
        note.place = known
        var machine = UplinkMachine(start: start, acknowledged: known)
        // A link leads to a journal, whose head is beside it and not beside the link.
        let watch = FileWatch(path: URL(filePath: journalPath).resolvingSymlinksInPath().path + ".head")
        var event: UplinkEvent? = .started
        while let next = event {
            event = nil
            for action in machine.handle(next) { event = await perform(action, of: start.journalID) ?? event }
            guard event == nil else { continue }
            if Task.isCancelled || (untilCurrent && state.isSettled) { break }
            event = await pause(watch)
        }
        await lane?.connection.close()
        lane = nil
        return state
    }

    /// Waits until the time is up or the journal has grown.
    private func pause(_ watch: FileWatch?) async -> UplinkEvent {
        guard let watch else {
            // A system without watches left: the journal is looked at each second.
            let next = min(deadline, .now + .seconds(1))
            try? await Task.sleep(until: next)
            return next == deadline ? .waited : .grown
        }
        guard await watch.change(until: deadline) else { return .waited }
        try? await Task.sleep(for: Self.gathering)
        return .grown
    }
}

/// What the machine has done.
extension Uplink {
    /// Does what the machine wants; returns what came of it.
    private func perform(_ action: UplinkAction, of journalID: String) async -> UplinkEvent? {
        switch action {
        case .connect: return await connect(journalID)
        case .disconnect:
            await lane?.connection.close()
            lane = nil
        case .askCopy: return await ask { lane throws(PostgresError) in try await copy(lane) }
        case .askHash(let branch, let sequence):
            return await ask { lane throws(PostgresError) in
                .remoteHash(try await lane.hash(of: sequence, branch: branch))
            }
        case .send(let batch, let branch, let after):
            readAhead(of: batch)
            return await ask { lane throws(PostgresError) in
                .stored(try await lane.store(batch, branch: branch, after: after))
            }
        case .makeBranch(let parent, let base):
            return await ask { lane throws(PostgresError) in
                try await lane.makeBranch(parent: parent, base: base).map(UplinkEvent.branched) ?? .refused
            }
        case .readEnd: return await look { tail throws(JournalError) in .end(try await tail.end()) }
        case .readHash(let sequence):
            return await look { tail throws(JournalError) in .localHash(try await tail.hash(at: sequence)) }
        case .readRecords(let after): return await records(after: after)
        case .wait(let seconds): deadline = .now + .seconds(Double(seconds) * Double.random(in: 0.5...1))
        case .keep(let place): keep(place)
        case .report(let finding):
            unreported.append(finding)
            if let lane { try? await report(lane) }
        case .tell(let state):
            show(state)
            if state.isSettled, let lane { try? await hear(lane) }
        }
        return nil
    }

    private func connect(_ journalID: String) async -> UplinkEvent {
        do throws(PostgresError) {
            lane = LaneServer(connection: try await .connect(server), journalID: journalID)
            return .connected
        } catch {
            return failure(error)
        }
    }

    /// Asks what the server has of the journal, and tells it what it has to know.
    private func copy(_ lane: LaneServer) async throws(PostgresError) -> UplinkEvent {
        guard try await !lane.isBlocked() else { return .blocked }
        try await hear(lane)
        try await report(lane)
        // A bundle that cannot be had keeps no record from its copy.
        if let trust { try? await fetchBundle(lane, trust) }
        return .copy(try await lane.copy())
    }

    /// Tells the server how the lane stands: each minute, and when that changes.
    private func hear(_ lane: LaneServer) async throws(PostgresError) {
        let now = state.isSettled ? state.name : heard?.state ?? state.name
        guard heard?.state != now || heard.map({ $0.at + .seconds(20) < .now }) ?? true,
            let binding = try? await tail.binding()
        else { return }
        try await lane.hear(now, binding)
        heard = (now, .now)
    }

    /// Fetches what head office has published since, and keeps it beside the journal.
    private func fetchBundle(_ lane: LaneServer, _ trust: BundleTrust) async throws(PostgresError) {
        let known = await bundles.version(trust)
        guard let fetched = try await lane.bundle(of: trust.shop, after: known, refused: refusedBundle) else { return }
        do throws(BundleRefusal) {
            let signed = try fetched.bundle.get()
            let bundle = try signed.open(trust, newerThan: known)
            try await bundles.keep(signed)
            tellBundle(.success(bundle.version))
        } catch {
            // A disk that is full may have room the next time.
            if case .notKept = error {} else { refusedBundle = fetched.sha256 }
            tellBundle(.failure(error))
            try await lane.report(error, after: known)
        }
    }

    private func report(_ lane: LaneServer) async throws(PostgresError) {
        while let finding = unreported.first {
            try await lane.report(finding)
            unreported.removeFirst()
        }
    }

    private func ask(
        _ question: (LaneServer) async throws(PostgresError) -> UplinkEvent
    ) async -> UplinkEvent {
        guard let lane else { return .disconnected }
        do throws(PostgresError) {
            return try await question(lane)
        } catch {
            return failure(error)
        }
    }

    private func failure(_ error: PostgresError) -> UplinkEvent {
        detail = error.description
        return error.isWorthRepeating ? .disconnected : .refused
    }

    private func look(_ question: (JournalTail) async throws(JournalError) -> UplinkEvent) async -> UplinkEvent {
        do throws(JournalError) {
            return try await question(tail)
        } catch {
            detail = error.message
            return .unreadable
        }
    }

    /// Begins to read what follows a batch that is as large as one can be: more is waiting.
    private func readAhead(of batch: UplinkBatch) {
        guard batch.records.count == UplinkBatch.maximumRecords, let last = batch.records.last else { return }
        ahead = (last.sequence, Task { await read(after: last.sequence) })
    }

    private func records(after sequence: Int64) async -> UplinkEvent {
        defer { ahead = nil }
        guard let ahead, ahead.after == sequence else { return await read(after: sequence) }
        return await ahead.reading.value
    }

    private func read(after sequence: Int64) async -> UplinkEvent {
        await look { tail throws(JournalError) in .records(try await Self.batch(tail, sequence)) }
    }

    private static func batch(_ tail: JournalTail, _ after: Int64) async throws(JournalError) -> UplinkBatch {
        let records = try await tail.records(
            after: after, maximumRecords: UplinkBatch.maximumRecords, maximumBytes: UplinkBatch.maximumBytes)
        return UplinkBatch(records.map { .init(sequence: $0.sequence, hash: $0.hash, body: $0.body) })
    }

    private func keep(_ place: UplinkPlace) {
        note.place = place
        write()
    }

    private func show(_ state: UplinkState) {
        self.state = state
        if state.isWell { detail = nil }
        tell(state, detail)
        guard state != .sending else { return }
        note.take(state, detail: detail, at: Int64(Date.now.timeIntervalSince1970 * 1000))
        write()
    }

    /// Replaces the note; one that cannot be written is told by the next one, and a lost one costs a comparison.
    private func write() {
        let path = UplinkNote.path(journal: journalPath)
        try? Data(note.bytes).write(to: URL(filePath: path), options: .atomic)
    }
}

extension UplinkState {
    /// Whether nothing more happens until time passes or the journal grows.
    fileprivate var isSettled: Bool { self != .connecting && self != .sending }
}
