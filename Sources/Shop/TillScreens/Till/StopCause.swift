/// The reason that a payment or refund came to nothing, with proof that no money moved.
public enum StopCause: Hashable, Sendable {
    /// Somebody pressed cancel on the reader.
    case customer
    /// The cashier pressed Esc.
    case cashier
    /// Nobody presented a card in time.
    case noCard
    /// The reader could not read the card, or does not accept it.
    case cardNotRead
    /// There is no reader, or the connection was lost.
    case noReader
    /// The reader is there and cannot be used, since it sends card data in the clear.
    case readerUnusable
    /// The reader is busy.
    case readerBusy
    /// The gateway cannot be reached.
    case noNetwork
    /// The gateway cannot be reached, and the payment may not be taken offline.
    case notOffline
    /// The gateway did not answer; provably nothing was taken.
    case noAnswer
    /// The amount is below the gateway's minimum; the gateway's own sentence.
    case amountTooSmall(String)
    /// The amount is above the gateway's maximum; the gateway's own sentence.
    case amountTooLarge(String)
    /// The gateway rejects the till's key.
    case keyRefused
    /// The gateway refused it, or could not do it; the gateway's own sentence.
    case gatewayRefused(String)
    /// The payment was canceled or expired at the gateway.
    case canceledAtGateway
    /// The page of a link was closed before it was paid.
    case pageClosed
    /// There is no page to pay on; why.
    case noPage(String)
    /// The journal did not accept it.
    case notWritten
    /// The till was restarted in between, or asked for nothing else: only that nothing was taken is known.
    case unexplained
}
