/// The pages on which customers pay, by the ticket legs that they were created for.
///
/// Pure. An address is shown only after its page is in the journal: nobody can have paid a leg without a page.
public struct LinkBook: Hashable, Sendable {
    private var sessions: [String: String] = [:]
    private var ended: Set<String> = []

    /// Creates a book without pages.
    public init() {}

    /// Folds the contents of the journal.
    public init(_ history: ShopHistory) {
        for step in history.linkSteps { take(step) }
    }

    /// Returns the session of a leg's page; `nil` when none was created that anybody could have seen.
    public func session(ofLeg leg: String) -> String? { sessions[leg] }

    /// Returns whether somebody may have seen a leg's page and its outcome is unknown.
    public func isOpen(leg: String) -> Bool { sessions[leg] != nil && !ended.contains(leg) }

    /// Takes a step that is written; a leg keeps its first page.
    public mutating func take(_ record: LinkRecord) {
        switch record.step {
        case .opened(let session): if sessions[record.leg] == nil { sessions[record.leg] = session }
        case .closing: break
        case .ended: ended.insert(record.leg)
        }
    }
}
