import TenderFlow
import TenderModel
import TenderReaders

extension ReaderError {
    /// Why a reader could not be opened, with what to do.
    init(opening error: TransportError) {
        switch error {
        case .canceled: self = .canceled(by: .application)
        case .disconnected: self = .disconnected(.linkLost)
        case .accessDenied(let node): self = .refused(ReaderAccess.forbidden(node))
        case .busy(let holder): self = .communication(ReaderAccess.busy("the device", holder))
        case .notFound(let what): self = .communication("there is no \(what): see tender readers")
        case .timedOut: self = .communication("the device does not answer in time")
        case .stalled, .overflow: self = .communication("the device breaks its own protocol")
        case .failed(let message): self = .communication(message)
        }
    }
}
