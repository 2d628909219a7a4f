import TenderFlow
import TenderModel
import Testing

@Suite struct GatewayReplyTests {
    private func error(
        _ code: TenderError.Code, _ fate: GatewayError.Fate, api: APIError? = nil, isReplay: Bool = false
    ) -> GatewayError {
        GatewayError(code, fate: fate, message: "m", apiError: api, isReplay: isReplay)
    }

    @Test func everyErrorHasOneMeaning() {
        let card = APIError(type: .cardError, code: "card_declined", declineCode: "lost_card")
        let table: [(GatewayError, GatewayReply)] = [
            (error(.notConnectedToGateway, .notSent), .notSent),
            (error(.permissionDenied, .notSent), .refused(.unauthorized, nil)),
            (error(.invalidParameter, .notSent), .refused(.invalid, nil)),
            (error(.requestTimedOut, .unknown), .noAnswer),
            (error(.gatewayConnectionLost, .unknown), .noAnswer),
            (error(.responseNotUnderstood, .unknown), .noAnswer),
            (error(.declinedByIssuer, .answered(status: 402), api: card), .declined(Decline(card), nil)),
            (error(.declinedByIssuer, .answered(status: 402)), .declined(Decline(code: "card_declined"), nil)),
            (error(.apiError, .answered(status: 500)), .serverError(stored: false)),
            (error(.apiError, .answered(status: 500), isReplay: true), .serverError(stored: true)),
            (error(.apiError, .answered(status: 503)), .serverError(stored: false)),
            (error(.apiError, .answered(status: .max)), .serverError(stored: false)),
            (error(.apiError, .answered(status: 409)), .refused(.keyInUse, nil)),
            (error(.rateLimited, .answered(status: 429)), .refused(.rateLimited, nil)),
            (error(.authenticationFailed, .answered(status: 401)), .refused(.unauthorized, nil)),
            (error(.permissionDenied, .answered(status: 403)), .refused(.unauthorized, nil)),
            (error(.resourceMissing, .answered(status: 404)), .refused(.notFound, nil)),
            (error(.unexpectedState, .answered(status: 400)), .refused(.unexpectedState, nil)),
            (error(.idempotencyMismatch, .answered(status: 400)), .refused(.keyMismatch, nil)),
            (error(.invalidParameter, .answered(status: 400)), .refused(.invalid, nil)),
        ]
        check(table)
    }

    @Test func onlyAnErrorOfTheGatewaysOwnProvesThatNothingWasExecuted() {
        check([
            (error(.responseNotUnderstood, .answered(status: 200)), .noAnswer),
            (error(.apiError, .answered(status: 302)), .noAnswer),
            (error(.apiError, .answered(status: .min)), .noAnswer),
            (error(.responseNotUnderstood, .answered(status: 400)), .noAnswer),
            (error(.answerMismatch, .answered(status: 200)), .noAnswer),
            (error(.apiError, .answered(status: 408)), .noAnswer),
            (error(.apiError, .answered(status: 404)), .refused(.notFound, nil)),
            (error(.apiError, .answered(status: 429)), .refused(.rateLimited, nil)),
            (error(.apiError, .answered(status: 403)), .refused(.unauthorized, nil)),
        ])
    }

    /// A 404 may come from anything on the way, after the request was executed; a 429 and a key in use say nothing either.
    @Test func aRequestBesideAPaymentIsRefusedOnlyByAnAnswerToItself() {
        let table: [(GatewayError, RequestMachine.Reply)] = [
            (error(.resourceMissing, .answered(status: 404)), .missing),
            (error(.apiError, .answered(status: 404)), .missing),
            (error(.apiError, .precluded), .precluded),
            (error(.rateLimited, .answered(status: 429)), .tryAgain), (error(.requestTimedOut, .notSent), .tryAgain),
            (error(.idempotencyMismatch, .answered(status: 400)), .keyUsed),
            (error(.apiError, .answered(status: 409)), .lost), (error(.apiError, .answered(status: 500)), .lost),
            (error(.requestTimedOut, .unknown), .lost),
            (error(.invalidParameter, .answered(status: 400)), .refused),
            (error(.declinedByIssuer, .answered(status: 402)), .refused),
            (
                GatewayError(.declinedByIssuer, fate: .answered(status: 402), message: "", isUnderKey: true), .declined
            ),
        ]
        let wrong = table.filter { RequestMachine.Reply($0.0) != $0.1 }.map { "\($0.0): \(RequestMachine.Reply($0.0))" }
        #expect(wrong == [])
    }

    @Test func whatCouldNotBeSentMayBeTriedAgain() {
        check([
            (error(.requestTimedOut, .notSent), .notSent), (error(.gatewayConnectionLost, .notSent), .notSent),
            (error(.authenticationFailed, .notSent), .refused(.unauthorized, nil)),
            (error(.invalidAmount, .notSent), .refused(.invalid, nil)),
            (error(.notAvailable, .notSent), .refused(.invalid, nil)),
        ])
    }

    private func check(_ table: [(GatewayError, GatewayReply)]) {
        let wrong = table.filter { GatewayReply($0.0) != $0.1 }
        #expect(wrong.isEmpty, "\(wrong.map { "\($0.0) → \(GatewayReply($0.0))" })")
    }
}
