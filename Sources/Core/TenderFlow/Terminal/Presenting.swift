import TenderModel

/// A request that collects a card before it is sent.
struct Presenting: Hashable, Sendable, Codable {
    /// The command that waits; `nil` while a collected card waits for its confirmation.
    var command: CommandID?
    /// What the card is for.
    let wish: CardWish
    let how: TerminalMachine.Command.Collecting
    /// The collection in progress.
    var collection: TerminalPayment.Collection?
    /// The timer that ends the collection, or drops the collected card.
    var limit: Errand?
    /// The reason that the collection is being stopped.
    var stop: CollectionFailure?
    /// The commands that wait for the answer to a cancel.
    var stoppers: [CommandID] = []
}

extension TerminalRequest {
    /// Returns whether it has a card that was collected for this, and that nobody has confirmed yet.
    func isHeld(for wish: CardWish) -> Bool {
        guard let presenting, presenting.command == nil, card != nil else { return false }
        return presenting.wish.isSame(as: wish)
    }

    /// Whether it sends what a card was collected for, and somebody waits.
    var isSendingCard: Bool { card != nil && command != nil }
}
