public import TenderRecords

/// What an uplink hears.
public enum UplinkEvent: Hashable, Sendable {
    /// It begins.
    case started
    /// The server is connected.
    case connected
    /// There is no connection, or it was lost; whether what was sent has arrived is unknown.
    case disconnected
    /// The server refused what was asked, and did nothing.
    case refused
    /// What the server has of this journal; `nil` if nobody enrolled it.
    case copy(JournalCopy?)
    /// Head office has blocked this lane: a till that was stolen, or has ended.
    case blocked
    /// The hash of the record of a branch that was asked for; `nil` if the server does not have it.
    case remoteHash([UInt8]?)
    /// The end of the journal on this machine.
    case end(JournalHead)
    /// The hash of the record on this machine that was asked for; `nil` if the journal does not have it.
    case localHash([UInt8]?)
    /// The records after the one that was named; none if it is the last.
    case records(UplinkBatch)
    /// The journal on this machine could not be read.
    case unreadable
    /// How many records of the batch the server has written: all of them, or none since its copy ends elsewhere.
    case stored(Int)
    /// The branch that the server made.
    case branched(JournalCopy.Branch)
    /// The journal may have more records.
    case grown
    /// The wait is over.
    case waited
}
