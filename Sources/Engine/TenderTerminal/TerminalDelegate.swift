public import TenderModel

/// For those who prefer calls to streams; every method has a default that does nothing.
///
/// The methods are called one after the other, in the order of the events, from a task of the delegate's own: a slow
/// delegate delays no payment.
public protocol TerminalDelegate: AnyObject, Sendable {
    /// The connection to the reader changed.
    func terminal(_ terminal: Terminal, didChangeConnectionStatus status: ConnectionStatus) async
    /// What the reader side is doing changed.
    func terminal(_ terminal: Terminal, didChangePaymentStatus status: PaymentStatus) async
    /// The customer should do something.
    func terminal(_ terminal: Terminal, didRequestReaderDisplayMessage message: ReaderDisplayMessage) async
    /// The ways in which a card is taken changed.
    func terminal(_ terminal: Terminal, didRequestReaderInput options: ReaderInputOptions) async
    /// The reader is gone.
    func terminal(_ terminal: Terminal, didDisconnect reason: DisconnectReason) async
    /// What is stored offline, or whether it can leave, changed.
    func terminal(_ terminal: Terminal, didChangeOfflineStatus status: OfflineStatus) async
    /// What became of a payment that was accepted offline is known.
    func terminal(
        _ terminal: Terminal, didForwardPaymentIntent payment: OfflinePayment, outcome: PaymentOutcome) async
    /// Something stands in the way of forwarding.
    func terminal(_ terminal: Terminal, didReportForwardingError error: TenderError) async
    /// Any event, those above included.
    func terminal(_ terminal: Terminal, didReport event: TerminalEvent) async
}

extension TerminalDelegate {
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didChangeConnectionStatus status: ConnectionStatus) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didChangePaymentStatus status: PaymentStatus) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didRequestReaderDisplayMessage message: ReaderDisplayMessage) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didRequestReaderInput options: ReaderInputOptions) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didDisconnect reason: DisconnectReason) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didChangeOfflineStatus status: OfflineStatus) async {}
    /// Does nothing.
    public func terminal(
        _ terminal: Terminal, didForwardPaymentIntent payment: OfflinePayment, outcome: PaymentOutcome
    ) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didReportForwardingError error: TenderError) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didReport event: TerminalEvent) async {}

    func receive(_ event: TerminalEvent, from terminal: Terminal) async {
        switch event.kind {
        case .connectionStatus(let status): await self.terminal(terminal, didChangeConnectionStatus: status)
        case .paymentStatus(let status): await self.terminal(terminal, didChangePaymentStatus: status)
        case .displayMessage(let message): await self.terminal(terminal, didRequestReaderDisplayMessage: message)
        case .inputOptions(let options): await self.terminal(terminal, didRequestReaderInput: options)
        case .disconnected(let reason): await self.terminal(terminal, didDisconnect: reason)
        case .offlineStatus(let status): await self.terminal(terminal, didChangeOfflineStatus: status)
        case .paymentForwarded(let payment, let outcome):
            await self.terminal(terminal, didForwardPaymentIntent: payment, outcome: outcome)
        case .forwardingError(let error, _): await self.terminal(terminal, didReportForwardingError: error)
        case .cardInserted, .cardRemoved, .batteryLevel, .reconnectStarted, .reconnectSucceeded, .reconnectFailed,
            .cardCollected, .collectionExpired, .sendingAgain, .asking, .recoveryStarted, .recoveryEnded,
            .outcomeResolved,
            .reversed, .diagnostic:
            break
        }
        await self.terminal(terminal, didReport: event)
    }
}
