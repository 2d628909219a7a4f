/// What an exchange with a card does next.
enum BlockStep: Hashable, Sendable {
    /// Send a block, in this place of a chain; and how many times the block waiting time its answer may take, 0 for once.
    case send([UInt8], chain: CCIDCode.Chain = .whole, waitingTime: UInt8 = 0)
    /// This is the card's answer.
    case done([UInt8])
    /// There is none.
    case failed(CCIDError.Cause)
}
