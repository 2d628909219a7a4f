extension UplinkFinding: CustomStringConvertible {
    /// The finding's kind, as it is stored.
    public var kind: String {
        switch self {
        case .serverWentBack: "server_went_back"
        case .journalWentBack: "journal_went_back"
        case .forked: "forked"
        case .otherJournal: "other_journal"
        case .incompleteCopy: "incomplete_copy"
        }
    }

    /// The branch that it is about; 0 where that says nothing.
    public var branch: Int64 {
        if case .forked(let branch, _) = self { branch } else { 0 }
    }

    /// The record that it is about; 0 where that says nothing.
    public var sequence: Int64 {
        switch self {
        case .serverWentBack(_, let sequence), .journalWentBack(_, let sequence), .forked(_, let sequence): sequence
        case .otherJournal, .incompleteCopy: 0
        }
    }

    /// A sentence for people.
    public var description: String {
        switch self {
        case .serverWentBack(let from, let to):
            "the server had confirmed record \(from) and has only \(to): it was restored, and gets the rest again"
        case .journalWentBack(let from, let to):
            "the journal ends with record \(to) and the server has \(from): it was restored from a backup"
        case .forked(let branch, let after):
            "two files that were one journal went on differently after record \(after): the other one is branch \(branch)"
        case .otherJournal: "the server's copy is not one of this journal"
        case .incompleteCopy: "the server lacks a record that its copy has to have"
        }
    }
}
