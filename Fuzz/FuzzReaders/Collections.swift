import TenderFlow
import TenderModel
import TenderReaders

/// The collections of a reader that the input plays: each is answered once, and none delivers a card in the clear.
struct Collections {
    private(set) var open: UInt64?
    private(set) var last: UInt64 = 0

    /// Starts the next collection and returns its number.
    mutating func begin() -> UInt64 {
        last += 1
        open = last
        return last
    }

    /// Checks a reader's outputs.
    mutating func take(_ outputs: [CardReaderOutput]) {
        for output in outputs {
            switch output {
            case .answer(let id, let result): answered(id, result)
            case .data(let id, let data): read(id, data)
            case .event: break
            }
        }
    }

    /// Checks the data of a card that does not pay: no stripe begins with a card's number.
    private mutating func read(_ id: UInt64, _ data: CollectedData) {
        FuzzTarget.check(id == open, "a second answer, or one to nobody")
        open = nil
        guard case .magstripe(let track) = data else { return }
        FuzzTarget.check((1...37).contains(track.utf8.count), "a track of \(track.utf8.count) characters")
        let number = track.prefix { $0 != "=" }
        FuzzTarget.check(!(12...19).contains(number.count) || number.count == track.count, "a payment card's track")
    }

    /// Checks an answer.
    mutating func answered(_ id: UInt64, _ result: Result<CollectedCard, ReaderError>) {
        FuzzTarget.check(id == open, "a second answer, or one to nobody")
        open = nil
        guard case .success(let card) = result else { return }
        FuzzTarget.check(!card.payload.ciphertext.isEmpty, "a card without ciphertext")
        FuzzTarget.check(card.card.last4?.utf8.count ?? 4 == 4, "more of the number than its last digits")
    }
}
