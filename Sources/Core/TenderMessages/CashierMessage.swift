/// The sentences for a cashier, which several causes may share.
public enum CashierMessage: String, Hashable, Sendable, Codable, CaseIterable {
    case canceled, programFault, tillBusy, wrongState
    case amountRefused, currencyRefused, setupFault, featureMissing
    case noReader, readerAlreadyConnected, readerNotFound, readerInUse
    case readerElsewhere, readerForbidden, readerUnsupported, readerSilent
    case readerUnplugged, readerBattery, noCard, chipNotRead
    case stripeNotRead, cardRemoved, cardNotAccepted, cardRefusedByReader
    case serviceTrouble, noNetwork, noAnswer, keyRefused
    case notFound, declined, refundRefused, recordsFailed
    case notOffline, goOnline, offlineAmount, cardNotOffline
    case cardExpired, storedCardLost, printerUnavailable, printerPaper
    case printerCover, outcomeUnknown, surchargeDeclined, surchargeNotAnswered
    case readerFault, readerUpdateFailed, readerUpdateBattery, readerUpdateExpired, formNotAnswered
    case laneBlocked, recordsMissing
}
