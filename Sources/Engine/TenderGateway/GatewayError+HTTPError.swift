import TenderFlow
import TenderHTTP
import TenderModel

extension GatewayError {
    /// Translates a failed exchange, with the transport's fate.
    init(_ error: HTTPError, at name: String, isReading: Bool) {
        let fate: Fate =
            switch error.fate {
            case .notSent: .notSent
            case .unknown: .unknown
            }
        self.init(.init(error), fate: fate, message: "\(name): \(error.message)", isReading: isReading)
    }
}

extension TenderError.Code {
    fileprivate init(_ error: HTTPError) {
        self =
            switch error.code {
            case .invalidConfiguration, .invalidURL, .plainHTTPRefused: .invalidConfiguration
            case .invalidRequest: .invalidParameter
            case .hostNotFound, .connectionFailed, .tlsFailed, .connectTimedOut, .closed: .notConnectedToGateway
            case .timedOut: .requestTimedOut
            case .connectionLost: .gatewayConnectionLost
            case .invalidResponse, .responseTooLarge: .responseNotUnderstood
            case .canceled: .canceled
            case .transferFailed: error.fate == .notSent ? .notConnectedToGateway : .gatewayConnectionLost
            }
    }
}
