import TenderFlow
import TenderModel
import TenderReaders

extension ReaderError {
    /// What it is to a terminal that a chip could not be reached.
    ///
    /// - Parameter isCanceled: Whether somebody here gave up; what nobody did ended with the connection.
    init(_ error: ChipChannelError, isCanceled: Bool) {
        switch error {
        case .canceled: self = isCanceled ? .canceled(by: .application) : .disconnected(.disconnectRequested)
        case .readerGone(let reason): self = .disconnected(reason)
        case .cardRemoved: self = .cardNotRead(.removed)
        case .cardFailed(let sentence), .readerFailed(let sentence): self = .communication(sentence)
        }
    }
}
