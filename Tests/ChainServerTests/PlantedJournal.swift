import TenderFlow
import TenderPostgres
import TenderRecords
import TenderSale

/// A journal's records, which are planted at the server as if an uplink had sent them.
struct PlantedJournal {
    let id: String
    let start: JournalHead
    private var chain: RecordChain
    private var pending: [RecordChain.Link: [UInt8]] = [:]

    init(number: Int) {
        let digits = String(number, radix: 16)
        id = String(repeating: "0", count: 32 - digits.count) + digits
        chain = RecordChain(journalID: id, binding: JournalBinding(gateway: "https://test", account: "a"))
        start = chain.head
    }

    mutating func add(_ events: some Sequence<ShopEvent>) throws {
        for event in events { _ = try add(JournalEntry(shop: event.record()), at: event.time) }
    }

    /// Adds a record that was written at a time, in milliseconds since 1970.
    mutating func add(_ entry: JournalEntry, at time: Int64) throws -> RecordedEntry {
        let stamp = Stamp(unixMilliseconds: time, upMilliseconds: 0, boot: 1)
        let body = try RecordCodec.encode(entry, at: stamp)
        let link = chain.append(body)
        pending[link] = body
        return RecordedEntry(sequence: link.sequence, stamp: stamp, entry: entry)
    }

    /// Writes what was added since the last call.
    mutating func plant(_ owner: PostgresConnection) async throws {
        let links = pending.keys.sorted { $0.sequence < $1.sequence }
        _ = try await owner.run(
            [
                PostgresStatement(
                    """
                    INSERT INTO tender.records (journal, branch, sequence, hash, body)
                    SELECT $1::uuid, 0, * FROM unnest($2, $3, $4)
                    """,
                    [
                        .text(id), .integers(links.map(\.sequence)), .byteStrings(links.map(\.hash)),
                        .byteStrings(links.map { pending[$0] }),
                    ]),
                PostgresStatement(
                    "UPDATE tender.heads SET sequence = $2, hash = $3 WHERE journal = $1::uuid",
                    [.text(id), .integer(chain.head.sequence), .bytes(chain.head.hash)]),
            ], within: .seconds(60))
        pending = [:]
    }
}
