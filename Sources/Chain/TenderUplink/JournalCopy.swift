public import TenderRecords

/// What a server has of a journal: where its chain begins, and its branches.
///
/// A journal has one branch. A second one begins where two files went on differently that had been one: a clone, or a
/// backup that was used again.
public struct JournalCopy: Hashable, Sendable {
    /// One branch of the copy.
    public struct Branch: Hashable, Sendable {
        /// Its number; 0 is the first.
        public var number: Int64
        /// The branch that it left; `nil` for the first.
        public var parent: Int64?
        /// The last record that it shares with the branch that it left; 0 for the first.
        public var base: Int64
        /// Its last record; the same as the base while it has none of its own.
        public var end: JournalHead

        /// Describes a branch.
        public init(number: Int64, parent: Int64?, base: Int64, end: JournalHead) {
            self.number = number
            self.parent = parent
            self.base = base
            self.end = end
        }
    }

    /// The end of the journal before its first record.
    public var start: JournalHead
    /// The branches, by number.
    public var branches: [Branch]

    /// Describes a copy.
    public init(start: JournalHead, branches: [Branch]) {
        self.start = start
        self.branches = branches
    }

    /// Returns the branch that holds a record of a branch: itself, or one that it came from.
    ///
    /// - Returns: `nil` for a record before the first or after the end, and if the branch that should hold it is missing.
    public func holder(of sequence: Int64, on branch: Branch) -> Int64? {
        parts(of: branch.number)?.first { $0.after < sequence && sequence <= $0.last }?.branch
    }
}
