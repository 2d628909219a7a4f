/// The reason that a request to a chip card reader failed.
public enum CCIDError: Error, Hashable, Sendable {
    /// What went wrong during the exchange.
    public enum Cause: Hashable, Sendable {
        /// There was no answer in time.
        case timedOut
        /// The card kept asking for more time.
        case endlessExtensions
        /// The card was removed.
        case cardRemoved
        /// The card no longer answers.
        case cardMute
        /// The reader is gone.
        case readerRemoved
        /// The reader had to be reset.
        case readerReset
        /// What the card answered violates its protocol.
        case protocolViolation
        /// What the reader sent is no message, or answers nothing that was asked.
        case garbled
        /// The card aborted a chain.
        case abortedByCard
        /// The request was canceled.
        case canceled
        /// The reader reports a failure.
        case fault(CCIDFault)
    }

    /// There is no card.
    case noCard
    /// The card does not answer to reset.
    case cardMute
    /// The card is not powered on, or was powered off by a reset.
    case notPowered
    /// It failed, and the card has not executed the command.
    case failed(Cause)
    /// The card may have executed the command; nothing repeats it.
    case unknownOutcome(Cause)
    /// The driver does not support that; the text is a sentence with the reason.
    case refused(String)
    /// The card cannot be used in this reader; the text is a sentence with the reason.
    case unsupportedCard(String)
    /// Too many requests are waiting.
    case busy
    /// It was canceled before it began.
    case canceled
    /// The reader is gone.
    case removed
    /// The reader was closed by its owner.
    case closed
    /// The reader no longer works until it is replugged or reopened.
    case dead

    /// A human-readable sentence.
    public var sentence: String {
        switch self {
        case .noCard: "There is no card in the reader."
        case .cardMute: "The card does not answer to reset; is it the right way up?"
        case .notPowered: "The card is not switched on."
        case .failed(let cause): "The card did not get the command. " + cause.sentence
        case .unknownOutcome(let cause): "Nobody knows whether the card carried out the command. " + cause.sentence
        case .refused(let reason), .unsupportedCard(let reason): reason
        case .busy: "Too many requests wait for the reader."
        case .canceled: "The request was canceled."
        case .removed: "The reader was unplugged."
        case .closed: "The reader was closed."
        case .dead: "The reader does not answer any more; unplug it and plug it in again."
        }
    }
}

extension CCIDError.Cause {
    /// A human-readable sentence.
    public var sentence: String {
        switch self {
        case .timedOut: "No answer came in time."
        case .endlessExtensions: "The card asked for more time again and again."
        case .cardRemoved: "The card was taken out."
        case .cardMute: "The card does not answer any more."
        case .readerRemoved: "The reader was unplugged."
        case .readerReset: "The reader had to be reset."
        case .protocolViolation: "What came violates the protocol."
        case .garbled: "What came from the reader makes no sense."
        case .abortedByCard: "The card aborted."
        case .canceled: "It was canceled."
        case .fault(let fault): fault.sentence
        }
    }
}
