/// A card that waits in the reader until it is told what became of its confirmation, and until it has answered.
struct WaitingCard: Hashable, Sendable, Codable {
    /// The errand under which it was read.
    let errand: Errand
    /// The number of its payment; `nil` for one that was collected for something else, or too late.
    let payment: Int?
    /// The opening of the reader that has it.
    let opening: Serial?
    /// What it was told; `nil` while it still waits.
    var told: IssuerAnswer.Verdict?
    /// The serial under which its payment waits for its word.
    var serial: Serial?
    /// The timer that gives up a reader that does not answer, once nobody waits for the card's word.
    var limit: Errand?
}
