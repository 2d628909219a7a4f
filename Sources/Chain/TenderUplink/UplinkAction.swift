public import TenderRecords

/// What an uplink has done for it; each but `wait`, `keep`, `report` and `tell` is answered by an event.
public enum UplinkAction: Hashable, Sendable {
    /// Connects to the server.
    case connect
    /// Gives the connection up.
    case disconnect
    /// Asks the server what it has of this journal.
    case askCopy
    /// Asks the server for the hash of a record of a branch.
    case askHash(branch: Int64, sequence: Int64)
    /// Reads where the journal on this machine ends.
    case readEnd
    /// Reads the hash of a record on this machine.
    case readHash(sequence: Int64)
    /// Reads the records after one, as many as a batch takes.
    case readRecords(after: Int64)
    /// Sends a batch to a branch, whose end must be `after`, in one statement.
    case send(UplinkBatch, branch: Int64, after: JournalHead)
    /// Makes a branch that leaves another after a record.
    case makeBranch(parent: Int64, base: JournalHead)
    /// Waits for a number of seconds, of which a random part may be left out; a new wait replaces an old one.
    case wait(seconds: Int)
    /// Keeps on this machine up to where the server has everything.
    case keep(UplinkPlace)
    /// Tells head office, once.
    case report(UplinkFinding)
    /// Tells the till.
    case tell(UplinkState)
}
