public import TenderModel

/// The reason that a chip could not be reached.
public enum ChipChannelError: Error, Hashable, Sendable {
    /// There is no card, or not any more.
    case cardRemoved
    /// The card does not answer, or not by the rules; the text is a sentence.
    case cardFailed(String)
    /// The call was canceled.
    case canceled
    /// The reader is gone.
    case readerGone(DisconnectReason)
    /// The reader cannot do that, or does not work; the text is a sentence.
    case readerFailed(String)
}
