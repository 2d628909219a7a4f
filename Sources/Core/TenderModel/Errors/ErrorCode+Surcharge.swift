extension ErrorCode {
    /// Names why a surcharge is not charged.
    public init(_ error: SurchargeError) {
        self =
            switch error {
            case .currency, .amount, .unavailable, .tooLarge, .changed, .smartReader: .surchargingNotAvailable
            case .notInspected: .amountSurchargeRequiresUpdatePaymentIntent
            case .offline: .amountSurchargeNotSupportedOffline
            case .consentToNothing: .surchargeConsentRequiresAmountSurcharge
            case .noticeWithoutConsent: .surchargeConsentNoticeRequiresAmountSurchargeAndCollectConsent
            case .noticeWithoutInspection: .surchargeNoticeRequiresUpdatePaymentIntent
            case .noticeNotAvailable: .surchargeNoticeNotAvailable
            case .consentUnsupported: .surchargeConsentRequestedForUnsupportedReader
            case .consentDeclined: .surchargeConsentDeclined
            case .consentTimedOut: .surchargeConsentTimeout
            case .consentFailed: .displaySurchargeConsentFailed
            }
    }
}
