public import TenderModel

extension TenderError.Code {
    /// Interprets an error response by its status and the error object's type and code.
    public init(status: Int, _ error: APIError) {
        switch status {
        case 400: self.init(badRequest: error)
        case 401: self = .authenticationFailed
        case 402: self = .declinedByIssuer
        case 403: self = .permissionDenied
        case 404: self = .resourceMissing
        case 429: self = .rateLimited
        default: self = .apiError
        }
    }

    private static let stateCodes: Set<String> = [
        "payment_intent_unexpected_state", "charge_already_captured", "charge_already_refunded", "charge_disputed",
        "charge_expired_for_capture", "charge_not_refundable", "intent_invalid_state", "setup_intent_unexpected_state",
    ]

    private static let amountCodes: Set<String> = ["amount_too_small", "amount_too_large", "invalid_charge_amount"]

    private init(badRequest error: APIError) {
        let code = error.code ?? ""
        if error.type == .idempotencyError {
            self = .idempotencyMismatch
        } else if Self.stateCodes.contains(code) {
            self = .unexpectedState
        } else if Self.amountCodes.contains(code) {
            self = .invalidAmount
        } else if code == "resource_missing" {
            self = .resourceMissing
        } else if code == "invalid_card_type" {
            self = .cardNotSupported
        } else if error.param == "client_secret" {
            self = .invalidClientSecret
        } else {
            self = .invalidParameter
        }
    }
}
