import Tender
import Testing

@testable import TillShop

/// What proves that a transfer was not made, so that another key may be used for it.
@Suite struct TransferRefusalTests {
    private static func error(_ code: TenderError.Code, _ fate: GatewayError.Fate) -> GatewayError {
        GatewayError(code, fate: fate, message: "")
    }

    @Test func theGatewaysOwnRefusalOfARequestProvesIt() {
        let wrong = [
            Self.error(.invalidParameter, .answered(status: 400)),
            Self.error(.authenticationFailed, .answered(status: 401)),
            Self.error(.permissionDenied, .answered(status: 403)),
        ].filter { !$0.provesRefusal }
        #expect(wrong == [])
    }

    /// The answer may be about something else, or was lost behind the effect.
    @Test func noOtherAnswerProvesAnything() {
        let wrong = [
            Self.error(.resourceMissing, .answered(status: 404)), Self.error(.apiError, .answered(status: 409)),
            Self.error(.rateLimited, .answered(status: 429)), Self.error(.apiError, .answered(status: 500)),
            Self.error(.apiError, .answered(status: 200)), Self.error(.gatewayConnectionLost, .unknown),
            Self.error(.notConnectedToGateway, .notSent), Self.error(.authenticationFailed, .notSent),
        ].filter(\.provesRefusal)
        #expect(wrong == [])
    }
}
