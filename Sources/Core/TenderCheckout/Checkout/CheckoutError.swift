public import TenderFlow

/// The reason that a checkout did not do what it was asked to.
public enum CheckoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request was not even tried.
    case refused(CheckoutRefusal)
    /// The request failed at the app's server or at the gateway.
    case failed(GatewayError)

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .failed(let error): error.description
        }
    }
}
