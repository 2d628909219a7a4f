import TenderFlow
import TenderModel
import TenderReaders

extension ReaderError {
    /// Describes why a reader could not be opened, with what to do.
    init(opening error: TransportError) {
        switch error {
        case .canceled: self = .canceled(by: .application)
        case .disconnected: self = .disconnected(.linkLost)
        case .accessDenied: self = .refused(error.opening)
        case .busy, .notFound, .timedOut, .stalled, .overflow, .failed: self = .communication(error.opening)
        }
    }
}

extension TransportError {
    /// The reason that a device could not be opened, with what to do.
    var opening: String {
        switch self {
        case .canceled: "it was abandoned"
        case .disconnected: "the device is gone"
        case .accessDenied(let node): ReaderAccess.forbidden(node)
        case .busy(let holder): ReaderAccess.busy("the device", holder)
        case .notFound(let what): "there is no \(what): see tender readers"
        case .timedOut: "the device does not answer in time"
        case .stalled, .overflow: "the device breaks its own protocol"
        case .failed(let message): message
        }
    }
}
