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
        for case .answer(let id, let result) in outputs { answered(id, result) }
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
