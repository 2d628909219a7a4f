import Dispatch
import SimulatedPayments
import TenderBytes

/// A writer that puts rows on the disk, those of many requests in one transaction, and sends the answers afterwards.
///
/// While one transaction is written, the rows of the next one accumulate. Answers are sent in the order in which they
/// were added, and one without rows waits for the rows before it: what it reports must be on the disk, too.
final class GatewayWriter: Sendable {
    /// A handler that is called when everything up to here is on the disk, or with `false` when it never will be.
    typealias Completion = @Sendable (_ isOnDisk: Bool) -> Void

    private struct Batch: Sendable {
        var records: [StoredRecord] = []
        var completions: [Completion] = []
    }

    private struct State: Sendable {
        var waiting = Batch()
        var isWriting = false
        /// Whether the disk rejected a write: memory is then ahead of it, and nothing may be answered any more.
        var isBroken = false
    }

    private let state = Guarded(State())
    private let save: @Sendable ([StoredRecord]) throws -> Void
    private let report: @Sendable (any Error) -> Void
    private let queue = DispatchQueue(label: "tender.gateway-writer", qos: .userInitiated)

    /// - Parameters:
    ///   - save: Writes rows in one transaction, and blocks until they are on the disk.
    ///   - report: Receives, once, the reason that the disk rejected a write, before anybody is answered.
    init(
        save: @escaping @Sendable ([StoredRecord]) throws -> Void,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.save = save
        self.report = report
    }

    /// Adds rows; the order of the calls is the order on the disk.
    func add(_ records: [StoredRecord], then completion: @escaping Completion) {
        enum Next { case answer(Bool), wake, wait }
        let next = state.withLock { state -> Next in
            if state.isBroken { return .answer(false) }
            if records.isEmpty, !state.isWriting { return .answer(true) }
            state.waiting.records += records
            state.waiting.completions.append(completion)
            guard !state.isWriting else { return .wait }
            state.isWriting = true
            return .wake
        }
        switch next {
        case .answer(let isOnDisk): completion(isOnDisk)
        case .wake: queue.async { self.write() }
        case .wait: break
        }
    }

    /// Returns when everything added is on the disk and answered.
    func drain() { queue.sync {} }

    private func write() {
        while let batch = take() {
            let isOnDisk = !state.withLock(\.isBroken) && isSaved(batch.records)
            if !isOnDisk { state.withLock { $0.isBroken = true } }
            for completion in batch.completions { completion(isOnDisk) }
        }
    }

    private func take() -> Batch? {
        state.withLock { state in
            guard !state.waiting.completions.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { state.waiting = Batch() }
            return state.waiting
        }
    }

    private func isSaved(_ records: [StoredRecord]) -> Bool {
        do {
            try save(records)
            return true
        } catch {
            report(error)
            return false
        }
    }
}
