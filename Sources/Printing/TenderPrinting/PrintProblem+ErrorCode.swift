public import TenderModel
import TenderReaders

extension PrintProblem {
    /// The problem's stable name, which `ErrorCatalogue` explains.
    public var errorCode: ErrorCode {
        switch self {
        case .paperOut: .printerOutOfPaper
        case .coverOpen: .printerCoverOpen
        case .printerError: .printerError
        case .offline, .timedOut: .printerUnavailable
        case .unreachable(.notFound): .printerAbsent
        case .unreachable(.busy): .printerBusy
        case .unreachable: .printerUnavailable
        }
    }
}
