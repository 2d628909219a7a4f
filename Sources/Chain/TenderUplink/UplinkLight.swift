public import TenderModel
public import TenderRecords

/// How the copy of a till's journal stands, from the note beside the journal and the journal's own end.
///
/// Whoever looks reads the note first and the end after it: a note is then never ahead of a journal that is whole.
public struct UplinkLight: Hashable, Sendable {
    /// Something that somebody has to look into.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// There is no connection.
        case disconnected
        /// The server refuses this lane.
        case refused
        /// Nobody enrolled this journal.
        case notEnrolled = "not_enrolled"
        /// Head office has blocked this lane.
        case blocked
        /// The journal lacks records that the server has.
        case behind
        /// The uplink cannot read the journal.
        case unreadable
        /// The copy is not one of this journal, or is not whole.
        case unusable
        /// Records wait, and nothing was heard of the uplink for five minutes.
        case silent
        /// The note cannot be read.
        case damaged
    }

    /// How long records wait before an uplink that says nothing is a problem, in milliseconds.
    public static let longestSilence: Int64 = 300_000

    /// How many records the server has not got yet.
    public let waiting: Int64
    /// The time at which the server last had everything, in milliseconds since 1970, UTC; `nil` if nobody knows.
    public let since: Int64?
    /// The time of the note, in milliseconds since 1970, UTC.
    public let noted: Int64
    /// What has to be looked into; `nil` for nothing.
    public let problem: Problem?
    /// What the uplink says of it, for people; `nil` for nothing.
    public let reason: String?

    /// Judges a note.
    ///
    /// - Parameters:
    ///   - note: The note; `nil` for one that cannot be read.
    ///   - noted: When it was written, in milliseconds since 1970, UTC.
    ///   - head: The end of the journal, read after the note.
    ///   - time: The time now, in milliseconds since 1970, UTC.
    public init(_ note: UplinkNote?, noted: Int64, head: JournalHead, at time: Int64) {
        let place = note?.place?.head
        let copied = place?.journalID == head.journalID ? place?.sequence ?? 0 : 0
        waiting = max(head.sequence - copied, 0)
        since = note?.since.flatMap { (0...max(time, 0)).contains($0) ? $0 : nil }
        self.noted = noted
        reason = note?.reason
        problem =
            if let note {
                if copied > head.sequence {
                    .behind
                } else if let problem = Self.problem(note) {
                    problem
                } else {
                    waiting > 0 && time > noted && time - noted > Self.longestSilence ? .silent : nil
                }
            } else { .damaged }
    }

    /// A state that a newer uplink knows is a problem if it gives a reason.
    private static func problem(_ note: UplinkNote) -> Problem? {
        Problem(rawValue: note.state) ?? (note.reason == nil ? nil : .unusable)
    }

    /// Why the till must not begin another ticket; `nil` if it may.
    public var stop: ErrorCode? {
        switch problem {
        case .blocked: .laneBlocked
        case .behind: .journalBehindCopy
        default: nil
        }
    }
}
