import TenderRecords

extension UplinkState: CustomStringConvertible {
    /// A word for programs.
    public var name: String {
        switch self {
        case .connecting: "connecting"
        case .sending: "sending"
        case .current: "current"
        case .disconnected: "disconnected"
        case .refused: "refused"
        case .notEnrolled: "not_enrolled"
        case .blocked: "blocked"
        case .behind: "behind"
        case .unreadable: "unreadable"
        case .unusable: "unusable"
        }
    }

    /// A few words for people.
    public var description: String {
        switch self {
        case .connecting: "connecting"
        case .sending: "sending"
        case .current(let place): "everything is there, up to record \(place.head.sequence)"
        case .disconnected: "not connected"
        case .refused: "the server refuses this lane"
        case .notEnrolled: "this journal is not enrolled"
        case .blocked: "head office has blocked this lane"
        case .behind(let server):
            "the server has \(server) records, more than this journal: it was restored from a backup"
        case .unreadable: "the journal cannot be read"
        case .unusable(let finding): finding.description
        }
    }

    /// Whether it is on its way, or there: nobody has to do anything.
    public var isWell: Bool {
        switch self {
        case .connecting, .sending, .current: true
        default: false
        }
    }
}
