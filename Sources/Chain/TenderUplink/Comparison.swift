import TenderRecords

/// A comparison of a journal with a server's copy, one hash at a time.
///
/// Each hash covers all before it, so two chains agree up to some record and nowhere after it.
struct Comparison: Hashable, Sendable {
    /// What comes next.
    enum Next {
        /// A hash is to be read or asked for.
        case needs(UplinkAction)
        /// The copy ends on the journal's chain.
        case copyEnds(JournalCopy.Branch)
        /// The journal ends on the copy's chain, before the copy does.
        case journalEnds(JournalCopy.Branch)
        /// They part after a record.
        case parted(JournalCopy.Branch, JournalHead)
        /// The copy has not got a record that it has to have.
        case incomplete
    }

    /// A search for the last record that the journal shares with a branch.
    private struct Search: Hashable {
        let branch: JournalCopy.Branch
        /// The last record that is known to be shared.
        var shared: JournalHead
        /// The first record that is known to be different.
        var different: Int64
        /// The journal's hash of the record between them, once it was read.
        var local: [UInt8]?

        var middle: Int64 { shared.sequence + (different - shared.sequence) / 2 }
        var isOver: Bool { different - shared.sequence <= 1 }
    }

    /// The end of the journal.
    let end: JournalHead
    private let copy: JournalCopy
    private var open: [JournalCopy.Branch]
    private var matching: JournalCopy.Branch?
    private var longer: JournalCopy.Branch?
    private var different: [Search] = []
    private var best: Search?

    init(_ copy: JournalCopy, with end: JournalHead) {
        (self.copy, self.end) = (copy, end)
        open = copy.branches
        skipKnown()
    }

    /// What is to be done.
    var next: Next {
        if let branch = open.first {
            guard branch.end.sequence > end.sequence else { return .needs(.readHash(sequence: branch.end.sequence)) }
            return ask(end.sequence, on: branch)
        }
        // A copy that is longer has what the journal has lost, whatever else there is.
        if let longer { return .journalEnds(longer) }
        if let matching { return .copyEnds(matching) }
        if let search = different.first {
            guard search.local == nil else { return ask(search.middle, on: search.branch) }
            return .needs(.readHash(sequence: search.middle))
        }
        return best.map { .parted($0.branch, $0.shared) } ?? .incomplete
    }

    private func ask(_ sequence: Int64, on branch: JournalCopy.Branch) -> Next {
        guard let holder = copy.holder(of: sequence, on: branch) else { return .incomplete }
        return .needs(.askHash(branch: holder, sequence: sequence))
    }

    /// Takes the journal's hash of the record that was asked for.
    mutating func takeLocal(_ hash: [UInt8]) {
        guard let branch = open.first else {
            if !different.isEmpty { different[0].local = hash }
            return
        }
        open.removeFirst()
        if hash == branch.end.hash { match(branch) } else { search(branch, below: branch.end.sequence) }
        skipKnown()
    }

    /// Takes the server's hash of the record that was asked for.
    mutating func takeRemote(_ hash: [UInt8]) {
        guard let branch = open.first else { return narrow(hash) }
        open.removeFirst()
        if hash == end.hash { longer = branch } else { search(branch, below: end.sequence) }
        skipKnown()
    }

    private mutating func narrow(_ hash: [UInt8]) {
        guard var search = different.first, let local = search.local else { return }
        let middle = search.middle
        if local == hash {
            search.shared = JournalHead(journalID: end.journalID, sequence: middle, hash: local)
        } else {
            search.different = middle
        }
        search.local = nil
        different[0] = search
        finishSearches()
    }

    private mutating func search(_ branch: JournalCopy.Branch, below sequence: Int64) {
        different.append(Search(branch: branch, shared: copy.start, different: sequence))
        finishSearches()
    }

    private mutating func finishSearches() {
        while let search = different.first, search.isOver {
            different.removeFirst()
            if search.shared.sequence > best?.shared.sequence ?? -1 { best = search }
        }
    }

    /// Judges the branches about which nothing has to be read.
    private mutating func skipKnown() {
        while let branch = open.first {
            switch branch.end.sequence {
            case 0: match(branch)
            case end.sequence:
                if branch.end.hash == end.hash { match(branch) } else { search(branch, below: end.sequence) }
            case 1... where end.sequence == 0: longer = branch
            default: return
            }
            open.removeFirst()
        }
    }

    /// Of several branches that end on the journal's chain the longest counts, and of those the oldest.
    private mutating func match(_ branch: JournalCopy.Branch) {
        if branch.end.sequence > matching?.end.sequence ?? -1 { matching = branch }
    }
}
