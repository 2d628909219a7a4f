import TenderRecords

extension JournalCopy {
    /// Consecutive records that a branch holds of a journal.
    public struct Part: Hashable, Sendable {
        /// The number of the branch.
        public let branch: Int64
        /// The record before the first one.
        public let after: Int64
        /// The last record.
        public let last: Int64
    }

    /// Returns the parts that make up the journal of a branch, from its first record on: those of the branches that it came
    /// from, and its own.
    ///
    /// - Returns: `nil` if a branch is missing or its ends do not fit, whatever the server says.
    public func parts(of number: Int64) -> [Part]? {
        var parts: [Part] = []
        var (number, last) = (number, Int64.max)
        while true {
            guard let branch = branches.first(where: { $0.number == number }), branch.base >= 0 else { return nil }
            let end = min(last, branch.end.sequence)
            guard last == .max || last <= branch.end.sequence else { return nil }
            if end > branch.base { parts.insert(Part(branch: number, after: branch.base, last: end), at: 0) }
            guard let parent = branch.parent else { return branch.base == 0 ? parts : nil }
            // A parent has a smaller number, so this ends whatever the server says.
            guard parent < number else { return nil }
            (number, last) = (parent, min(last, branch.base))
        }
    }
}
