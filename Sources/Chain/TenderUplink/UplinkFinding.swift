/// What head office has to know about a copy.
public enum UplinkFinding: Hashable, Sendable {
    /// The server has lost records that it had confirmed, as a server has that was restored from a backup. They are
    /// sent again.
    case serverWentBack(from: Int64, to: Int64)
    /// The journal has lost records that the server has: it was restored from a backup.
    case journalWentBack(from: Int64, to: Int64)
    /// Two files that had been one journal went on differently after this record.
    case forked(branch: Int64, after: Int64)
    /// The server's copy of this journal is not one of it.
    case otherJournal
    /// The server has not got a record that its copy has to have.
    case incompleteCopy
}
