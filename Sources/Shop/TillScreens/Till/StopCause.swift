/// Why a payment or a refund came to nothing, with proof that no money moved.
public enum StopCause: Hashable, Sendable {
    /// Somebody pressed cancel on the reader.
    case customer
    /// The cashier pressed Esc.
    case cashier
    /// Nobody presented a card in time.
    case noCard
    /// The reader could not read the card, or does not take it.
    case cardNotRead
    /// There is no reader, or it was lost.
    case noReader
    /// The reader is doing something else.
    case readerBusy
    /// Nothing gets through to the gateway.
    case noNetwork
    /// The same, and the payment may not be taken offline.
    case notOffline
    /// The gateway's answer stayed out; it is proved that nothing was taken.
    case noAnswer
    /// It is less than the gateway takes; its own sentence.
    case amountTooSmall(String)
    /// It is more than the gateway takes; its own sentence.
    case amountTooLarge(String)
    /// The gateway does not take the till's key.
    case keyRefused
    /// The gateway refused it, or could not do it; its own sentence.
    case gatewayRefused(String)
    /// The payment was cancelled or ran out at the gateway.
    case canceledAtGateway
    /// The page of a link was closed before it was paid.
    case pageClosed
    /// There is no page to pay on; why.
    case noPage(String)
    /// The journal did not take it.
    case notWritten
    /// A till that was ended in between, or one that asked for nothing else: only that nothing was taken is known.
    case unexplained
}
