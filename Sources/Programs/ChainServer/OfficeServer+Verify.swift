import TenderPostgres
import TenderRecords
import TenderUplink

extension OfficeServer {
    /// What is wrong with the copy of one lane.
    public struct Damage: Hashable, Sendable, Encodable {
        /// The lane.
        public let shop, lane: String
        /// The branch.
        public let branch: Int64
        /// The record.
        public let sequence: Int64
        /// A sentence for people.
        public let what: String
    }

    /// Computes the hash of every record anew, from the beginning of each journal to the end of each branch.
    ///
    /// - Parameter tell: Called after each lane, with its number of records.
    /// - Returns: The first thing that is wrong with each branch, and the number of records.
    /// - Throws: `ChainError`.
    public func verify(
        tell: (_ lane: Lane, _ records: Int64) -> Void = { _, _ in }
    ) async throws(ChainError) -> (damages: [Damage], records: Int64) {
        var damages: [Damage] = []
        var total: Int64 = 0
        for lane in try await lanes() {
            let session = LaneServer(connection: connection, journalID: lane.journal)
            let copy = try await ChainError.words { () async throws(PostgresError) in try await session.copy() }
            var count: Int64 = 0
            for branch in copy?.branches ?? [] {
                guard let copy else { break }
                let found = try await damage(of: branch, copy, session, &count)
                if let found {
                    damages.append(
                        Damage(
                            shop: lane.shop, lane: lane.lane, branch: branch.number, sequence: found.sequence,
                            what: found.what))
                }
            }
            total += count
            tell(lane, count)
        }
        return (damages, total)
    }

    /// Returns the first thing that is wrong with what a branch has of its own.
    private func damage(
        of branch: JournalCopy.Branch, _ copy: JournalCopy, _ session: LaneServer, _ count: inout Int64
    ) async throws(ChainError) -> (sequence: Int64, what: String)? {
        guard let parts = copy.parts(of: branch.number) else { return (branch.base, "the branches do not fit") }
        var head = copy.start
        if branch.base > 0 {
            let parent = copy.branches.first { $0.number == branch.parent }
            guard let holder = parent.flatMap({ copy.holder(of: branch.base, on: $0) }) else {
                return (branch.base, "the record that the branch left is missing")
            }
            let hash = try await ChainError.words { () async throws(PostgresError) in
                try await session.hash(of: branch.base, branch: holder)
            }
            guard let hash else { return (branch.base, "the record that the branch left is missing") }
            head = JournalHead(journalID: copy.start.journalID, sequence: branch.base, hash: hash)
        }
        var chain = RecordChain(after: head)
        let own = parts.last { $0.branch == branch.number }
        while let own, chain.head.sequence < own.last {
            let page = try await records(copy.start.journalID, own, after: chain.head.sequence)
            guard !page.isEmpty else { return (chain.head.sequence + 1, "the record is missing") }
            for record in page where chain.append(record.body).hash != record.hash {
                return (chain.head.sequence, "the record is not as it was written, or not in its place")
            }
            count += Int64(page.count)
        }
        return chain.head == branch.end ? nil : (branch.end.sequence, "the end of the branch has another hash")
    }
}
