public import TenderReaders

/// The reason that something was not printed, or the drawer not opened.
public enum PrintProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The printer reports that it has no paper.
    case paperOut
    /// The printer reports that its cover is open.
    case coverOpen
    /// The printer reports that an error stops it.
    case printerError
    /// The printer reports that it accepts no data.
    case offline
    /// The printer accepted no more data in time.
    case timedOut
    /// The printer could not be reached, or the connection was lost.
    case unreachable(TransportError)

    /// A few words for people.
    public var description: String {
        switch self {
        case .paperOut: "no paper"
        case .coverOpen: "the cover is open"
        case .printerError: "the printer reports an error"
        case .offline: "the printer is offline"
        case .timedOut: "the printer takes no data"
        case .unreachable(.notFound): "the printer was not found"
        case .unreachable(.accessDenied): "no permission to use the printer"
        case .unreachable(.busy): "somebody else has the printer"
        case .unreachable(.failed(let why)): why
        case .unreachable: "the connection to the printer was lost"
        }
    }
}
