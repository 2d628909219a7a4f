import FoundationEssentials
import TenderDevices
public import TenderSale

/// A store of the open tickets as files, one each, so that they survive a crash unchanged.
public struct TicketStore: Sendable {
    /// The contents found at a start.
    public struct Contents: Sendable {
        /// The tickets, ordered by file name.
        public var tickets: [Ticket] = []
        /// The files that cannot be read, or that belong to another journal; they stay where they are.
        public var unreadable: [String] = []
    }

    private struct Stored: Codable {
        var version: Int
        var journal: String
        var ticket: Ticket
    }

    private static let version = 1
    private static let ending = ".ticket"

    private let folder: String
    private let journal: String

    /// Creates a store in an existing folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - journal: The id of the journal with the outcomes of their payments: what is missing in another one proves
    ///     nothing.
    public init(folder: String, journal: String) {
        self.folder = folder
        self.journal = journal
    }

    /// Saves a ticket in place of its last version; it is on the disk when the call returns.
    ///
    /// - Throws: `ShopFailure`; the last version is then still there.
    public func keep(_ ticket: Ticket) async throws(ShopFailure) {
        let (path, journal) = (path(of: ticket.id), journal)
        try await apart { () throws(ShopFailure) in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let data = try? encoder.encode(Stored(version: Self.version, journal: journal, ticket: ticket)) else {
                throw ShopFailure("the ticket \(ticket.id) cannot be written")
            }
            try TillFile.write([UInt8](data), to: path)
        }
    }

    /// Deletes what is saved of a ticket.
    public func forget(_ id: String) async throws(ShopFailure) {
        let path = path(of: id)
        try await apart { () throws(ShopFailure) in try TillFile.remove(path) }
    }

    /// Reads the saved tickets.
    public func contents() async throws(ShopFailure) -> Contents {
        let (folder, journal) = (folder, journal)
        return try await apart { () throws(ShopFailure) in try Self.read(folder, journal) }
    }

    private static func read(_ folder: String, _ journal: String) throws(ShopFailure) -> Contents {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw ShopFailure("the folder \(folder) cannot be read")
        }
        var contents = Contents()
        for name in names.sorted() where name.hasSuffix(ending) {
            let path = folder + "/" + name
            if let data = try? Data(contentsOf: URL(filePath: path)),
                let stored = try? JSONDecoder().decode(Stored.self, from: data), stored.version == version,
                stored.journal == journal
            {
                contents.tickets.append(stored.ticket)
            } else {
                contents.unreadable.append(path)
            }
        }
        return contents
    }

    /// Converts an id to a name without anything that a file system, or another id, could confuse.
    private func path(of id: String) -> String {
        let name = id.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "_" + String(byte, radix: 16)
            }
        }
        return folder + "/" + name.joined() + Self.ending
    }

    private func apart<Value: Sendable>(
        _ body: @escaping @Sendable () throws(ShopFailure) -> Value
    ) async throws(ShopFailure) -> Value {
        let result = await OwnThread.run { () -> Result<Value, ShopFailure> in
            do throws(ShopFailure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
