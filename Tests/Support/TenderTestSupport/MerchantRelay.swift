import TenderBackend
import TenderBytes
import TenderFlow
import TenderModel

/// The merchant's server between the terminal and the gateway: its policy judges each request, which it passes on once.
public struct MerchantRelay: Hashable, Sendable {
    /// Why it refuses a request that is within its limits.
    public enum Mood: Hashable, Sendable, CaseIterable {
        /// It does not know the till's token.
        case tokenUnknown
        /// The till has made too many requests.
        case tooMany
    }

    /// What goes wrong behind it, or with it.
    public enum Failure: Hashable, Sendable, CaseIterable {
        /// The request does not reach the gateway: it says that it does not know the outcome.
        case requestLost
        /// The gateway's answer does not reach it: it says the same.
        case answerLost
        /// It ends when it has passed the request on, which may still arrive.
        case died
    }

    /// The largest payment, refund and surcharge; `nil` for any.
    var payment, refund, surcharge: Int64?

    private static let till = BackendTill(name: "counter", tokenHash: "00")

    private var settings: BackendSettings {
        BackendSettings(
            currencies: payment.map { [TerminalWorld.amount.currency.code: $0] } ?? [:], maximumRefund: refund,
            maximumSurcharge: surcharge)
    }

    /// The most that a card may be charged.
    var total: Int64? { payment.map { $0 + (surcharge ?? 0) } }

    /// Returns why a request is refused; `nil` if it is passed on.
    func refusal(of request: RelayedRequest, in mood: Mood? = nil) -> BackendRefusal? {
        guard let asked = request.asked(tokenHash: Self.till.tokenHash) else { return nil }
        var settings = settings
        if mood == .tooMany { settings.requestsPerMinute = 1 }
        var policy = BackendPolicy(settings, tills: BackendTills(mood == .tokenUnknown ? [] : [Self.till]))
        // The minute's only request was made just now.
        if mood == .tooMany { _ = policy.decide(asked, now: 0) }
        return switch policy.decide(asked, now: 0) {
        case .forward: nil
        case .refuse(let refusal): refusal
        }
    }
}

extension BackendRefusal {
    /// What the till's client makes of it.
    var error: GatewayError {
        let apiError = APIError(type: .invalidRequestError, code: code, message: message)
        return GatewayError(
            TenderError.Code(status: status, apiError), fate: .answered(status: status), message: message,
            apiError: apiError)
    }
}

extension MerchantRelay.Failure {
    /// What the till's client makes of it.
    var error: GatewayError {
        switch self {
        case .requestLost, .answerLost:
            GatewayError(.apiError, fate: .answered(status: 502), message: "the server does not know the outcome")
        case .died: GatewayError(.gatewayConnectionLost, fate: .unknown, message: "the server is gone")
        }
    }
}
