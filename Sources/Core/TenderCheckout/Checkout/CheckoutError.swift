public import TenderFlow

/// Why a checkout did not do what it was asked to.
public enum CheckoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It was not even tried.
    case refused(CheckoutRefusal)
    /// It went wrong at the app's server or at the gateway.
    case failed(GatewayError)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .failed(let error): error.description
        }
    }
}
