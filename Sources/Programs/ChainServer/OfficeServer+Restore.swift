public import TenderFlow
import TenderJournal
public import TenderPostgres
import TenderRecords
import TenderUplink

extension OfficeServer {
    /// The largest number of records that are read at once.
    private static let pageSize: Int64 = 2000

    /// Makes a lane's journal anew from its copy, each record as the till wrote it.
    ///
    /// - Parameters:
    ///   - shop: The shop's name.
    ///   - lane: The lane's name.
    ///   - branch: The branch, where there are several.
    ///   - path: The file, which must not exist.
    ///   - progress: Called with the number of records written and of all.
    /// - Returns: The records, and how the new machine connects: the role of the old one is withdrawn.
    /// - Throws: `ChainError`; the file has then not got its name.
    public func restore(
        shop: String, lane: String, branch: Int64?, to path: String,
        progress: (_ written: Int64, _ count: Int64) -> Void
    ) async throws(ChainError) -> (records: [RecordedEntry], server: PostgresConfiguration) {
        let before = try await copy(shop, lane)
        let numbers = before.copy.branches.map(\.number)
        guard let number = branch ?? (numbers.count == 1 ? numbers.first : nil) else {
            throw ChainError("there are \(numbers.count) branches, since the till was cloned or restored: choose one")
        }
        guard numbers.contains(number) else { throw ChainError("there is no branch \(number)") }
        let journal: JournalRestorer
        do throws(JournalError) {
            journal = try JournalRestorer(path: path, start: before.copy.start, binding: before.binding)
        } catch {
            throw ChainError(error.message)
        }
        // Only what will be carried out withdraws the old role, and only then is the copy at its end.
        let server = try await enrollAgain(shop: shop, lane: lane)
        let lane = try await copy(shop, lane)
        guard let parts = lane.copy.parts(of: number) else {
            throw ChainError("the branches do not fit: tender chain verify")
        }
        let count = parts.last?.last ?? 0
        var records: [RecordedEntry] = []
        for part in parts {
            var after = part.after
            while after < part.last {
                let page = try await self.records(lane.copy.start.journalID, part, after: after)
                guard !page.isEmpty else { throw ChainError("record \(after + 1) is missing in the copy") }
                do throws(JournalError) { try await journal.append(page) } catch { throw ChainError(error.message) }
                for (index, record) in page.enumerated() {
                    let sequence = after + Int64(index) + 1
                    if let entry = try? RecordCodec.decode(record.body, sequence: sequence) { records.append(entry) }
                }
                after += Int64(page.count)
                progress(after, count)
            }
        }
        do throws(JournalError) { try await journal.finish() } catch { throw ChainError(error.message) }
        return (records, server)
    }

    private func copy(
        _ shop: String, _ lane: String
    ) async throws(ChainError) -> (copy: JournalCopy, binding: JournalBinding) {
        let (journalID, row) = try await newest(shop, lane)
        guard let gateway = row[2].text, let account = row[3].text else {
            throw ChainError("the lane has never been heard of: there is nothing to restore")
        }
        let server = LaneServer(connection: connection, journalID: journalID)
        let copy = try await ChainError.words { () async throws(PostgresError) in try await server.copy() }
        guard let copy else { throw ChainError("the lane has no copy") }
        return (copy, JournalBinding(gateway: gateway, account: account))
    }

    /// Returns the next records of a part, as many as are read at once; fewer before one that is missing.
    func records(
        _ journalID: String, _ part: JournalCopy.Part, after: Int64
    ) async throws(ChainError) -> [(hash: [UInt8], body: [UInt8])] {
        let rows = try await rows(
            """
            SELECT sequence, hash, body FROM tender.records
            WHERE journal = $1::uuid AND branch = $2::integer AND sequence > $3 AND sequence <= $4 ORDER BY sequence
            """,
            [
                .text(journalID), .integer(part.branch), .integer(after),
                .integer(min(part.last, after + Self.pageSize)),
            ])
        var records: [(hash: [UInt8], body: [UInt8])] = []
        for row in rows {
            guard row[0].integer == after + Int64(records.count) + 1, case .bytes(let hash) = row[1],
                case .bytes(let body) = row[2]
            else { break }
            records.append((hash, body))
        }
        return records
    }
}
