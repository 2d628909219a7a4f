public import TenderFlow
import TenderModel

/// The stored form of an event in the journal: JSON with sorted keys.
extension ShopEvent {
    /// The kind of its journal records.
    public static let recordKind = "event"

    /// The version of the written format.
    public static let recordVersion: UInt8 = 1

    /// Returns the journal record of the event.
    ///
    /// - Throws: `ShopRecordError.tooLarge`, and `malformed` for what JSON cannot hold.
    public func record() throws(ShopRecordError) -> ShopRecord {
        let stored: StoredEvent
        do throws(AmountError) {
            stored = try StoredEvent(self)
        } catch {
            throw .malformed("\(error)")
        }
        return try ShopRecord(kind: Self.recordKind, version: Self.recordVersion, holding: stored)
    }

    /// Reads an event from its record.
    ///
    /// - Throws: `ShopRecordError`; never traps, whatever the bytes are.
    public init(_ record: ShopRecord) throws(ShopRecordError) {
        self = try record.value(of: StoredEvent.self, kind: Self.recordKind, version: Self.recordVersion) {
            try $0.event()
        }
    }
}

/// An event in its stored form: a finished ticket has a form of its own.
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
