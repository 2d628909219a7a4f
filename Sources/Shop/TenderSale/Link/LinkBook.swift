/// The pages on which customers pay, by the legs of tickets that they were made for.
///
/// Pure. An address is shown after its page is in the journal: of a leg without a page nobody can have paid.
public struct LinkBook: Hashable, Sendable {
    private var sessions: [String: String] = [:]
    private var ended: Set<String> = []

    /// Begins without pages.
    public init() {}

    /// Folds what lies in the journal.
    public init(_ history: ShopHistory) {
        for step in history.linkSteps { take(step) }
    }

    /// The session of a leg's page; nil when none was made that anybody could have seen.
    public func session(ofLeg leg: String) -> String? { sessions[leg] }

    /// Whether somebody may have seen a leg's page, and nobody knows what became of it.
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
