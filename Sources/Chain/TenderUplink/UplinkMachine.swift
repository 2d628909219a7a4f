public import TenderRecords

/// Decides what an uplink does next, so that a server gets a whole copy of a journal, and nothing of it twice.
///
/// The journal is the only queue. Where the copy ends is asked after every doubt, and compared by hash: a lost answer, a
/// server that was restored, a journal that was restored and a cloned one look alike until then. Whoever is off the
/// chain goes on in a branch of his own, so that nothing is overwritten and nothing is lost.
public struct UplinkMachine: Hashable, Sendable {
    /// How long nothing is asked while everything is sent, and until a server that refuses is asked again, in seconds.
    static let longestWait = 60

    enum Stage: Hashable, Sendable {
        /// Without a connection until the wait is over.
        case resting
        case connecting
        case asking
        case measuring(JournalCopy)
        case comparing(Comparison)
        case branching(JournalCopy.Branch)
        case reading(JournalCopy.Branch)
        case sending(JournalCopy.Branch, end: JournalHead)
        /// Connected, with nothing to do until the wait is over or, in a branch, the journal has grown.
        case waiting(JournalCopy.Branch?)
    }

    let start: JournalHead
    var stage = Stage.resting
    private var acknowledged: UplinkPlace?
    private var failures = 0
    private var hasGrown = false
    private var reported: UplinkFinding?

    /// Prepares the uplink of a journal.
    ///
    /// - Parameters:
    ///   - start: The end of the journal before its first record.
    ///   - acknowledged: Up to where a server has confirmed everything, as `keep` said last; `nil` if nobody knows.
    public init(start: JournalHead, acknowledged: UplinkPlace?) {
        self.start = start
        self.acknowledged = acknowledged
    }

    /// Handles one event and returns what is to be done, in order; nothing for an event without a meaning here.
    public mutating func handle(_ event: UplinkEvent) -> [UplinkAction] {
        switch (stage, event) {
        case (_, .grown):
            hasGrown = true
            guard case .waiting(let branch?) = stage else { return [] }
            return read(branch)
        case (.resting, .started), (.resting, .waited):
            stage = .connecting
            return [.tell(.connecting), .connect]
        case (.resting, _): return []
        case (_, .disconnected): return rest(.disconnected)
        case (_, .refused): return rest(.refused)
        case (_, .unreadable): return rest(.unreadable)
        case (.connecting, .connected), (.waiting, .waited): return ask()
        case (.asking, .copy(let copy)): return take(copy)
        case (.asking, .blocked): return stop(.blocked)
        case (.measuring(let copy), .end(let end)): return compare(Comparison(copy, with: end))
        case (.comparing(var comparison), .localHash(let hash)):
            guard let hash else { return rest(.unreadable) }
            comparison.takeLocal(hash)
            return compare(comparison)
        case (.comparing(var comparison), .remoteHash(let hash)):
            guard let hash else { return giveUp(.incompleteCopy) }
            comparison.takeRemote(hash)
            return compare(comparison)
        case (.branching, .branched(let branch)):
            return report(.forked(branch: branch.number, after: branch.base)) + read(branch)
        case (.reading(let branch), .records(let batch)): return send(batch, to: branch)
        case (.sending(let branch, let end), .stored(let count)): return note(count, branch, end)
        default: return []
        }
    }

    // MARK: - Connection

    private mutating func rest(_ state: UplinkState) -> [UplinkAction] {
        stage = .resting
        failures = min(failures + 1, 7)
        return [.disconnect, .tell(state), .wait(seconds: min(1 << (failures - 1), Self.longestWait))]
    }

    /// Sends nothing, and asks again later.
    private mutating func stop(_ state: UplinkState) -> [UplinkAction] {
        stage = .waiting(nil)
        return [.tell(state), .wait(seconds: Self.longestWait)]
    }

    private mutating func giveUp(_ finding: UplinkFinding) -> [UplinkAction] {
        report(finding) + stop(.unusable(finding))
    }

    /// Reports a finding, unless it is the one that was reported last: each is found again with every comparison.
    private mutating func report(_ finding: UplinkFinding) -> [UplinkAction] {
        guard reported != finding else { return [] }
        reported = finding
        return [.report(finding)]
    }

    // MARK: - Where the copy ends

    private mutating func ask() -> [UplinkAction] {
        stage = .asking
        return [.askCopy]
    }

    private mutating func take(_ copy: JournalCopy?) -> [UplinkAction] {
        failures = 0
        guard let copy else { return stop(.notEnrolled) }
        guard copy.start == start else { return giveUp(.otherJournal) }
        stage = .measuring(copy)
        return [.readEnd]
    }

    private mutating func compare(_ comparison: Comparison) -> [UplinkAction] {
        switch comparison.next {
        case .needs(let action):
            stage = .comparing(comparison)
            return [action]
        case .copyEnds(let branch): return resume(branch)
        case .journalEnds(let branch):
            let finding = UplinkFinding.journalWentBack(from: branch.end.sequence, to: comparison.end.sequence)
            return report(finding) + stop(.behind(server: branch.end.sequence))
        case .parted(let branch, let base):
            stage = .branching(branch)
            return [.makeBranch(parent: branch.number, base: base)]
        case .incomplete: return giveUp(.incompleteCopy)
        }
    }

    private mutating func resume(_ branch: JournalCopy.Branch) -> [UplinkAction] {
        var actions: [UplinkAction] = []
        if let acknowledged, acknowledged.branch == branch.number, acknowledged.head.sequence > branch.end.sequence {
            actions = report(.serverWentBack(from: acknowledged.head.sequence, to: branch.end.sequence))
        }
        return actions + acknowledge(branch) + read(branch)
    }

    // MARK: - Sending

    private mutating func acknowledge(_ branch: JournalCopy.Branch) -> [UplinkAction] {
        let place = UplinkPlace(branch: branch.number, head: branch.end)
        guard acknowledged != place else { return [] }
        acknowledged = place
        return [.keep(place)]
    }

    private mutating func read(_ branch: JournalCopy.Branch) -> [UplinkAction] {
        hasGrown = false
        stage = .reading(branch)
        return [.readRecords(after: branch.end.sequence)]
    }

    private mutating func send(_ batch: UplinkBatch, to branch: JournalCopy.Branch) -> [UplinkAction] {
        guard let end = batch.end(of: start.journalID) else {
            guard !hasGrown else { return read(branch) }
            stage = .waiting(branch)
            return [
                .tell(.current(UplinkPlace(branch: branch.number, head: branch.end))), .wait(seconds: Self.longestWait),
            ]
        }
        stage = .sending(branch, end: end)
        return [.tell(.sending), .send(batch, branch: branch.number, after: branch.end)]
    }

    /// Takes the number of records that were written; the copy then ends with the batch, or somewhere else.
    private mutating func note(_ count: Int, _ branch: JournalCopy.Branch, _ end: JournalHead) -> [UplinkAction] {
        guard count > 0 else { return ask() }
        var branch = branch
        branch.end = end
        return acknowledge(branch) + read(branch)
    }
}
