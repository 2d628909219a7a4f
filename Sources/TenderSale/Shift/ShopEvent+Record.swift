import FoundationEssentials
public import TenderFlow
import TenderModel

/// How an event lies in the journal: JSON with sorted keys.
extension ShopEvent {
    /// What its records are called in the journal.
    public static let recordKind = "event"

    /// The version of the form that is written.
    public static let recordVersion: UInt8 = 1

    /// The record of the journal that holds it.
    ///
    /// - Throws: `ShopRecordError.tooLarge`, and `malformed` for what no JSON can hold.
    public func record() throws(ShopRecordError) -> ShopRecord {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body: [UInt8]
        do {
            body = [UInt8](try encoder.encode(StoredEvent(self)))
        } catch {
            throw .malformed("\(error)")
        }
        let record = ShopRecord(kind: Self.recordKind, version: Self.recordVersion, body: body)
        guard record.isWithinBounds else { throw .tooLarge(bytes: body.count) }
        return record
    }

    /// Reads an event from its record.
    ///
    /// - Throws: `ShopRecordError`; never traps, whatever the bytes are.
    public init(_ record: ShopRecord) throws(ShopRecordError) {
        guard record.kind == Self.recordKind else { throw .unknownKind(record.kind) }
        guard record.version == Self.recordVersion else { throw .unknownVersion(record.version) }
        guard record.isWithinBounds else { throw .tooLarge(bytes: record.body.count) }
        do {
            self = try JSONDecoder().decode(StoredEvent.self, from: Data(record.body)).event()
        } catch {
            throw .malformed("\(error)")
        }
    }
}

/// An event as it lies in a record: a finished ticket has a form of its own.
private struct StoredEvent: Codable {
    var id: String
    var time: Int64
    var businessDate: String
    var shift: Int?
    var cashier: String?
    var kind: ShopEvent.Kind?
    var ticket: StoredTicket?

    init(_ event: ShopEvent) throws(AmountError) {
        id = event.id
        time = event.time
        businessDate = event.businessDate
        shift = event.shift
        cashier = event.cashier
        if case .ticketFinished(let record) = event.kind {
            ticket = try StoredTicket(record)
        } else {
            kind = event.kind
        }
    }

    func event() throws -> ShopEvent {
        guard let kind = kind ?? (ticket.map { .ticketFinished($0.ticket) }), self.kind == nil || ticket == nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "neither ticket nor event"))
        }
        return ShopEvent(
            id: id, time: time, businessDate: businessDate, shift: shift, cashier: cashier, kind: kind)
    }
}

/// Why a record of the journal is no event of the till, or an event has no record.
public enum ShopRecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The record is of another kind.
    case unknownKind(String)
    /// The record was written by a version that this one does not know.
    case unknownVersion(UInt8)
    /// The event takes more bytes than a record may.
    case tooLarge(bytes: Int)
    /// The bytes are no event; why.
    case malformed(String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .unknownKind(let kind): "the till's record is of kind '\(kind)', which this program does not know"
        case .unknownVersion(let version):
            "the till's record has version \(version), which this program does not know: use the one that wrote it"
        case .tooLarge(let bytes):
            "the till's record has \(bytes) bytes, and \(ShopRecord.maximumByteCount) is the most"
        case .malformed: "the till's record cannot be read"
        }
    }
}
