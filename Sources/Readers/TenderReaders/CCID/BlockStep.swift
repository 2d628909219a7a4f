/// The next step of an exchange with a card.
enum BlockStep: Hashable, Sendable {
    /// Sends a block at this place in a chain; the answer may take `waitingTime` times the block waiting time, 0
    /// meaning once.
    case send([UInt8], chain: CCIDCode.Chain = .whole, waitingTime: UInt8 = 0)
    /// Ends with the card's answer.
    case done([UInt8])
    /// Ends without an answer.
    case failed(CCIDError.Cause)
}
