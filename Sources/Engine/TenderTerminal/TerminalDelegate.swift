public import TenderModel

/// A receiver of a terminal's events, as an alternative to streams; every method has a default that does nothing.
///
/// The methods are called one after another, in the order of the events, from the delegate's own task: a slow delegate
/// delays no payment.
public protocol TerminalDelegate: AnyObject, Sendable {
    /// Tells the delegate that the connection to the reader changed.
    func terminal(_ terminal: Terminal, didChangeConnectionStatus status: ConnectionStatus) async
    /// Tells the delegate that the activity of the reader side changed.
    func terminal(_ terminal: Terminal, didChangePaymentStatus status: PaymentStatus) async
    /// Tells the delegate what the customer should do.
    func terminal(_ terminal: Terminal, didRequestReaderDisplayMessage message: ReaderDisplayMessage) async
    /// Tells the delegate that the accepted ways to present a card changed.
    func terminal(_ terminal: Terminal, didRequestReaderInput options: ReaderInputOptions) async
    /// Tells the delegate that the connected reader offers an update.
    func terminal(_ terminal: Terminal, didReportAvailableUpdate update: ReaderSoftwareUpdate) async
    /// Tells the delegate that the reader begins to install its update.
    func terminal(_ terminal: Terminal, didStartInstallingUpdate update: ReaderSoftwareUpdate) async
    /// Tells the delegate how much of the update is installed, in percent.
    func terminal(_ terminal: Terminal, didReportReaderSoftwareUpdateProgress percent: Int) async
    /// Tells the delegate that the update is installed, or why not; there is neither if there was none.
    func terminal(
        _ terminal: Terminal, didFinishInstallingUpdate update: ReaderSoftwareUpdate?, error: TenderError?) async
    /// Tells the delegate that the reader is gone.
    func terminal(_ terminal: Terminal, didDisconnect reason: DisconnectReason) async
    /// Tells the delegate that the stored offline payments, or whether they can be forwarded, changed.
    func terminal(_ terminal: Terminal, didChangeOfflineStatus status: OfflineStatus) async
    /// Tells the delegate the outcome of a payment that was accepted offline.
    func terminal(
        _ terminal: Terminal, didForwardPaymentIntent payment: OfflinePayment, outcome: PaymentOutcome) async
    /// Tells the delegate what became of a card that was accepted offline to be saved: its state says whether it is.
    func terminal(_ terminal: Terminal, didForwardSetupIntent setup: OfflineSetup) async
    /// Tells the delegate that something prevents forwarding.
    func terminal(_ terminal: Terminal, didReportForwardingError error: TenderError) async
    /// Tells the delegate about any event, including those above.
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
    public func terminal(_ terminal: Terminal, didReportAvailableUpdate update: ReaderSoftwareUpdate) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didStartInstallingUpdate update: ReaderSoftwareUpdate) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didReportReaderSoftwareUpdateProgress percent: Int) async {}
    /// Does nothing.
    public func terminal(
        _ terminal: Terminal, didFinishInstallingUpdate update: ReaderSoftwareUpdate?, error: TenderError?
    ) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didDisconnect reason: DisconnectReason) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didChangeOfflineStatus status: OfflineStatus) async {}
    /// Does nothing.
    public func terminal(
        _ terminal: Terminal, didForwardPaymentIntent payment: OfflinePayment, outcome: PaymentOutcome
    ) async {}
    /// Does nothing.
    public func terminal(_ terminal: Terminal, didForwardSetupIntent setup: OfflineSetup) async {}
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
        case .updateAvailable(let update): await self.terminal(terminal, didReportAvailableUpdate: update)
        case .updateStarted(let update): await self.terminal(terminal, didStartInstallingUpdate: update)
        case .updateProgress(let percent):
            await self.terminal(terminal, didReportReaderSoftwareUpdateProgress: percent)
        case .updateFinished(let update, let error):
            await self.terminal(terminal, didFinishInstallingUpdate: update, error: error)
        case .disconnected(let reason): await self.terminal(terminal, didDisconnect: reason)
        case .offlineStatus(let status): await self.terminal(terminal, didChangeOfflineStatus: status)
        case .paymentForwarded(let payment, let outcome):
            await self.terminal(terminal, didForwardPaymentIntent: payment, outcome: outcome)
        case .setupForwarded(let setup): await self.terminal(terminal, didForwardSetupIntent: setup)
        case .forwardingError(let error, _): await self.terminal(terminal, didReportForwardingError: error)
        case .cardInserted, .cardRemoved, .batteryLevel, .reconnectStarted, .reconnectSucceeded, .reconnectFailed,
            .cardCollected, .collectionExpired, .sendingAgain, .asking, .recoveryStarted, .recoveryEnded,
            .outcomeResolved, .requestResolved, .reversed, .holdAlarm, .holdFinished, .diagnostic:
            break
        }
        await self.terminal(terminal, didReport: event)
    }
}
